// A replay in one file: shows the tables stored in the page and steps through its moves by mouse and keys.
//
// The move list is in the page as HTML, the tables are in the data. A table is a list of pieces of HTML, stored as the
// difference from the previous table: how many pieces stay at the front and at the back, and those between.

const PACE = 900; // milliseconds per ply
const THUMB = 16; // width of the thumb of the slider

const data = JSON.parse(document.getElementById("gh-data").textContent);
const readPath = (text) => (text ? text.split(".").map(Number) : []);
const branchOf = (line) => readPath(line).at(-2) ?? 0;
const outerOf = (line) => readPath(line).slice(0, -2).join(".");

// The line that a ply belongs to when a line is followed, an outer one before it branches off.
function homeOf(line, ply) {
  while (line && ply <= branchOf(line)) line = outerOf(line);
  return line;
}

class Chapter {
  constructor(section, number) {
    this.section = section;
    this.lines = data.chapters[number];
    this.chances = data.chances[number]; // known plies in order, each with the chances of all seats
    this.tables = new Map(); // by line, as far as they are assembled
    this.line = "";
    this.ply = 0;
    this.timer = null;
    this.scale = { width: 0, height: 0, by: 1 };
    this.frame = section.querySelector(".gh-board");
    this.board = section.querySelector(".gh-fit");
    this.list = section.querySelector(".gh-moves");
    this.slider = section.querySelector("input[type=range]");
    this.shown = section.querySelector(".gh-ply-at");
    this.notes = section.querySelector(".gh-page-notes");
    this.status = section.querySelector("[role=status]");
    section.addEventListener("click", (event) => this.onClick(event));
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.slider.addEventListener("pointermove", (event) => this.peek(event));
    this.slider.addEventListener("pointerleave", () => this.drawBoard(this.ply));
    for (const button of this.list.querySelectorAll("button")) button.tabIndex = -1;
  }

  // --- Lookup ---

  firstOf(line) {
    return line ? branchOf(line) + 1 : 0;
  }

  lastOf(line) {
    return this.firstOf(line) + this.lines[line].length - 1;
  }

  tableAt(line, ply) {
    const home = homeOf(line, ply);
    if (!this.tables.has(home)) this.tables.set(home, []);
    const known = this.tables.get(home), told = this.lines[home], wanted = ply - this.firstOf(home);
    while (known.length <= wanted) {
      const before = known.at(-1) ?? [];
      const [front, back, ...between] = told[known.length];
      known.push([...before.slice(0, front), ...between, ...before.slice(before.length - back)]);
    }
    return known[wanted].map((piece) => data.pieces[piece]).join("");
  }

  buttonAt(kind, line, ply) {
    return this.list.querySelector(`[data-key="${kind} ${line} ${ply}"]`);
  }

  // The plies at which moves of a line end.
  endsOf(line) {
    const own = [...this.list.querySelectorAll(`[data-key^="move ${line} "]`)].map((button) => Number(button.dataset.ply));
    return line ? [...this.endsOf(outerOf(line)).filter((ply) => ply <= branchOf(line)), ...own] : own;
  }

  // --- Navigation ---

  go(ply, line = this.line) {
    this.line = line;
    this.ply = Math.max(0, Math.min(this.lastOf(line), ply));
    this.draw();
  }

  step(by) {
    this.go(this.ply + by);
  }

  move(by) {
    const ends = this.endsOf(this.line);
    const next = by > 0 ? ends.find((ply) => ply > this.ply) : ends.findLast((ply) => ply < this.ply);
    this.go(next ?? (by > 0 ? this.lastOf(this.line) : 0));
  }

  leave() {
    if (this.line) this.go(branchOf(this.line), outerOf(this.line));
  }

  neighbour(by) {
    const lines = Object.keys(this.lines);
    const at = lines.indexOf(this.line) + by;
    if (at < 0 || at >= lines.length) return;
    this.go(this.firstOf(lines[at]), lines[at]);
  }

  start() {
    this.go(0);
  }

  end() {
    this.go(this.lastOf(this.line));
  }

  // While the chart is pointed at, the table of that ply is shown.
  peek(event) {
    if (event.pointerType === "touch" || event.buttons) return;
    const at = this.slider.getBoundingClientRect();
    const share = (event.clientX - at.left - THUMB / 2) / (at.width - THUMB);
    this.drawBoard(Math.round(Math.max(0, Math.min(1, share)) * this.slider.max));
  }

  tab(_, chosen) {
    for (const tab of this.section.querySelectorAll("[role=tab]"))
      tab.setAttribute("aria-selected", tab.dataset.value === chosen);
    for (const page of this.section.querySelectorAll("[data-tab]")) page.hidden = page.dataset.tab !== chosen;
  }

  play() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.ply === this.lastOf(this.line)) this.go(0);
    this.timer = setInterval(() => (this.ply < this.lastOf(this.line) ? this.step(1) : this.stop()), PACE);
    this.drawPlay();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.drawPlay();
  }

  onClick(event) {
    const node = event.target.closest("[data-do]");
    if (!node) return;
    const { do: what, ply, line, by, value } = node.dataset;
    if (what === "go") this.go(Number(ply), line ?? "");
    else if (what !== "scrub") this[what](Number(by), value);
  }

  // --- Drawing ---

  draw() {
    const home = homeOf(this.line, this.ply), last = this.lastOf(this.line);
    this.drawBoard(this.ply);
    this.slider.max = last;
    this.slider.value = this.ply;
    this.shown.textContent = `${this.ply} of ${last}${this.line ? ` of the variation at ply ${branchOf(this.line)}` : ""}`;
    this.slider.setAttribute("aria-valuetext", this.shown.textContent);
    this.slider.parentElement.classList.toggle("gh-aside", this.line !== ""); // the chances are those of the game
    const ply = this.buttonAt("ply", home, this.ply) ?? this.buttonAt("move", home, this.ply);
    const row = ply.closest(".gh-move");
    this.mark(ply, row);
    this.status.textContent = `${this.placeTold(row, ply)}.`;
    this.drawNotes(row);
    this.drawChances();
  }

  drawBoard(ply) {
    this.board.innerHTML = this.tableAt(this.line, ply);
    this.fit();
  }

  // Scale the table to the room it has. The scale only shrinks, unless the room changes.
  fit() {
    const { clientWidth: width, clientHeight: height } = this.frame;
    if (!width || !height) return;
    const least = this.scale.width === width && this.scale.height === height ? this.scale.by : 1;
    const by = Math.min(least, width / this.board.offsetWidth, height / this.board.offsetHeight);
    this.scale = { width, height, by };
    this.frame.style.setProperty("--gh-fit", by.toFixed(3));
  }

  // The turn and the move, or the step of an unfinished move.
  placeTold(row, button) {
    const move = row.querySelector("button"), who = move.querySelector(".gh-who")?.textContent;
    const ends = this.endsOf(this.line), last = ends.find((ply) => ply >= this.ply);
    const before = ends.findLast((ply) => ply < this.ply) ?? 0;
    const isOver = last === this.ply, step = ` (step ${this.ply - before} of ${last - before})`;
    const words = isOver ? wordsOf(move) : wordsOf(button) + step;
    return [row.dataset.when, who ? `${who}: ${words}` : words].filter(Boolean).join(", ");
  }

  mark(ply, row) {
    for (const old of this.list.querySelectorAll("[aria-current]")) {
      old.removeAttribute("aria-current");
      old.tabIndex = -1;
    }
    for (const old of this.list.querySelectorAll(".gh-here")) old.classList.remove("gh-here");
    ply.setAttribute("aria-current", "step");
    ply.tabIndex = 0;
    row.classList.add("gh-here");
    for (let around = row.closest(".gh-branch"); around; around = around.parentElement.closest(".gh-branch"))
      around.classList.add("gh-here");
    const at = row.getBoundingClientRect(), frame = this.list.getBoundingClientRect();
    if (at.top < frame.top || at.bottom > frame.bottom)
      this.list.scrollTop += at.top - frame.top - Math.max(0, frame.height - at.height) / 3;
  }

  drawNotes(row) {
    const said = [...row.querySelectorAll(":scope > .gh-said")];
    const here = said.filter((each) => Number(each.dataset.ply) === this.ply);
    this.notes.replaceChildren(...(here.length ? here : said).map((each) => each.cloneNode(true)));
    this.notes.parentElement.hidden = !said.length;
  }

  drawChances() {
    const known = this.chances.findLast(([ply]) => ply <= this.ply);
    const shown = this.section.querySelectorAll(".gh-series b");
    if (known && !this.line) shown.forEach((node, seat) => (node.textContent = `${known[seat + 1]}%`));
  }

  drawPlay() {
    const button = this.section.querySelector("[data-do=play]"), label = this.timer ? "Pause" : "Play";
    button.firstElementChild.className = this.timer ? "gh-i gh-i-pause" : "gh-i gh-i-play";
    button.setAttribute("aria-label", label);
    button.title = `${label} (p)`;
  }
}

// The text of a move or a ply with its mark, without its number and the player's name.
function wordsOf(button) {
  const words = [...button.querySelector(".gh-sentence").childNodes].filter((node) => !node.matches?.(".gh-who"));
  const mark = button.querySelector(".gh-sign")?.textContent ?? "";
  return words.map((node) => node.textContent).join("").trim() + mark;
}

// --- Help on cards ---

const help = document.createElement("div");
help.className = "gh-help";
help.setAttribute("role", "tooltip");
help.hidden = true;
document.querySelector(".gh-replay-page").append(help);

function showHelp(event) {
  const node = event.target.closest?.("[data-help]"), words = node && data.help[node.dataset.help];
  help.hidden = !words;
  if (!words) return;
  help.innerHTML = words;
  const at = node.getBoundingClientRect(), room = document.documentElement;
  const left = Math.min(at.left, room.clientWidth - help.offsetWidth - 8);
  const above = at.top - help.offsetHeight - 6;
  help.style.left = `${Math.max(0, left)}px`;
  help.style.top = `${above > 0 ? above : at.bottom + 6}px`;
}
for (const kind of ["pointerover", "click"]) document.addEventListener(kind, showHelp);

// --- Chapters and keys ---

const chapters = [...document.querySelectorAll(".gh-chapter")].map((section, n) => new Chapter(section, n));
const tabs = [...document.querySelectorAll(".gh-chapters button")];
let current = chapters[0];

function open(number) {
  if (!chapters[number]) return;
  current.stop();
  current = chapters[number];
  chapters.forEach((chapter, n) => (chapter.section.hidden = n !== number));
  tabs.forEach((tab, n) => tab.setAttribute("aria-pressed", n === number));
  current.draw();
}

const KEYS = {
  ArrowLeft: () => current.step(-1),
  ArrowRight: () => current.step(1),
  "Shift+ArrowLeft": () => current.move(-1),
  "Shift+ArrowRight": () => current.move(1),
  Home: () => current.go(0),
  End: () => current.go(current.lastOf(current.line)),
  p: () => current.play(),
  b: () => current.leave(),
  "[": () => current.neighbour(-1),
  "]": () => current.neighbour(1),
  "<": () => open(chapters.indexOf(current) - 1),
  ">": () => open(chapters.indexOf(current) + 1),
};

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.gh-menu[open]"))
    if (!menu.contains(event.target)) menu.open = false;
});
addEventListener("resize", () => current.fit());
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const pressed = event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key;
  if (!KEYS[pressed]) return;
  event.preventDefault();
  KEYS[pressed]();
});
tabs.forEach((tab, n) => tab.addEventListener("click", () => open(n)));
document.querySelector(".gh-replay-page").classList.add("gh-ready");
chapters.forEach((chapter) => chapter.tab(0, "moves"));
open(0);
