"""Walking a page without a mouse."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

__all__ = ["assert_visible_focus", "tab_to"]

MOST_STOPS = 100
HAS_FOCUS = "element => element === element.getRootNode().activeElement"
# Without what is in it: a panel of JupyterLab that has the focus holds a whole notebook.
WHERE = f"element => [({HAS_FOCUS})(element), document.activeElement.cloneNode(false).outerHTML.slice(0, 80)]"
# An element can take the place where the next Tab starts from without becoming a stop itself.
STAND_BEFORE = """element => {
    const place = document.createElement("span");
    place.tabIndex = -1;
    element.prepend(place);
    place.focus();
    place.addEventListener("blur", () => setTimeout(() => place.remove()), { once: true });
}"""
LOOKS = """element => {
    const signs = ["outline", "boxShadow", "borderColor", "borderWidth", "stroke", "strokeWidth"];
    const look = () => [element, ...element.querySelectorAll("*")].map(one => {
        one.getAnimations().forEach(animation => animation.finish());
        const style = getComputedStyle(one);
        const unseen = style.outlineStyle === "none" || parseFloat(style.outlineWidth) === 0;
        return signs.map(sign => sign === "outline" && unseen ? "none" : style[sign]).join("; ");
    }).join("\\n");
    const focused = look();
    element.blur();
    const plain = look();
    element.focus();
    return [focused, plain];
}"""


def tab_to(page: Page, target: Locator, start: Locator, key: str, most: int = MOST_STOPS) -> int:
    """Press `key` from the beginning of `start` on until `target` has the focus; answers how often."""
    start.evaluate(STAND_BEFORE)
    passed = []
    for stop in range(1, most + 1):
        page.keyboard.press(key)
        is_there, focused = target.evaluate(WHERE)
        if is_there:
            return stop
        passed.append(focused)
    raise AssertionError("\n".join([f"{key} never reached {target}; it went by", *dict.fromkeys(passed)]))


def assert_visible_focus(target: Locator) -> None:
    """Fail unless an outline, shadow, border or stroke of the focused `target`, or of a part of it, shows the focus."""
    assert target.evaluate(HAS_FOCUS), f"{target} does not have the focus"
    focused, plain = target.evaluate(LOOKS)
    assert focused != plain, f"{target} looks the same with and without the focus:\n{plain}"
