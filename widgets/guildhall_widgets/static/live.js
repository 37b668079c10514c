// Shows the HTML rendered by Python, and sends user actions to Python.
//
// A click (or Enter) on an element with `data-do`, or a change of an input, sends a message with its `data-`
// attributes. Python replies with new HTML. The page is patched to match it, so that the focus, a slider being dragged
// and the scroll position are kept.
//
//   data-do="undo"             the message name; all other data- attributes are sent with it
//   data-key="card 12"         identity: the element with this key is kept across changes
//   data-keys="u ArrowLeft"    keys that trigger the element from anywhere in the widget, e.g. Shift+ArrowLeft
//   data-roving                a group with one tab stop, navigated with arrow keys, Home and End
//   data-roving="vertical"     the same with the arrow keys up and down only
//   data-in-view               its scrolling list is scrolled to it when another element gets this mark
//   data-enter="add tag"       the element that Enter in this text input triggers, by its message or its key
//   data-focus                 takes the focus if the focused element has disappeared
//   data-once                  ignores the second click of a double click, and a key held down
//   data-place="hall 1 red"    an item on the table, with data-lies="2" if it can change: new items are framed briefly
//   data-help="Farmer"         shows this entry of the widget's `help` on hover, focus or tap
//   data-tells                 an item that shows its text itself: a tap uses it, otherwise the second tap does
//   data-reveal="3"            scrolled into view when it appears or its value changes
//   data-file="day/game.html"  a link to a file next to the notebook
//   data-thing="red Farmer"    what lies at a place, by default its label: it slides if it comes to lie elsewhere
//   data-acts="hall 1 red"     the place that an option acts on: the two light up together
//   data-badge="3"             the key of an item on the table
//   data-after="1200"          used by itself after this many milliseconds, unless the page has changed
//   data-peek                  a slider that shows the page of the value pointed at, until the pointer leaves it
//   data-fit                   its first child is scaled to fit into it, by the variable --gh-fit
//   data-quiet                 changes to and from this page are not marked
//   data-zoom="50 500"         a drawing whose first child is magnified by wheel and pinch, within these percentages,
//                              and shifted by dragging; `look` tells the result
//   data-drag="move"           a part of it that is dragged, or moved with Shift and arrow keys; this message tells where
//   data-kept                  its content belongs to the browser: the panel that shows help instead of a popup

const SILENT = new Set([
  "do", "key", "keys", "roving", "enter", "focus", "once", "place", "lies", "help", "live", "inView", "reveal", "file",
  "acts", "badge", "kept", "after", "peek", "fit", "quiet", "thing", "tells",
  "zoom", "drag",
]);
const USABLE = "[data-do]:not([disabled]), a[href], summary";
const MOVES = /^(Arrow(Up|Down|Left|Right)|Home|End)$/;
const VERTICAL = /^Arrow(Up|Down)$/;
const PATIENCE = 10_000; // milliseconds without a reply
const BUSY = 150; // milliseconds after which the pointer shows that Python is at work
const THUMB = 16; // width of the thumb of a slider with data-peek
const HOLD = 500; // milliseconds of a long press
const SAID = 6000; // milliseconds after which a message may be covered
const NEVER = "script, iframe, object, embed, link, meta, base";

// Sliders and parts of drawings being moved, until Python has processed it.
const held = new WeakSet();

function release(node) {
  held.delete(node);
  forget(node);
}

const spoken = new WeakMap();

const keyOf = (node) => node.dataset?.key;

// --- Patching the page ---

// Short pages are sent as text, all others compressed.
async function unpacked(bytes) {
  // Not through a Blob, whose bytes go through another process.
  return new Response(new Response(bytes).body.pipeThrough(new DecompressionStream("deflate"))).text();
}

// A page of a game changes little. Its long elements are cut out of its text, and each is parsed only if its text is new.
const LONG = 500; // characters
const NO_END = /^<(?:br|hr|img|input|meta)\b/i;
const cutOut = new WeakMap(); // the text that an empty element stands for
const textOf = new WeakMap(); // the text that an element on the page was last changed by

function cut(html) {
  const page = { start: 0, end: html.length, cuts: [] }, open = [page];
  let drawing = 0; // open elements of a drawing, whose parts cannot be parsed alone
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at + 1)) {
    const end = html.indexOf(">", at) + 1;
    if (html[at + 1] !== "/") {
      const head = html.slice(at, end);
      if (NO_END.test(head)) continue;
      if (drawing || head.startsWith("<svg")) drawing += 1;
      open.push({ start: at, head: drawing > 1 ? null : head, cuts: [] });
      continue;
    }
    const { start, head, cuts } = open.pop(), around = open.at(-1);
    if (!around) return { html, cuts: [] }; // not a page of ours
    if (drawing) drawing -= 1;
    if (head && end - start >= LONG) around.cuts.push({ html: html.slice(start, end), start, end, head, cuts });
    else around.cuts.push(...cuts);
  }
  return { html, ...page };
}

// The nodes of a text, with empty elements for what is cut out of it.
function parseAround({ html, start, cuts }) {
  let text = "", at = 0;
  cuts.forEach((inner, number) => {
    const name = /^<[\w-]+/.exec(inner.head)[0];
    const key = / data-key="[^"]*"/.exec(inner.head)?.[0] ?? "";
    text += `${html.slice(at, inner.start - start)}${name}${key} data-cut="${number}"></${name.slice(1)}>`;
    at = inner.end - start;
  });
  const content = parse(text + html.slice(at));
  for (const node of content.querySelectorAll("[data-cut]")) cutOut.set(node, cuts[node.dataset.cut]);
  return content;
}

function elementOf(text) {
  return parseAround(text).firstElementChild;
}

// Put in what is cut out of a node that is new on the page.
function whole(node) {
  const text = cutOut.get(node), made = text ? elementOf(text) : node;
  if (text) textOf.set(made, text.html);
  for (const inner of made.querySelectorAll?.("[data-cut]") ?? []) inner.replaceWith(whole(inner));
  return made;
}

// The browser has changed an element by itself, so that its text does not say how it looks.
function forget(node) {
  for (let each = node; each; each = each.parentElement) textOf.delete(each);
}

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  // Python escapes all text. If that ever fails, still nothing may run.
  for (const node of template.content.querySelectorAll(NEVER)) node.remove();
  for (const node of template.content.querySelectorAll("*"))
    for (const { name, value } of [...node.attributes])
      if (name.startsWith("on") || /^\s*javascript:/i.test(value)) node.removeAttribute(name);
  return template.content;
}

function isSame(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);
}

function changeAttributes(shown, wanted) {
  for (const { name } of [...shown.attributes]) {
    // Details opened by the reader stay open.
    if (!wanted.hasAttribute(name) && !(name === "open" && shown.nodeName === "DETAILS")) shown.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes)
    if (shown.getAttribute(name) !== value && !(name === "transform" && held.has(shown))) shown.setAttribute(name, value);
}

// What a reader has put into a field gives way to what the page says.
function changeValue(field) {
  // Input being typed or dragged is left alone. A released slider follows its value.
  const isHeld = field.type === "range" ? held.has(field) : field === field.ownerDocument.activeElement;
  if (isHeld && field.type !== "checkbox") return;
  if (field.type === "checkbox" || field.type === "radio") {
    field.checked = field.defaultChecked;
    return;
  }
  const chosen = field.options && (field.querySelector("option[selected]") ?? field.options[0]);
  const value = field.options ? chosen?.value ?? "" : field.defaultValue;
  if (field.value !== value) field.value = value;
}

function change(shown, wanted) {
  if (shown.nodeType !== Node.ELEMENT_NODE) {
    if (shown.nodeValue !== wanted.nodeValue) shown.nodeValue = wanted.nodeValue;
    return;
  }
  const text = cutOut.get(wanted);
  if (text && textOf.get(shown) === text.html) return;
  if (text) textOf.set(shown, text.html);
  else textOf.delete(shown);
  const whole = text ? elementOf(text) : wanted;
  changeAttributes(shown, whole);
  if (!("kept" in shown.dataset)) changeChildren(shown, whole);
}

function changeChildren(shown, wanted) {
  const keyed = new Map([...shown.children].filter(keyOf).map((child) => [keyOf(child), child]));
  let at = shown.firstChild;
  for (const child of [...wanted.childNodes]) {
    const twin = keyOf(child) ? keyed.get(keyOf(child)) : at;
    if (!twin || !isSame(twin, child)) {
      shown.insertBefore(whole(child), at);
      continue;
    }
    if (twin === at) at = at.nextSibling;
    else shown.insertBefore(twin, at);
    change(twin, child);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

// --- Showing what changed ---

const FRESH = "gh-fresh", STAR = "gh-star", LINKED = "gh-linked";
const MOST_FRESH = 24; // with more new items it is another table
const TINTED = 2000; // milliseconds, after which the star alone is left
const MOST_MOVED = 6;
const SLIDE = 220, APART = 40; // milliseconds of a slide, and between two
const TUMBLE = 350, MOST_DICE = 12;

const placesIn = (page) => [...page.querySelectorAll("[data-place]")];
const lyingAt = (node) => `${node.dataset.place}\n${node.dataset.lies ?? ""}`;
const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// What lies at a place, without the place: `hand 1 red Farmer` and `hall 1 red Farmer` are the same card.
const thingAt = (node) => node.dataset.thing ?? node.getAttribute("aria-label");

// Mark what an update changes. Returns what sets it in motion, for when everything else is done: the browser lays out a
// page once for all that is measured, and again after each change.
function showChanges(page, update) {
  const before = new Map(), rects = new Map(), isQuiet = () => page.querySelector("[data-quiet]") !== null;
  const wasQuiet = isQuiet(), isMoved = !isCalm();
  for (const node of placesIn(page)) {
    before.set(lyingAt(node), (before.get(lyingAt(node)) ?? 0) + 1);
    const thing = isMoved && thingAt(node);
    if (thing) rects.set(thing, { place: node.dataset.place, rect: node.getBoundingClientRect() });
  }
  update();
  const fresh = placesIn(page).filter((node) => {
    const left = before.get(lyingAt(node)) ?? 0;
    before.set(lyingAt(node), left - 1);
    return left < 1;
  });
  const isShown = !wasQuiet && !isQuiet() && fresh.length <= MOST_FRESH;
  const marked = new Set(isShown ? fresh : []);
  for (const node of page.querySelectorAll(`.${FRESH}, .${STAR}, .${LINKED}`)) {
    node.classList.remove(LINKED);
    if (!marked.has(node)) node.classList.remove(FRESH, STAR);
  }
  for (const node of marked) node.classList.add(FRESH, STAR);
  if (marked.size) setTimeout(() => marked.forEach((node) => node.classList.remove(FRESH)), TINTED);
  return () => {
    if (!isMoved) return;
    slide(marked, rects);
    tumble([...marked]);
  };
}

// Cards slide from where they were to where they are. The page is right at once; the next change cuts the motion short.
function slide(fresh, rects) {
  const moves = [];
  for (const node of fresh) {
    const from = rects.get(thingAt(node));
    if (!from || from.place === node.dataset.place || moves.length >= MOST_MOVED) continue;
    const to = node.getBoundingClientRect();
    if (!to.width || !from.rect.width) continue;
    const scale = to.width / node.offsetWidth || 1; // of a table that is made to fit
    moves.push({ node, x: (from.rect.left - to.left) / scale, y: (from.rect.top - to.top) / scale });
  }
  moves.forEach(({ node, x, y }, number) => {
    node.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 9 }, { transform: "none", zIndex: 9 }], {
      duration: SLIDE, delay: APART * number, easing: "ease-out", fill: "backwards",
    });
  });
}

// Dice that were rolled tumble. They show the right number at once, and can be used meanwhile.
function tumble(fresh) {
  const dice = fresh.flatMap((node) => [...node.querySelectorAll(".gh-die")]);
  dice.slice(0, MOST_DICE).forEach((die, at) => {
    const turn = at % 2 ? -1 : 1;
    die.animate([
      { transform: `translate(${-14 * turn}px, -12px) rotate(${-220 * turn}deg)` },
      { transform: `translateY(3px) rotate(${14 * turn}deg)`, offset: 0.7 },
      { transform: "none" },
    ], { duration: TUMBLE, easing: "ease-out" });
  });
}

// --- Options and the items they act on ---

function linkOptions(root) {
  let lit = [];
  const unlink = () => lit.splice(0).forEach((node) => node.classList.remove(LINKED));
  const link = (event) => {
    const node = event.target.closest?.("[data-acts], [data-place]");
    unlink();
    if (!node) return;
    const { acts, place } = node.dataset;
    const name = CSS.escape(acts ?? place);
    lit = [...root.querySelectorAll(acts === undefined ? `[data-acts="${name}"]` : `[data-place="${name}"]`)];
    if (lit.length) lit.push(node);
    lit.forEach((each) => each.classList.add(LINKED));
  };
  for (const kind of ["pointerover", "focusin"]) root.addEventListener(kind, link);
  for (const kind of ["pointerleave", "focusout"]) root.addEventListener(kind, unlink);
}

// --- Lists that scroll to their selection ---

const followed = new WeakMap();

function followChosen(page) {
  for (const node of page.querySelectorAll("[data-in-view]")) {
    const list = node.closest(".gh-scroll");
    if (!list || followed.get(list) === keyOf(node)) continue;
    const at = node.getBoundingClientRect(), frame = list.getBoundingClientRect();
    if (!frame.height) continue; // not on the page yet
    followed.set(list, keyOf(node));
    if (at.top < frame.top || at.bottom > frame.bottom)
      list.scrollTop += at.top - frame.top - Math.max(0, frame.height - at.height) / 2;
  }
}

// --- Tables that are scaled to the room they have ---

const fitted = new WeakMap();

// The scale shrinks only, unless the room changes: a table that grew and shrank at every step would be restless.
function fit(root) {
  for (const frame of root.querySelectorAll("[data-fit]")) {
    const table = frame.firstElementChild, { clientWidth: width, clientHeight: height } = frame;
    if (!width || !height) continue; // not on the page yet
    const known = fitted.get(root), least = known?.width === width && known.height === height ? known.scale : 1;
    const scale = Math.min(least, width / table.offsetWidth, height / table.offsetHeight);
    if (known?.scale !== scale) root.style.setProperty("--gh-fit", scale.toFixed(3));
    fitted.set(root, { width, height, scale });
  }
}

// --- Bringing content into view ---

const revealed = new WeakMap();

function reveal(page, isFirst) {
  for (const node of page.querySelectorAll("[data-reveal]")) {
    if (revealed.get(page) === node.dataset.reveal) continue;
    revealed.set(page, node.dataset.reveal);
    if (!isFirst) node.scrollIntoView({ block: "nearest" });
  }
}

// A front-end opened by the reader takes the focus once it is on the page. Further views of it do not.
function answerCall(root, model) {
  if (!model.get("called")) return;
  model.set("called", false);
  model.save_changes();
  const arrive = (frames) => {
    if (!root.getClientRects().length) return void (frames && requestAnimationFrame(() => arrive(frames - 1)));
    root.scrollIntoView({ block: "nearest" });
    root.focus({ preventScroll: true });
  };
  arrive(120);
}

// Jupyter serves the files next to a notebook, whose location is in the page address.
function addressOf(file) {
  const at = /^(.*?)\/(?:(?:lab|doc)(?:\/workspaces\/[^/]+)?\/tree|notebooks)\/(.*)$/.exec(location.pathname);
  if (!at) return null;
  const folder = at[2].split("/").slice(0, -1);
  return [at[1], "files", ...folder, ...file.split("/").map(encodeURIComponent)].join("/");
}

function linkFiles(page) {
  for (const link of page.querySelectorAll("a[data-file]")) {
    const address = addressOf(link.dataset.file);
    if (address === null) link.removeAttribute("href");
    else link.href = address;
  }
}

// --- Focus ---

function usables(group) {
  return [...group.querySelectorAll(USABLE)].filter((node) => node.getClientRects().length);
}

function giveTabStops(root) {
  for (const nodes of [...root.querySelectorAll("[data-roving]")].map(usables))
    putTabStop(nodes, nodes.find((node) => node.tabIndex === 0) ?? nodes[0]);
}

function putTabStop(nodes, chosen) {
  for (const node of nodes) {
    const stop = node === chosen ? 0 : -1;
    if (node.tabIndex !== stop) node.tabIndex = stop;
  }
}

function moveFocus(group, from, key) {
  const nodes = usables(group);
  const at = nodes.indexOf(from);
  const to = { Home: 0, End: nodes.length - 1, ArrowRight: at + 1, ArrowDown: at + 1 }[key] ?? at - 1;
  const next = nodes[Math.max(0, Math.min(nodes.length - 1, to))];
  putTabStop(nodes, next);
  next?.focus();
}

function keepFocus(root, update) {
  const had = root.contains(document.activeElement) ? document.activeElement : null;
  const key = had && keyOf(had);
  update();
  giveTabStops(root);
  // A disabled button keeps the focus but receives no keys.
  if (!had || (root.contains(document.activeElement) && !document.activeElement.disabled)) return;
  const twin = key && root.querySelector(`[data-key="${CSS.escape(key)}"]:not([disabled])`);
  (twin || root.querySelector("[data-focus]") || root).focus({ preventScroll: true });
}

// --- Help on hover and focus ---

function showHelp(root, helpOn) {
  const box = document.createElement("div");
  box.className = "gh-help";
  box.id = `gh-help-${Math.random().toString(36).slice(2)}`;
  box.setAttribute("role", "tooltip");
  box.hidden = true;
  root.append(box);
  let about = null, timer = null;
  const hide = () => {
    clearTimeout(timer);
    about?.removeAttribute("aria-describedby");
    about = null;
    box.hidden = true;
  };
  // Under a finger the text is a popup beside it, otherwise it is in the panel, if there is one.
  const show = (node, byFinger = false) => {
    hide();
    const words = helpOn(node.dataset.help);
    if (!words || !node.isConnected) return;
    const panel = root.querySelector("[data-kept]");
    if (!byFinger && panel?.getClientRects().length) {
      panel.id ||= `${box.id}-panel`;
      panel.replaceChildren(parse(words));
      panel.scrollTop = 0;
      about = node;
      node.setAttribute("aria-describedby", panel.id);
      return;
    }
    box.replaceChildren(parse(words));
    box.hidden = false;
    about = node;
    node.setAttribute("aria-describedby", box.id);
    const at = node.getBoundingClientRect(), frame = root.getBoundingClientRect();
    const left = Math.min(at.left - frame.left, frame.width - box.offsetWidth - 8);
    const above = at.top - frame.top - box.offsetHeight - 6;
    const isRoom = at.top - box.offsetHeight - 6 > 0 && above > 0;
    box.style.left = `${Math.max(0, left)}px`;
    box.style.top = `${isRoom ? above : at.bottom - frame.top + 6}px`;
  };
  // An option has the help of the item that it acts on.
  const helped = (event) => {
    const node = event.target.closest?.("[data-help], [data-acts]");
    if (!node || "help" in node.dataset) return node;
    return root.querySelector(`[data-place="${CSS.escape(node.dataset.acts)}"][data-help]`);
  };
  const onOver = (event) => {
    if (event.pointerType === "touch") return;
    const node = helped(event);
    if (box.contains(event.target) || (node && node === about)) return;
    clearTimeout(timer);
    timer = setTimeout(() => (node ? show(node) : hide()), node ? 350 : 150);
  };
  const onFocus = (event) => {
    const node = helped(event);
    if (node && event.target.matches(":focus-visible")) show(node);
  };
  const onKey = (event) => event.key === "Escape" && hide();
  const onLeave = (event) => event.pointerType !== "touch" && hide();
  // Touch screens have no hover. A tap shows help for unusable items, and a long press for anything.
  let isHeld = false;
  const onDown = (event) => {
    isHeld = false;
    const node = event.target.closest?.("[data-help]");
    if (event.pointerType !== "touch" || !node) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      show(node, true);
      isHeld = about === node;
    }, HOLD);
  };
  const onUp = () => clearTimeout(timer);
  // The first tap on a usable item with a text that it does not show itself shows this text, the second uses the item.
  const onHeldClick = (event) => {
    const node = event.pointerType === "touch" && event.target.closest?.("[data-place][data-help][data-do]");
    const isAsked = node && node !== about && !("tells" in node.dataset) && node.ariaDisabled !== "true";
    if (!isHeld && !isAsked) return;
    if (isAsked && !isHeld) show(node, true);
    isHeld = false;
    event.stopPropagation();
    event.preventDefault();
  };
  const onClick = (event) => {
    const node = event.target.closest?.("[data-help]");
    const isPlayed = node?.matches("[data-do]:not([aria-disabled=true])");
    if (event.pointerType === "touch" && node && node !== about && !isPlayed) show(node, true);
    else if (!box.contains(event.target)) hide();
  };
  root.addEventListener("pointerdown", onDown);
  root.addEventListener("pointerup", onUp);
  root.addEventListener("pointercancel", onUp);
  root.addEventListener("click", onHeldClick, true);
  root.addEventListener("pointerover", onOver);
  root.addEventListener("pointerleave", onLeave);
  root.addEventListener("focusin", onFocus);
  root.addEventListener("focusout", hide);
  root.addEventListener("click", onClick);
  root.addEventListener("keydown", onKey);
  return hide;
}

// --- Drawings that can be magnified, shifted and rearranged ---

const NUDGE = 10, SLIP = 4; // units of a key, and pixels that a click may slip
const SETTLED = 150; // milliseconds after the last turn of the wheel

const numbersIn = (node) => (node.getAttribute("transform")?.match(/-?[\d.]+/g) ?? [0, 0, 1]).map(Number);
const distance = ([a, b]) => Math.hypot(a.x - b.x, a.y - b.y) || 1;

// Everything is shown at once. `send` tells Python, by whose pages it stays; until then the moved part is held.
function moveDrawings(root, send) {
  const fingers = new Map(); // pointers on the drawing
  let gesture = null, timer = null, slipped = false;
  const drawingOf = (node) => node.closest?.("svg[data-zoom]");
  // The point of the drawing under the pointer, in its units, before it is magnified.
  const pointAt = (drawing, event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
    return { x: at.x, y: at.y };
  };
  const look = (drawing, [x, y, scale]) => {
    const inside = drawing.firstElementChild, [least, most] = drawing.dataset.zoom.split(" ");
    const within = Math.max(least / 100, Math.min(most / 100, scale));
    held.add(inside);
    inside.setAttribute("transform", `translate(${Math.round(x)} ${Math.round(y)}) scale(${Math.round(within * 100) / 100})`);
  };
  const zoomAt = (drawing, at, by) => {
    const [x, y, scale] = numbersIn(drawing.firstElementChild), [least, most] = drawing.dataset.zoom.split(" ");
    const next = Math.max(least / 100, Math.min(most / 100, scale * by)), ratio = next / scale;
    look(drawing, [at.x - (at.x - x) * ratio, at.y - (at.y - y) * ratio, next]);
  };
  const tellLook = (drawing) => {
    const inside = drawing.firstElementChild, [x, y, scale] = numbersIn(inside);
    send({ do: "look", data: { scale: String(Math.round(scale * 100)), x: String(x), y: String(y) } }, "look", inside);
  };
  const put = (node, wantedX, wantedY) => {
    const { width, height } = drawingOf(node).viewBox.baseVal;
    const x = Math.round(Math.max(0, Math.min(width, wantedX))), y = Math.round(Math.max(0, Math.min(height, wantedY)));
    held.add(node);
    node.setAttribute("transform", `translate(${x} ${y})`);
    const { data } = messageOf(node);
    send({ do: node.dataset.drag, data: { ...data, x: String(x), y: String(y) } }, `drag ${keyOf(node)}`, node);
  };
  const onDown = (event) => {
    const drawing = drawingOf(event.target);
    if (!drawing || event.button) return;
    slipped = false;
    fingers.set(event.pointerId, pointAt(drawing, event));
    const node = event.target.closest("[data-drag]");
    gesture = { drawing, node, from: pointAt(drawing, event), at: numbersIn(node ?? drawing.firstElementChild), client: [event.clientX, event.clientY] };
  };
  const onMove = (event) => {
    if (!gesture || !fingers.has(event.pointerId)) return;
    const { drawing, node, from, at, client } = gesture, now = pointAt(drawing, event);
    if (!slipped && Math.hypot(event.clientX - client[0], event.clientY - client[1]) < SLIP) return;
    if (!slipped) drawing.setPointerCapture(event.pointerId);
    slipped = true;
    if (fingers.size > 1) {
      const before = distance([...fingers.values()]);
      fingers.set(event.pointerId, now);
      const [a, b] = [...fingers.values()];
      gesture.node = null;
      zoomAt(drawing, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, distance([a, b]) / before);
    } else if (node) {
      const scale = numbersIn(drawing.firstElementChild)[2];
      put(node, at[0] + (now.x - from.x) / scale, at[1] + (now.y - from.y) / scale);
    } else look(drawing, [at[0] + now.x - from.x, at[1] + now.y - from.y, at[2]]);
  };
  const onUp = (event) => {
    if (!fingers.delete(event.pointerId) || fingers.size || !gesture) return;
    if (slipped && !gesture.node) tellLook(gesture.drawing);
    gesture = null;
  };
  // The click at the end of a drag is none.
  const onClick = (event) => {
    if (!slipped || !drawingOf(event.target)) return;
    slipped = false;
    event.stopPropagation();
    event.preventDefault();
  };
  // The wheel scrolls the page, unless the drawing has the focus or a pinch on a touchpad is meant.
  const onWheel = (event) => {
    const drawing = drawingOf(event.target);
    if (!drawing || !(event.ctrlKey || drawing.contains(document.activeElement))) return;
    event.preventDefault();
    zoomAt(drawing, pointAt(drawing, event), Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 240));
    clearTimeout(timer);
    timer = setTimeout(() => drawing.isConnected && tellLook(drawing), SETTLED);
  };
  const onKey = (event) => {
    const node = event.target.closest?.("[data-drag]"), by = event.shiftKey && SHIFTS[event.key];
    if (!node || !by) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const [x, y] = numbersIn(node);
    put(node, x + by[0] * NUDGE, y + by[1] * NUDGE);
  };
  // A magnified drawing follows the focus.
  const onFocus = (event) => {
    const node = event.target, drawing = drawingOf(node);
    if (!drawing || !node.matches("[data-drag]:focus-visible")) return;
    const { x: left, y: top, width, height } = drawing.viewBox.baseVal, [x, y, scale] = numbersIn(drawing.firstElementChild);
    const [nodeX, nodeY] = numbersIn(node), at = [x + nodeX * scale, y + nodeY * scale];
    if (at[0] > left && at[0] < left + width && at[1] > top && at[1] < top + height) return;
    look(drawing, [x + width / 2 - at[0], y + height / 2 - at[1], scale]);
    tellLook(drawing);
  };
  root.addEventListener("pointerdown", onDown);
  root.addEventListener("pointermove", onMove);
  root.addEventListener("pointerup", onUp);
  root.addEventListener("pointercancel", onUp);
  root.addEventListener("click", onClick, true);
  root.addEventListener("wheel", onWheel, { passive: false });
  root.addEventListener("keydown", onKey, true);
  root.addEventListener("focusin", onFocus);
}

const SHIFTS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// --- Messages to Python ---

function messageOf(node) {
  const data = Object.fromEntries(Object.entries(node.dataset).filter(([name]) => !SILENT.has(name)));
  if (node.type === "checkbox") data.value = node.checked;
  else if ("value" in node && node.nodeName !== "BUTTON") data.value = node.value;
  return { do: node.dataset.do, data };
}

// Sends one message at a time, each after Python has acknowledged the previous one, because kernels may reorder
// messages in transit. A new value of a field replaces one that is still queued, so typing lags at most one round trip.
//
// After `patience` milliseconds without an acknowledgement `lose` is called, and an empty message requests another one,
// since the first may be lost. A busy kernel eventually acknowledges both, and only then gets the next message.
export class Outbox {
  #post;
  #lose;
  #patience;
  #queue = [];
  #sent = 0;
  #awaited = null; // number of the message in transit
  #timer = null;

  constructor(post, lose, patience = PATIENCE) {
    this.#post = post;
    this.#lose = lose;
    this.#patience = patience;
  }

  get isIdle() {
    return this.#awaited === null;
  }

  // With `field`, replaces an earlier message with the same `field` if that is the last one queued.
  send(message, field = null) {
    if (field !== null && this.#queue.at(-1)?.field === field) this.#queue.pop();
    this.#queue.push({ message, field });
    if (this.isIdle) this.#sendNext();
  }

  // Python has processed the message with this number. Returns true if that was not known yet.
  acknowledge(number) {
    if (this.isIdle || !(number >= this.#awaited)) return false;
    this.#awaited = null;
    this.stop();
    this.#sendNext();
    return true;
  }

  // Send all queued messages now, because there is no later opportunity.
  flush() {
    for (const { message } of this.#queue.splice(0)) this.#awaited = this.#number(message);
  }

  // Stop requesting acknowledgements, because the kernel is gone.
  stop() {
    clearTimeout(this.#timer);
  }

  #sendNext() {
    const next = this.#queue.shift();
    if (!next) return;
    this.#awaited = this.#number(next.message);
    this.#timer = setTimeout(() => {
      this.#lose();
      this.#number({});
    }, this.#patience);
  }

  #number(message) {
    this.#post({ ...message, number: ++this.#sent });
    return this.#sent;
  }
}

// Screen readers do not repeat identical text.
function say(line, words) {
  if (line.textContent === words) return;
  line.textContent = words;
  line.classList.remove("gh-past");
  clearTimeout(spoken.get(line));
  spoken.set(line, setTimeout(() => line.classList.add("gh-past"), SAID));
}

function isTyping(node) {
  return node.nodeName === "TEXTAREA" || node.nodeName === "SELECT" || (node.nodeName === "INPUT" && node.type !== "checkbox");
}

function render({ model, el }) {
  const root = document.createElement("div");
  const page = document.createElement("div");
  const status = document.createElement("p");
  const error = document.createElement("div");
  root.className = "gh gh-live";
  root.tabIndex = -1;
  root.setAttribute("role", "group");
  status.className = "gh-status";
  status.setAttribute("role", "status");
  error.className = "gh-error";
  error.setAttribute("role", "alert");
  root.append(page, error, status);
  el.classList.add("gh-host");
  el.append(root);

  const view = Math.random().toString(36).slice(2);
  let moved = null, finger = null;
  const pulled = []; // parts of drawings that were moved
  let fingersDown = false;
  // Without its kernel the page is a picture, and a click would wait forever.
  const showGone = (gone) => {
    if (gone === page.inert) return;
    root.classList.toggle("gh-gone", gone);
    page.inert = gone;
    error.textContent = model.get(gone ? "gone" : "error");
  };
  const loseKernel = () => showGone(true);
  const outbox = new Outbox((message) => model.send({ ...message, view }), loseKernel);
  const flush = () => outbox.flush();
  const hear = (message) => {
    if (message?.view !== view || !outbox.acknowledge(message.number)) return;
    showGone(false);
    if (outbox.isIdle) rest();
    if (outbox.isIdle && moved !== finger) {
      release(moved);
      moved = null;
    }
    if (outbox.isIdle && !fingersDown) pulled.splice(0).forEach(release);
  };
  const onPointerDown = (event) => {
    fingersDown = true;
    if (event.target.type !== "range") return;
    finger = event.target;
    held.add(finger);
  };
  const onPointerUp = () => {
    fingersDown = false;
    if (outbox.isIdle) [finger, ...pulled.splice(0)].forEach(release);
    finger = null;
  };

  // The pointer shows that Python is at work only if it takes long, because its new look is computed for every element.
  let busy = null;
  const rest = () => {
    clearTimeout(busy);
    busy = null;
    root.classList.remove("gh-busy");
  };
  const use = (node) => {
    busy ??= setTimeout(() => root.classList.add("gh-busy"), BUSY);
    outbox.send(messageOf(node));
  };
  const onClick = (event) => {
    for (const menu of page.querySelectorAll("details.gh-menu[open]"))
      if (!menu.contains(event.target) || event.target.closest("button")) menu.open = false;
    linkFiles(page); // another notebook may have become active since it was drawn
    const node = event.target.closest?.("[data-do]");
    if (!node || !root.contains(node) || node.disabled || isTyping(node) || node.type === "checkbox") return;
    if (event.detail > 1 && "once" in node.dataset) return;
    use(node);
  };
  // While a slider is pointed at, Python shows what is there. Only the newest message waits for its turn.
  let peeked = null;
  const peek = (value) => {
    if (value === peeked) return;
    peeked = value;
    outbox.send({ do: "peek", data: value === null ? {} : { ply: String(value) } }, "peek");
  };
  const onPeek = (event) => {
    const node = event.target;
    if (event.pointerType === "touch" || event.buttons) return;
    if (event.type === "pointerleave" || !("peek" in (node.dataset ?? {}))) return peek(null);
    const at = node.getBoundingClientRect();
    const share = (event.clientX - at.left - THUMB / 2) / (at.width - THUMB);
    peek(Math.round(Math.max(0, Math.min(1, share)) * node.max));
  };
  const onInput = (event) => {
    const node = event.target;
    if (!node.dataset?.do || node.nodeName === "SELECT" || node.type === "checkbox") return;
    if (node.type === "range") {
      held.add(node);
      moved = node;
    }
    const message = messageOf(node);
    outbox.send(message, JSON.stringify({ ...message, data: { ...message.data, value: null } }));
  };
  const onChange = (event) => {
    const node = event.target;
    if (node.dataset?.do && (node.nodeName === "SELECT" || node.type === "checkbox")) use(node);
  };
  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // JupyterLab has single-letter shortcuts, which must not receive keys typed here.
    event.stopPropagation();
    const node = event.target;
    const enter = node.dataset.enter;
    const entered = event.key === "Enter" && enter && root.querySelector(`[data-do="${enter}"], [data-key="${enter}"]`);
    if (entered && !entered.matches(":disabled")) {
      event.preventDefault();
      use(entered);
      return;
    }
    if (isTyping(node) && !(node.type === "range" && !MOVES.test(event.key))) return;
    const group = node.closest("[data-roving]");
    if (group && !event.shiftKey && (group.dataset.roving === "vertical" ? VERTICAL : MOVES).test(event.key)) {
      event.preventDefault();
      moveFocus(group, node, event.key);
      return;
    }
    if ((event.key === "Enter" || event.key === " ") && node.matches("[data-do]:not(button)")) {
      event.preventDefault();
      use(node);
      return;
    }
    // Enter presses the button with the focus, unless it is a choice that is already made.
    if (event.key === "Enter" && node.matches('button:not([aria-checked="true"])')) return;
    const pressed = event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key;
    const named = [...root.querySelectorAll("[data-keys]")].find((one) => one.dataset.keys.split(" ").includes(pressed));
    if (!named || named.matches(":disabled")) return;
    event.preventDefault();
    if (event.repeat && "once" in named.dataset) return;
    if (named.dataset.do && !isTyping(named)) use(named);
    else named.focus();
  };

  let shown = null; // as received
  let due = null;
  const drawHtml = (html) => {
    const update = () => {
      changeChildren(page, parseAround(cut(html)));
      page.querySelectorAll("input, select, textarea").forEach(changeValue);
    };
    const isFirst = !page.hasChildNodes();
    let move = null;
    keepFocus(root, () => {
      if (isFirst) update();
      else move = showChanges(page, update);
    });
    linkFiles(page);
    clearTimeout(due);
    const next = page.querySelector("[data-after]");
    if (next) due = setTimeout(() => next.isConnected && use(next), Number(next.dataset.after));
    reveal(page, isFirst);
    // Sizes are known only once the element is on the page.
    fit(root);
    followChosen(page);
    move?.();
    if (isFirst) {
      requestAnimationFrame(() => {
        giveTabStops(root);
        followChosen(page);
      });
    }
  };
  const drawWords = () => {
    say(status, model.get("status"));
    if (!page.inert) say(error, model.get("error"));
    root.setAttribute("aria-label", model.get("label"));
    if (model.get("spoken")) root.lang = model.get("spoken");
  };
  const draw = async () => {
    const html = model.get("html");
    const text = html === shown || typeof html === "string" ? html : await unpacked(html);
    if (model.get("html") !== html) return; // a newer page has arrived and is drawn with its text
    if (html !== shown) drawHtml(text);
    shown = html;
    drawWords();
  };
  const endKernel = () => {
    outbox.stop();
    loseKernel();
  };
  const beCalled = () => answerCall(root, model);
  draw().then(beCalled);
  model.on("change", draw);
  model.on("change:called", beCalled);
  model.on("msg:custom", hear);
  model.on("comm_live_update", endKernel); // on a restart, after which old pages get no more messages
  linkOptions(root);
  moveDrawings(root, (message, field, node) => {
    pulled.push(node);
    outbox.send(message, field);
  });
  const closeHelp = showHelp(root, (name) => (model.get("help") ?? {})[name]);
  root.addEventListener("click", onClick);
  root.addEventListener("input", onInput);
  root.addEventListener("change", onChange);
  root.addEventListener("keydown", onKey);
  root.addEventListener("pointerdown", onPointerDown);
  root.addEventListener("pointermove", onPeek);
  root.addEventListener("pointerleave", onPeek);
  const sized = new ResizeObserver(() => fit(root));
  sized.observe(root);
  document.addEventListener("pointerup", onPointerUp);
  addEventListener("pagehide", flush);

  return () => {
    model.off("change", draw);
    model.off("change:called", beCalled);
    model.off("msg:custom", hear);
    document.removeEventListener("pointerup", onPointerUp);
    model.off("comm_live_update", endKernel);
    removeEventListener("pagehide", flush);
    outbox.flush();
    outbox.stop();
    clearTimeout(due);
    clearTimeout(busy);
    closeHelp();
    sized.disconnect();
    root.remove();
  };
}

export default { render };
