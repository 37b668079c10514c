"""Kernels as parts of a whole: typed and lowered where another kernel calls them, machine code where Python does.

Any function compiled by numba may call a kernel too; it links it as it links others.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numba.core import compiler, errors, typed_passes, types, untyped_passes
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.registry import CPUDispatcher
from numba.core.types.functions import BaseFunction

from . import sealed
from .cache import image_file
from .image import Image, Inner

if TYPE_CHECKING:
    from .compile import Doors

__all__ = ["Part"]


@contextmanager
def _few_collections() -> Iterator[None]:
    """Look for garbage rarely: the compiler leaves little of it, and looking took a tenth of its time."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(100 * before[0], *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


@contextmanager
def _remembered_types() -> Iterator[None]:
    """Let the compiler remember what operators make of numbers: it would try all their forms at every place anew."""
    kind_of_function: Any = BaseFunction
    resolve = kind_of_function.get_call_type
    known: dict[Any, Any] = {}

    def get_call_type(function: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws or not all(isinstance(kind, types.Number | types.Boolean) for kind in args):
            return resolve(function, context, args, kws)
        place = function, tuple(args)
        if place not in known:
            known[place] = resolve(function, context, args, kws)
        return known[place]

    kind_of_function.get_call_type = get_call_type
    try:
        yield
    finally:
        kind_of_function.get_call_type = resolve


class _Short(compiler.CompilerBase):  # type: ignore[misc]
    """The passes that a kernel needs: nothing in it is lifted, unrolled, annotated or turned into an array."""

    passes = (
        untyped_passes.TranslateByteCode,
        untyped_passes.FixupArgs,
        untyped_passes.IRProcessing,
        untyped_passes.RewriteSemanticConstants,
        untyped_passes.DeadBranchPrune,
        untyped_passes.GenericRewrites,
        untyped_passes.ReconstructSSA,
        typed_passes.NopythonTypeInference,
        typed_passes.PreLowerStripPhis,
        typed_passes.IRLegalization,
        typed_passes.NativeLowering,
        typed_passes.NoPythonBackend,
    )

    def define_pipelines(self) -> list[Any]:
        """One way only."""
        way = PassManager("kernel")
        for each in self.passes:
            way.add_pass(each, each.__name__)
        way.finalize()
        return [way]


_loaded: dict[str, Image | None] = {}


class Part(CPUDispatcher):  # type: ignore[misc]
    """A kernel: typed and lowered when another one calls it, machine code when Python does."""

    def __init__(
        self,
        function: Callable[..., Any],
        declared: Any,
        folder: Path | None,
        options: Mapping[str, Any],
        lowering: Callable[[Callable[..., Any], Any, Path | None], AbstractContextManager[None]],
    ) -> None:
        """`declared` is its signature, `folder` where its machine code is found; it is lowered within `lowering`."""
        super().__init__(function, targetoptions=dict(options))
        self.declared = declared
        self.folder = folder
        self.doors: Doors | None = None
        self._lowering = lowering
        self._entry: Any = None

    @property
    def nopython_signatures(self) -> list[Any]:
        """The one signature that a kernel declares."""
        return [self.declared]

    @property
    def door(self) -> str:
        """Its name among the doors of an image: what names its machine code, and its own."""
        place = self.folder.name if self.folder else hex(id(self))
        return f"{place}/{self.py_func.__qualname__}"

    # --- Called from compiled code ---

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What the compiler asks for when another function calls this one."""
        self.lowered()
        return super().get_call_template(args, kws)

    def compile(self, sig: Any) -> Any:
        """Type and lower the kernel, whatever it is called with."""
        return self.lowered().entry_point

    def lowered(self) -> Any:
        """The kernel without machine code, as numba's compile result."""
        with global_compiler_lock:
            if not self.overloads:
                with self._lowering(self.py_func, self.declared, self.folder):
                    self._lower()
        return next(iter(self.overloads.values()))

    def _lower(self) -> None:
        try:
            result = self._through(_Short)
        except errors.NumbaError:  # what the usual way can do, or says better why it cannot
            result = self._through(compiler.Compiler)
        key = object()  # under which the compiler finds it
        self.targetctx.insert_user_function(key, result.fndesc, [result.library])
        self.overloads[tuple(self.declared.args)] = result._replace(entry_point=key)

    def _through(self, pipeline: type) -> Any:
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        return compiler.compile_extra(
            self.typingctx,
            self.targetctx,
            self.py_func,
            self.declared.args,
            self.declared.return_type,
            flags,
            self.locals,
            library=Inner(self.targetctx.codegen(), self.py_func.__qualname__),
            pipeline_class=pipeline,
        )

    # --- Called from Python ---

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        return self.entry()

    def entry(self) -> Any:
        """What Python calls; its machine code is read or made."""
        with global_compiler_lock:
            if self._entry is None:
                self._enter()
        return self._entry

    def _enter(self) -> None:
        image = self._kept()
        if image is None:
            with _few_collections(), _remembered_types():
                image = self._made()
        self._entry = image.call_of(self.door, sys.modules[self.py_func.__module__])
        self._insert([kind._code for kind in self.declared.args], self._entry, False)
        self._can_compile = False

    def _kept(self) -> Image | None:
        """An image in which this door is, made by this process or an earlier one."""
        image: Image | None = self.doors.image if self.doors is not None else None
        if image is not None and self.door in image.doors:
            return image
        return self._read(self.folder) if self.folder is not None else None

    def _read(self, folder: Path) -> Image | None:
        pointer = sealed.read(self._pointer(folder))
        if pointer is None:
            return self._read_for_another_door(folder)
        name = pointer.decode()
        if name not in _loaded:
            _loaded[name] = Image.load(image_file(name))
        image = _loaded[name]
        return image if image is not None and self.door in image.doors else None

    def _read_for_another_door(self, folder: Path) -> Image | None:
        """Find the door in an image that is loaded, as one of the same name cannot be loaded beside it."""
        for name, image in _loaded.items():
            if image is not None and self.door in image.doors:
                sealed.write(self._pointer(folder), name.encode())
                return image
        return None

    def _pointer(self, folder: Path) -> Path:
        """The file that says in which image the door is."""
        return folder / f"{self.py_func.__qualname__}.door"

    def _made(self) -> Image:
        """An image made now, of all doors that belong together."""
        parts = [self]
        if self.doors is not None:
            self.doors.find_all()
            parts = self.doors.parts
        image = Image.build({part.door: part.lowered() for part in parts})
        if self.doors is not None:
            self.doors.image = image
        folders = [part.folder for part in parts if part.folder is not None]
        if len(folders) == len(parts) and image.save(image_file(image.name)):
            for part, folder in zip(parts, folders, strict=True):
                sealed.write(part._pointer(folder), image.name.encode())
        return image
