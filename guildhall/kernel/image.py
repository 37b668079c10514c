"""Machine code of many kernels made at once: a whole program, optimised as one.

numba optimises every function it compiles and makes machine code of it, then does so again for each that calls it.
Here a kernel that others call is only typed and lowered (`Inner`).
The *doors*, which Python calls, are linked with all they need into one `Image`, where nothing else can be reached from
outside; it is optimised once, and so well that games run at half again the speed.

An image is kept as one sealed file (`sealed.py`) of plain machine code, with the names of its doors.
This module and `whole.py` lean on the inside of numba and of nothing else.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from llvmlite import binding as llvm
from numba import _dynfunc
from numba.core import environment, types
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target
from numba.np import arrayobj

from . import sealed

__all__ = ["Image", "Inner"]

_SWITCHES = {
    "inline-threshold": (1300, 250),  # a kernel is called in a few places, and most of its calls are hot
    "unroll-threshold": (60, 300),  # loops over hands and halls end after a few rounds
    "enable-ext-tsp-block-placement": (1, 0),
}
"""LLVM's switches: our value, and the usual one at numba's level of optimisation."""


class Inner(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel before it is optimised, and what it calls; no machine code is made of it.

    A function that is no kernel links it like any other.
    """

    _linked: Any = None

    def add_linking_library(self, library: Any) -> None:
        """Note what is called; other kernels stay as they are."""
        if not isinstance(library, Inner):
            library._ensure_finalized()
        self._linking_libraries.append(library)

    def add_llvm_module(self, ll_module: Any) -> None:
        """Take code in as it is: it is optimised in its image."""
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        """Leave the work to whoever links this."""
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        if self._linked is None:
            whole = self._final_module.clone()
            for library in _closure([self]):
                if library is not self:
                    whole.link_in(_code_of(library), preserve=True)
            for function in whole.functions:
                if not function.is_declaration and function.linkage == llvm.Linkage.external:
                    function.linkage = "linkonce_odr"
            self._linked = whole
        return self._linked


def _code_of(library: Any) -> Any:
    """What a library itself holds; an ordinary one holds all that it calls as well."""
    return library._final_module if isinstance(library, Inner) else library._get_module_for_linking()


def _closure(libraries: Iterable[Any]) -> Iterator[Any]:
    """Libraries and all they call, each once."""
    seen: set[Any] = set()
    waiting = list(libraries)
    while waiting:
        library = waiting.pop()
        if library not in seen:
            seen.add(library)
            yield library
            if isinstance(library, Inner):
                waiting.extend(library._linking_libraries)


class Image(JITCodeLibrary):  # type: ignore[misc]
    """The machine code of some doors and of all they call."""

    def __init__(self, name: str) -> None:
        super().__init__(cpu_target.target_context.codegen(), name)
        self.doors: dict[str, str] = {}
        """The symbol of each door."""

    @classmethod
    def build(cls, doors: Mapping[str, Any]) -> Image:
        """Link, optimise and load doors, given what became of their kernels (numba's compile results) by name."""
        image = cls(hashlib.blake2b(json.dumps(sorted(doors)).encode(), digest_size=16).hexdigest())
        context = cpu_target.target_context
        for result in doors.values():
            context.create_cpython_wrapper(
                image, result.fndesc, result.environment, result.call_helper, release_gil=True
            )
        for library in _closure(result.library for result in doors.values()):
            image._final_module.link_in(_code_of(library), preserve=True)
        for number, (name, result) in enumerate(doors.items()):
            image.doors[name] = f"guildhall.{image.name}.{number}"
            # Symbols of numba's are numbered anew in every process: those of two images might be equal.
            image._final_module.get_function(result.fndesc.llvm_cpython_wrapper_name).name = image.doors[name]
            image._final_module.get_global_variable(result.fndesc.env_name).name = _environment(image.doors[name])
        image.finalize()
        return image

    def add_llvm_module(self, ll_module: Any) -> None:
        """Take code in as it is."""
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        """Hide all but the doors, optimise and load the machine code."""
        seen = {*self.doors.values(), *map(_environment, self.doors.values())}
        for value in (*self._final_module.functions, *self._final_module.global_variables):
            if not value.is_declaration and value.name not in seen:
                value.linkage = "internal"
        self._copy_records_whole()
        with _tuned():
            passes, builder = self._codegen._module_pass_manager(loop_vectorize=False, slp_vectorize=False)
            passes.run(self._final_module, builder)
            self._final_module.verify()
            self._finalize_dynamic_globals()
            code = _emitter().emit_object(self._final_module)
        self._enter(code)

    def _enter(self, code: bytes) -> None:
        """Load machine code."""
        self._code = code
        self._finalized = True
        _engine().add_object_file(llvm.ObjectFileRef.from_data(code))
        _engine().finalize_object()

    def _copy_records_whole(self) -> None:
        """Turn copies of records into copies of memory, before one is passed on byte by byte as an argument."""
        passes = llvm.create_new_module_pass_manager()
        passes.add_sroa_pass()
        passes.add_mem_copy_opt_pass()
        passes.run(self._final_module, self._codegen._pass_builder())

    def call_of(self, name: str, module: Any) -> Any:
        """What Python calls to enter by a door."""
        symbol = self.doors[name]
        own = environment._rebuild_env(module.__name__, [], _environment(symbol))
        ctypes.c_void_p.from_address(_engine().get_global_value_address(_environment(symbol))).value = id(own)
        pointer = _engine().get_function_address(symbol)
        return _dynfunc.make_function(module, name.rpartition(".")[2], f"the door {name}", pointer, own, (self,))

    # --- Files ---

    def save(self, file: Path) -> bool:
        """Keep the machine code in a file, whole or not at all; False if it cannot be kept."""
        if self.has_dynamic_globals:  # addresses of this very process
            return False
        about = {"name": self.name, "doors": self.doors}
        return sealed.write(file, json.dumps(about).encode() + b"\n" + self._code)

    @classmethod
    def load(cls, file: Path) -> Image | None:
        """Read machine code; None if there is none, or none that was sealed here."""
        content = sealed.read(file)
        if content is None:
            return None
        about, _, code = content.partition(b"\n")
        told = json.loads(about)
        image = cls(told["name"])
        image.doors = told["doors"]
        image._enter(code)
        return image


@contextmanager
def _tuned() -> Iterator[None]:
    """LLVM's switches as they suit a whole program of short loops; afterwards as they suit anything else.

    They hold for the process, so whoever comes here holds numba's lock.
    """
    for switch, (ours, _) in _SWITCHES.items():
        llvm.set_option("guildhall", f"--{switch}={ours}")
    try:
        yield
    finally:
        for switch, (_, usual) in _SWITCHES.items():
            llvm.set_option("guildhall", f"--{switch}={usual}")


@cache
def _emitter() -> Any:
    """What makes machine code of an image.

    Its parts lie together, so they reach each other by short ways; numba has to reckon with any distance.
    """
    codegen = cpu_target.target_context.codegen()
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=codegen._get_host_cpu_name(), features=codegen._tm_features, opt=3, reloc="pic", codemodel="small"
    )


@cache
def _engine() -> Any:
    """What loads machine code, all parts of an image into one piece of memory."""
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), _emitter(), use_lmm=True)


def _environment(symbol: str) -> str:
    return f"{symbol}.environment"


_wrapped_index = arrayobj.fix_integer_index


def _index(context: Any, builder: Any, idxty: Any, idx: Any, size: Any) -> Any:
    """An index in a kernel is never negative, so none is counted from the end; elsewhere numba's rule holds."""
    if idxty.signed and isinstance(context.active_code_library, Inner):
        return context.cast(builder, idx, idxty, types.intp)
    return _wrapped_index(context, builder, idxty, idx, size)


arrayobj.fix_integer_index = _index
