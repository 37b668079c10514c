"""Kernels compiled together as one program, and the files of its machine code.

A kernel called by other kernels is only typed and lowered. The entry points, the kernels that Python calls, are linked
with everything they need into one `Image`. LLVM optimises it as a whole, and games run about twice as fast as with
kernels compiled one by one. Any function compiled by numba may call a kernel too.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import sealed
from .cache import image_file
from .numba_program import Linked, LoweredKernel, fast_compiling

if TYPE_CHECKING:
    from .kernels import EntryPoints

__all__ = ["Image", "Part"]


class Image(Linked):
    """The machine code of a program: one sealed file with the symbols of its entry points."""

    @classmethod
    def build(cls, results: Mapping[str, Any]) -> Image:
        """Link entry points, given the compile results of their kernels by name."""
        image = cls(hashlib.blake2b(json.dumps(sorted(results)).encode(), digest_size=16).hexdigest())
        image.link(results)
        return image

    def save(self, file: Path) -> bool:
        """Store the machine code in a file, atomically, or return False if that is impossible."""
        if self.has_dynamic_globals:  # addresses of this process
            return False
        about = {"name": self.name, "symbols": self.symbols}
        return sealed.write(file, json.dumps(about).encode() + b"\n" + self.code)

    @classmethod
    def load(cls, file: Path) -> Image | None:
        """Load machine code; None if the file is missing or was not sealed here."""
        content = sealed.read(file)
        if content is None:
            return None
        about, _, code = content.partition(b"\n")
        stored = json.loads(about)
        image = cls(stored["name"])
        image.symbols = stored["symbols"]
        image.load_code(code)
        return image


_loaded: dict[str, Image | None] = {}


class Part(LoweredKernel):
    """A kernel of a program, with its machine code in an image."""

    def __init__(
        self,
        function: Callable[..., Any],
        declared: Any,
        folder: Path | None,
        options: Mapping[str, Any],
        lowering: Callable[[Callable[..., Any], Any, Path | None], AbstractContextManager[None]],
    ) -> None:
        """Take the kernel's signature, the folder of its pointer file, and the context it is lowered in."""
        super().__init__(function, declared, options)
        self.folder = folder
        self.entry_points: EntryPoints | None = None
        self._lowering = lowering

    @property
    def entry_name(self) -> str:
        """The kernel's name among the entry points of an image, from its folder and function."""
        place = self.folder.name if self.folder else hex(id(self))
        return f"{place}/{self.py_func.__qualname__}"

    def _lower(self) -> None:
        with self._lowering(self.py_func, self.declared, self.folder):
            super()._lower()

    def _entered(self) -> Any:
        image = self._kept()
        if image is None:
            with fast_compiling():
                image = self._made()
        return image.function(self.entry_name, sys.modules[self.py_func.__module__])

    def _kept(self) -> Image | None:
        """Return an image with this entry point, built by this process or an earlier one."""
        image: Image | None = self.entry_points.image if self.entry_points is not None else None
        if image is not None and self.entry_name in image.symbols:
            return image
        return self._read(self.folder) if self.folder is not None else None

    def _read(self, folder: Path) -> Image | None:
        pointer = sealed.read(self._pointer(folder))
        if pointer is None:
            return self._found_in_loaded(folder)
        name = pointer.decode()
        if name not in _loaded:
            _loaded[name] = Image.load(image_file(name))
        image = _loaded[name]
        return image if image is not None and self.entry_name in image.symbols else None

    def _found_in_loaded(self, folder: Path) -> Image | None:
        """Look in the loaded images, since a second image of the same name cannot be loaded."""
        for name, image in _loaded.items():
            if image is not None and self.entry_name in image.symbols:
                sealed.write(self._pointer(folder), name.encode())
                return image
        return None

    def _pointer(self, folder: Path) -> Path:
        """Return the file that names the image of this entry point."""
        return folder / f"{self.py_func.__qualname__}.entry"

    def _made(self) -> Image:
        """Build an image of all related entry points."""
        parts = [self]
        if self.entry_points is not None:
            self.entry_points.find_all()
            parts = self.entry_points.parts
        image = Image.build({part.entry_name: part.lowered() for part in parts})
        if self.entry_points is not None:
            self.entry_points.image = image
        folders = [part.folder for part in parts if part.folder is not None]
        if len(folders) == len(parts) and image.save(image_file(image.name)):
            for part, folder in zip(parts, folders, strict=True):
                sealed.write(part._pointer(folder), image.name.encode())
        return image
