"""The base class of all front-ends: Python renders the page, and the browser shows it and sends user actions.

A front-end is a class with a state, a method `page` that renders it as HTML, and methods marked with `@on("undo")` that
change it. A large one is composed of parts, each with its state and marked methods.
`messages.py` validates every message before its handler runs. A rejected message changes nothing.
An exception in a handler is shown in the widget and does not stop the notebook.
The browser sends a message only after the previous one was acknowledged, because kernels may reorder messages that
arrive together and JupyterLab may process them in different threads.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, RLock
from types import MethodType
from typing import Any, ClassVar, Protocol, TypeVar

import anywidget
import traitlets

from guildhall.core.errors import GuildhallError, short

from .messages import Field, fields_of, read_fields, read_message
from .render.styles import GONE, STORED, fragment, stylesheet, symbol_rules

__all__ = ["STATIC", "LiveWidget", "Part", "Screen", "on", "packed", "public"]

STATIC = Path(__file__).parent / "static"
_SHORT = 1000  # shorter pages (in characters) are sent uncompressed, being no longer than the overhead of a message

Handler = TypeVar("Handler", bound=Callable[..., None])


def on(name: str) -> Callable[[Handler], Handler]:
    """Mark a method as the handler of elements with `data-do=name`.

    It receives the element's other `data-` attributes, and `value` of an input, as keyword arguments of the annotated
    type: `str`, `int` or `bool`. The method must validate their meaning before it changes anything.
    """

    def mark(method: Handler) -> Handler:
        fields_of(method)  # raises TypeError for a type that cannot be read
        method.answers = name  # type: ignore[attr-defined]  # read by Part
        return method

    return mark


class Part:
    """A component with a state and methods marked with `@on` that change it."""

    _handlers: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = {method.answers: name for name, method in vars(cls).items() if hasattr(method, "answers")}
        cls._handlers = {**cls._handlers, **own}

    def handler(self, name: str) -> MethodType | None:
        """Return the method marked with this name, if any."""
        method = self._handlers.get(name)
        return None if method is None else getattr(self, method)


class Screen(Protocol):
    """The methods of a front-end that its parts may call."""

    def announce(self, words: str) -> None:
        """Show a message on the status line."""

    def show_failure(self, failure: Exception) -> None:
        """Show an error."""

    def refresh(self) -> None:
        """Show the current state."""


def packed(page: str, widget: object = None) -> str | bytes:
    """Compress a page for sending, because every change sends all of it."""
    return page if len(page) < _SHORT else zlib.compress(page.encode())


Trait = TypeVar("Trait", bound=traitlets.TraitType[Any, Any])


def public(trait: Trait, read: Callable[[Any], object], put: Callable[[Any, Any], None]) -> Trait:
    """Tag a trait that mirrors `read(widget)`. Setting it calls `put(widget, value)`, which may reject the value.

    Notebooks can read, set, observe and link such traits.

    >>> from guildhall_widgets import OddsExplorer
    >>> explorer = OddsExplorer(draws=6)
    >>> explorer.draws = 7
    >>> explorer.situation.draws
    7
    """
    trait.tag(read=read, put=put)
    return trait


class LiveWidget(Part, anywidget.AnyWidget):
    """A page rendered by Python that responds to clicks and keys."""

    _holding_sync: bool = False
    _esm = STATIC / "live.js"
    _css = stylesheet() + symbol_rules()

    html = traitlets.Unicode("").tag(sync=True, to_json=packed)
    status = traitlets.Unicode("").tag(sync=True)  # one line, read out by screen readers
    error = traitlets.Unicode("").tag(sync=True)
    label = traitlets.Unicode("").tag(sync=True)
    help = traitlets.Dict().tag(sync=True)  # HTML shown for elements with `data-help`, by name
    gone = traitlets.Unicode(GONE).tag(sync=True)  # shown while the kernel does not respond
    stored = traitlets.Unicode(STORED)  # shown above the picture that a notebook keeps
    spoken = traitlets.Unicode("").tag(sync=True)  # code of the language, if it is not that of the page around
    called = traitlets.Bool(False).tag(sync=True)  # take the focus when first shown

    def __init__(self, **kwargs: Any) -> None:
        self._sending = Lock()  # held only briefly, so it may be acquired under any other lock
        super().__init__(**kwargs)
        self.failure: Exception | None = None  # the last exception of a handler
        self._parts: tuple[Part, ...] = (self,)
        self._handling = RLock()  # JupyterLab may pass messages to two threads of the kernel
        self._newest: dict[str, int] = {}  # number of the latest message from each view
        self._drawing = RLock()  # background work and the notebook must not draw at the same time
        self._is_telling = False
        if names := list(self._public()):
            self.observe(self._put, names=names)
        self.on_msg(self._receive)

    # Defined by each front-end

    def page(self) -> str:
        """Return the HTML of the current state."""
        raise NotImplementedError

    def text(self) -> str:
        """Return the front-end as plain text, for reading a notebook without a kernel."""
        return self.label

    def stop(self) -> None:
        """Stop background work, if any."""

    # Messages

    @property
    def messages(self) -> dict[str, Mapping[str, Field]]:
        """The fields of every message it handles, by message name."""
        named = ((name, part.handler(name)) for part in self._parts for name in part._handlers)
        return {name: fields_of(handler.__func__) for name, handler in named if handler is not None}

    def close(self) -> None:
        """Stop everything and close the widget."""
        self.stop()
        super().close()

    def hold(self, *parts: Part) -> None:
        """Add parts. Their message names must not clash."""
        names = Counter(name for part in (*self._parts, *parts) for name in part._handlers)
        if twice := [name for name, number in names.items() if number > 1]:
            raise TypeError(f"several parts handle {', '.join(map(repr, twice))}")
        self._parts += parts

    def call(self) -> None:
        """Take the focus and scroll into view when first shown, because the reader opened it."""
        self.called = True

    def announce(self, words: str) -> None:
        """Show a message on the status line."""
        self.status = words

    def show_failure(self, failure: Exception) -> None:
        """Show an error."""
        self.failure = failure
        self.error = _error_text(failure)

    def refresh(self) -> None:
        """Show the current state. Background threads may call this."""
        with self._drawing, self.hold_sync():
            self.html = self.page()
            self.tell_traits()

    def tell_traits(self) -> None:
        """Update the traits to the current state."""
        with self._drawing:
            self._is_telling, before = True, self._is_telling
            try:
                for name, trait in self._public().items():
                    setattr(self, name, trait.metadata["read"](self))
            finally:
                self._is_telling = before

    def _public(self) -> dict[str, traitlets.TraitType[Any, Any]]:
        found: dict[str, traitlets.TraitType[Any, Any]] = self.traits(read=lambda read: read is not None)
        return found

    def _put(self, change: Any) -> None:
        """Apply the new value of a trait, or restore it and show the error."""
        with self._drawing:
            if self._is_telling:
                return
            try:
                self.trait_metadata(change.name, "put")(self, change.new)
            except Exception:
                self.tell_traits()
                raise
            self.refresh()

    @contextmanager
    def hold_sync(self) -> Iterator[None]:
        """Send all changes together at the end. Unlike that of ipywidgets, this works with background threads."""
        if self._holding_sync:
            yield
            return
        self._holding_sync = True
        try:
            yield
        finally:
            with self._sending:
                self._holding_sync = False
                held = set(self._states_to_send)
                self._states_to_send.clear()
            self.send_state(held)

    def _should_send_property(self, key: str, value: Any) -> bool:
        with self._sending:
            return bool(super()._should_send_property(key, value))

    def act(self, name: str, /, **data: Any) -> None:
        """Do what a click on an element with `data-do=name` does. Errors are shown in `error`."""
        with self.hold_sync():
            self.error = ""
            self._try(lambda: self._call(name, data))
            self._try(self.refresh)

    def _call(self, name: str, data: Mapping[str, Any]) -> None:
        handler = self._handler(name)
        handler(**read_fields(handler.__func__, data))

    def _try(self, do: Callable[[], None]) -> None:
        try:
            do()
        except Exception as failure:  # a front-end shows any error
            self.show_failure(failure)

    def _handler(self, name: str) -> MethodType:
        for part in self._parts:
            if handler := part.handler(name):
                return handler
        known = sorted(name for part in self._parts for name in part._handlers)
        raise GuildhallError(f"unknown message {short(name)}; expected {', '.join(known)}")

    def _receive(self, _: Any, content: Any, buffers: Any) -> None:
        """Handle and acknowledge a message. One without `do` only checks that the kernel is alive."""
        if not isinstance(content, dict) or not {"do", "view"} & content.keys():
            return  # another message of the widget protocol
        view, number = content.get("view"), content.get("number")
        with self._handling:
            try:
                if "do" in content and not self._is_overtaken(view, number):
                    self._try(lambda: self._obey(content))
            finally:
                self.send({"view": view, "number": number})

    def _is_overtaken(self, view: object, number: object) -> bool:
        """Return whether a later message of the view was handled, as when this one was stuck behind a long cell."""
        if not isinstance(view, str) or not isinstance(number, int):
            return False
        self._newest[view] = max(number, self._newest.get(view, number))
        return number < self._newest[view]

    def _obey(self, content: Mapping[Any, Any]) -> None:
        name, data = read_message(content)
        self.act(name, **data)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the widget, with its page and text for readers without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**data, "text/html": fragment(self.html, note=self.stored), "text/plain": self.text()}, metadata


def _error_text(failure: Exception) -> str:
    """Return the message of an error, prefixed with its type unless it is a GuildhallError."""
    return str(failure) if isinstance(failure, GuildhallError) else f"{type(failure).__name__}: {failure}"
