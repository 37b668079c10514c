"""The base class of all front-ends: Python renders the page, the browser shows it and sends what the reader does.

A front-end is a class with a state, a method `page` that renders it as HTML, and methods marked with `@on("undo")`
that change it.  A large one holds parts, each with its own state and marked methods.
`messages.py` validates every message before its handler runs.  A rejected message changes nothing.
An exception in a handler is shown in the widget, and the notebook goes on.
The browser sends a message only after the one before was acknowledged: kernels may reorder messages that arrive
together, and JupyterLab may hand them to different threads.
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
from .render.markup import stylesheet
from .render.still import fragment

__all__ = ["STATIC", "LiveWidget", "Part", "Screen", "on", "packed", "public"]

STATIC = Path(__file__).parent / "static"
_GONE = "The kernel has gone, or is busy: this is the last picture. If it was restarted, run the cell again."
_PICTURE = "A stored picture; run the cell to use it."
_SHORT = 1000  # characters of a page that is sent as it is: its message is hardly longer than what goes with every one

Handler = TypeVar("Handler", bound=Callable[..., None])


def on(name: str) -> Callable[[Handler], Handler]:
    """Mark a method as the handler of elements with `data-do=name`.

    It gets the element's other `data-` attributes, and `value` of an input, as keyword arguments, each read as its
    annotation says: `str`, `int` or `bool`.  What they mean is for the method to check, before it changes anything.
    """

    def mark(method: Handler) -> Handler:
        fields_of(method)  # says what cannot be read
        method.answers = name  # type: ignore[attr-defined]  # read by Part
        return method

    return mark


class Part:
    """Something with a state of its own and methods marked with `@on` that change it."""

    _handlers: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = {method.answers: name for name, method in vars(cls).items() if hasattr(method, "answers")}
        cls._handlers = {**cls._handlers, **own}

    def handler(self, name: str) -> MethodType | None:
        """The method that is marked with this name, if there is one."""
        method = self._handlers.get(name)
        return None if method is None else getattr(self, method)


class Screen(Protocol):
    """What a part may do to the front-end that holds it."""

    def announce(self, words: str) -> None:
        """Put words on the status line."""

    def show_failure(self, failure: Exception) -> None:
        """Show what went wrong."""

    def refresh(self) -> None:
        """Show the present state."""


def packed(page: str, widget: object = None) -> str | bytes:
    """A page as it is sent: compressed, since every change sends the whole of it."""
    return page if len(page) < _SHORT else zlib.compress(page.encode())


Trait = TypeVar("Trait", bound=traitlets.TraitType[Any, Any])


def public(trait: Trait, read: Callable[[Any], object], put: Callable[[Any, Any], None]) -> Trait:
    """Tag a trait that always is what `read(widget)` returns; setting it calls `put(widget, value)`, which may refuse.

    A notebook can read, set, observe and link such traits.

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
    _css = stylesheet()

    html = traitlets.Unicode("").tag(sync=True, to_json=packed)
    status = traitlets.Unicode("").tag(sync=True)  # one line, spoken by screen readers
    error = traitlets.Unicode("").tag(sync=True)
    label = traitlets.Unicode("").tag(sync=True)
    help = traitlets.Dict().tag(sync=True)  # what is told of elements with `data-help`, as HTML by their names
    gone = traitlets.Unicode(_GONE).tag(sync=True)  # what is said while the kernel does not answer
    called = traitlets.Bool(False).tag(sync=True)  # whether it takes the focus when it comes to the page

    def __init__(self, **kwargs: Any) -> None:
        self._sending = Lock()  # held for a moment only, so it may be asked for under any other
        super().__init__(**kwargs)
        self.failure: Exception | None = None  # the last exception of a handler
        self._parts: tuple[Part, ...] = (self,)
        self._handling = RLock()  # JupyterLab may hand messages to two threads of the kernel
        self._newest: dict[str, int] = {}  # the number of the latest message from each view
        self._drawing = RLock()  # background work and the notebook do not draw at once
        self._is_telling = False
        if names := list(self._public()):
            self.observe(self._put, names=names)
        self.on_msg(self._receive)

    # Defined by each front-end

    def page(self) -> str:
        """The HTML of the front-end in its present state."""
        raise NotImplementedError

    def text(self) -> str:
        """The front-end in plain words, for a notebook that is read without a kernel."""
        return self.label

    def stop(self) -> None:
        """Stop what is going on beside the notebook, if anything is."""

    # Messages

    @property
    def messages(self) -> dict[str, Mapping[str, Field]]:
        """The fields of every message that it handles, by the message's name."""
        named = ((name, part.handler(name)) for part in self._parts for name in part._handlers)
        return {name: fields_of(handler.__func__) for name, handler in named if handler is not None}

    def close(self) -> None:
        """Stop everything and go."""
        self.stop()
        super().close()

    def hold(self, *parts: Part) -> None:
        """Let parts respond too, each to names of its own."""
        names = Counter(name for part in (*self._parts, *parts) for name in part._handlers)
        if twice := [name for name, number in names.items() if number > 1]:
            raise TypeError(f"several parts answer to {', '.join(map(repr, twice))}")
        self._parts += parts

    def call(self) -> None:
        """Let it take the focus and come into view when it is first shown, since the reader asked for it."""
        self.called = True

    def announce(self, words: str) -> None:
        """Put words on the status line."""
        self.status = words

    def show_failure(self, failure: Exception) -> None:
        """Show what went wrong."""
        self.failure = failure
        self.error = _told(failure)

    def refresh(self) -> None:
        """Show the present state; background work may call it from its thread."""
        with self._drawing, self.hold_sync():
            self.html = self.page()
            self.tell_traits()

    def tell_traits(self) -> None:
        """Bring the traits in step with what is shown."""
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
        """Show what a trait was set to, or put it back and say why it cannot be."""
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
        """Send what changes together at the end; unlike that of ipywidgets, while background work changes more."""
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
        """Do what a click on an element with `data-do=name` does; whatever goes wrong is shown in `error`."""
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
        except Exception as failure:  # a front-end shows what went wrong, whatever it is
            self.show_failure(failure)

    def _handler(self, name: str) -> MethodType:
        for part in self._parts:
            if handler := part.handler(name):
                return handler
        known = sorted(name for part in self._parts for name in part._handlers)
        raise GuildhallError(f"unknown message {short(name)}; expected {', '.join(known)}")

    def _receive(self, _: Any, content: Any, buffers: Any) -> None:
        """Handle and acknowledge a message; one without `do` only asks if the kernel is there."""
        if not isinstance(content, dict) or not {"do", "view"} & content.keys():
            return  # some other message of the widget protocol
        view, number = content.get("view"), content.get("number")
        with self._handling:
            try:
                if "do" in content and not self._is_overtaken(view, number):
                    self._try(lambda: self._obey(content))
            finally:
                self.send({"view": view, "number": number})

    def _is_overtaken(self, view: object, number: object) -> bool:
        """True if a later message of the view was handled, as when this one was stuck behind a long cell."""
        if not isinstance(view, str) or not isinstance(number, int):
            return False
        self._newest[view] = max(number, self._newest.get(view, number))
        return number < self._newest[view]

    def _obey(self, content: Mapping[Any, Any]) -> None:
        name, data = read_message(content)
        self.act(name, **data)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and for readers without a kernel its page and its words."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**data, "text/html": fragment(self.html, note=_PICTURE), "text/plain": self.text()}, metadata


def _told(failure: Exception) -> str:
    """A failure in words: our own errors speak for themselves, others say what kind they are."""
    return str(failure) if isinstance(failure, GuildhallError) else f"{type(failure).__name__}: {failure}"
