"""The internals of numba that compile many kernels as one program.

Only this module and `numba_inside.py` import private names of numba, or llvmlite. Each section says what it uses and
why. All of it was tested with numba 0.62 to 0.68. With other versions this module is not even imported (`kernels.way`).
"""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

from llvmlite import binding as llvm
from numba import _dynfunc, types
from numba.core import compiler, environment, errors, typed_passes, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.types.functions import BaseFunction
from numba.np import arrayobj

__all__ = ["Linked", "LoweredKernel", "fast_compiling"]


# --- Kernels typed and lowered, but not yet machine code ---
# Uses: a code library, a dispatcher and a pipeline of passes.
# Why: numba optimises every function and makes machine code of it, then does so again for each of its callers.


class Inner(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel before optimisation, and the libraries it calls, without machine code.

    A function that is not a kernel links it like any other library.
    """

    _linked: Any = None

    def add_linking_library(self, library: Any) -> None:
        """Note a called library; other kernels stay as they are."""
        if not isinstance(library, Inner):
            library._ensure_finalized()
        self._linking_libraries.append(library)

    def add_llvm_module(self, ll_module: Any) -> None:
        """Add code unchanged, since it is optimised in its program."""
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        """Do nothing: the program that links this does the work."""
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
    """Return the code of a library alone. An ordinary one also contains everything it calls."""
    return library._final_module if isinstance(library, Inner) else library._get_module_for_linking()


def _closure(libraries: Iterable[Any]) -> Iterator[Any]:
    """Iterate over libraries and everything they call, each once."""
    seen: set[Any] = set()
    waiting = list(libraries)
    while waiting:
        library = waiting.pop()
        if library not in seen:
            seen.add(library)
            yield library
            if isinstance(library, Inner):
                waiting.extend(library._linking_libraries)


class _Short(compiler.CompilerBase):  # type: ignore[misc]
    """The passes that a kernel needs: none for lifting, unrolling, annotating or array expressions."""

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
        """Return the one pipeline."""
        pipeline = PassManager("kernel")
        for each in self.passes:
            pipeline.add_pass(each, each.__name__)
        pipeline.finalize()
        return [pipeline]


class LoweredKernel(CPUDispatcher):  # type: ignore[misc]
    """A kernel with one signature, lowered when another kernel calls it and compiled when Python does."""

    def __init__(self, function: Callable[..., Any], declared: Any, options: Mapping[str, Any]) -> None:
        super().__init__(function, targetoptions=dict(options))
        self.declared = declared
        self._entry: Any = None

    @property
    def nopython_signatures(self) -> list[Any]:
        """The kernel's one signature."""
        return [self.declared]

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Lower the kernel when the compiler finds a call to it in another function."""
        self.lowered()
        return super().get_call_template(args, kws)

    def compile(self, sig: Any) -> Any:
        """Type and lower the kernel for its declared signature, whatever the arguments."""
        return self.lowered().entry_point

    def lowered(self) -> Any:
        """Return the kernel without machine code, as numba's compile result."""
        with global_compiler_lock:
            if not self.overloads:
                self._lower()
        return next(iter(self.overloads.values()))

    def _lower(self) -> None:
        try:
            result = self._through(_Short)
        except errors.NumbaError:  # numba's full pipeline can compile it, or gives a better reason why not
            result = self._through(compiler.Compiler)
        key = object()  # identifies it to the compiler
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

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        return self.entry()

    def entry(self) -> Any:
        """Return the function that Python calls, loading or building its machine code."""
        with global_compiler_lock:
            if self._entry is None:
                self._entry = self._entered()
                self._insert([kind._code for kind in self.declared.args], self._entry, False)
                self._can_compile = False
        return self._entry

    def _entered(self) -> Any:
        raise NotImplementedError


# --- Faster compiling ---
# Uses: a patch of how numba resolves the type of a call, only while a program is compiled. Why: numba tries all
# signatures of an operator again at every use, which took much of the time.


@contextmanager
def fast_compiling() -> Iterator[None]:
    """Compile many kernels with fewer garbage collections and cached operator types."""
    with _few_collections(), _remembered_types():
        yield


@contextmanager
def _few_collections() -> Iterator[None]:
    """Collect garbage rarely. The compiler leaves little, and collecting took a tenth of its time."""
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
    """Cache the result types of operators on numbers."""
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


# --- Link, optimise, load ---
# Uses: numba's wrappers for Python, its pass manager, and a second LLVM execution engine. Why: LLVM optimises the whole
# program once, with only the entry points visible from outside. Versions: not 0.61, since llvmlite 0.44 cannot add
# single passes.

_SWITCHES = {
    "inline-threshold": (1300, 250),  # most kernels have few callers, and most calls are hot
    "unroll-threshold": (60, 300),  # loops over hands and halls take few iterations
    "enable-ext-tsp-block-placement": (1, 0),
}
"""LLVM's switches: our value, and the default at numba's optimisation level."""


class Linked(JITCodeLibrary):  # type: ignore[misc]
    """The machine code of some entry points and everything they call."""

    def __init__(self, name: str) -> None:
        super().__init__(cpu_target.target_context.codegen(), name)
        self.symbols: dict[str, str] = {}
        """The symbol of each entry point."""
        self.code = b""

    def link(self, results: Mapping[str, Any]) -> None:
        """Link, optimise and load entry points, given the compile results of their kernels by name."""
        context = cpu_target.target_context
        for result in results.values():
            context.create_cpython_wrapper(
                self, result.fndesc, result.environment, result.call_helper, release_gil=True
            )
        for library in _closure(result.library for result in results.values()):
            self._final_module.link_in(_code_of(library), preserve=True)
        for number, (name, result) in enumerate(results.items()):
            self.symbols[name] = f"guildhall.{self.name}.{number}"
            # numba numbers its symbols from 0 in every process, so those of two programs might clash.
            self._final_module.get_function(result.fndesc.llvm_cpython_wrapper_name).name = self.symbols[name]
            self._final_module.get_global_variable(result.fndesc.env_name).name = _environment(self.symbols[name])
        self.finalize()

    def add_llvm_module(self, ll_module: Any) -> None:
        """Add code unchanged."""
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        """Hide everything except the entry points, optimise, and load the machine code."""
        seen = {*self.symbols.values(), *map(_environment, self.symbols.values())}
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
        self.load_code(code)

    def load_code(self, code: bytes) -> None:
        """Load machine code into this process."""
        self.code = code
        self._finalized = True
        _engine().add_object_file(llvm.ObjectFileRef.from_data(code))
        _engine().finalize_object()

    def _copy_records_whole(self) -> None:
        """Turn copies of records into memory copies, before one is passed on byte by byte as an argument."""
        passes = llvm.create_new_module_pass_manager()
        passes.add_sroa_pass()
        passes.add_mem_copy_opt_pass()
        passes.run(self._final_module, self._codegen._pass_builder())

    def function(self, name: str, module: Any) -> Any:
        """Return the Python function of an entry point."""
        symbol = self.symbols[name]
        own = environment._rebuild_env(module.__name__, [], _environment(symbol))
        ctypes.c_void_p.from_address(_engine().get_global_value_address(_environment(symbol))).value = id(own)
        pointer = _engine().get_function_address(symbol)
        return _dynfunc.make_function(module, name.rpartition(".")[2], f"entry point {name}", pointer, own, (self,))


@contextmanager
def _tuned() -> Iterator[None]:
    """Set LLVM's switches for a whole program of short loops, and reset them afterwards.

    They are process-wide, so the caller must hold numba's lock.
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
    """Return the target machine of a program.

    The parts of a program are loaded together, so short jumps reach all of them. numba has to allow for any distance.
    """
    codegen = cpu_target.target_context.codegen()
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=codegen._get_host_cpu_name(), features=codegen._tm_features, opt=3, reloc="pic", codemodel="small"
    )


@cache
def _engine() -> Any:
    """Return the loader of machine code, which places all parts of a program in one block of memory."""
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), _emitter(), use_lmm=True)


def _environment(symbol: str) -> str:
    return f"{symbol}.environment"


# --- An index is never negative ---
# Uses: a patch of how numba lowers an integer index. Why: supporting negative indices costs a comparison at every
# access, and kernels use none. Elsewhere numba's rule holds.

_wrapped_index = arrayobj.fix_integer_index


def _index(context: Any, builder: Any, idxty: Any, idx: Any, size: Any) -> Any:
    if idxty.signed and isinstance(context.active_code_library, Inner):
        return context.cast(builder, idx, idxty, types.intp)
    return _wrapped_index(context, builder, idxty, idx, size)


arrayobj.fix_integer_index = _index
