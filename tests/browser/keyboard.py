"""Walking a page without a mouse."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

__all__ = ["assert_visible_focus", "tab_to"]

MOST_STOPS = 100
HAS_FOCUS = "element => element === element.getRootNode().activeElement"
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


def tab_to(page: Page, target: Locator, start: Locator, key: str) -> int:
    """Press `key` from the beginning of `start` on until `target` has the focus; answers how often."""
    start.evaluate(STAND_BEFORE)
    passed = []
    for stop in range(1, MOST_STOPS + 1):
        page.keyboard.press(key)
        if target.evaluate(HAS_FOCUS):
            return stop
        passed.append(page.evaluate("() => document.activeElement.outerHTML.slice(0, 80)"))
    raise AssertionError("\n".join([f"{key} never reached {target}; it went by", *dict.fromkeys(passed)]))


def assert_visible_focus(target: Locator) -> None:
    """Fail unless an outline, shadow, border or stroke of the focused `target`, or of a part of it, shows the focus."""
    assert target.evaluate(HAS_FOCUS), f"{target} does not have the focus"
    focused, plain = target.evaluate(LOOKS)
    assert focused != plain, f"{target} looks the same with and without the focus:\n{plain}"
