// The board on the screen. It knows no rules: it is told what can be taken, where it may go, and what
// to mark, and it tells what was clicked, dragged or chosen by key.

import { put, s } from "./dom.js";
import { Turned, neighbour } from "./geometry.js";
import { MARGIN, UNIT, ground, piece, place, spot } from "./shapes.js";
import { still } from "./theme.js";

const KEYS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const DRAG = { mouse: 5, pen: 8, touch: 10 }; // how far a pointer moves before it drags
const STEP = 110; // milliseconds for each step of a walk
const WALK = 900; // and for the longest walk

export class Board {
  /**
   * @param data what `/api/boards/GAME` says
   * @param hooks `press(field)`: a stone may be taken up, says whether it was; `click(field)`;
   *   `drop(field)`: a dragged stone was let go, on no field if null; `escape()`
   */
  constructor(data, hooks = {}) {
    this.data = data;
    this.hooks = hooks;
    this.flipped = false;
    this.focus = null;
    this.state = { tokens: [], movable: new Set(), targets: new Set(), taken: null, last: [], arrows: [] };
    this.words = new Map(data.palette.map((entry) => [entry.piece, entry.words]));
    this.element = s("svg", { class: "board", role: "group", "aria-label": `${data.title}, board`, "data-position": "" });
    this.narrow = matchMedia("(max-width: 700px) and (orientation: portrait)");
    this.turnIfNeeded = () => this.draw();
    this.narrow.addEventListener("change", this.turnIfNeeded);
    this.listen();
    this.draw();
  }

  destroy() {
    this.narrow.removeEventListener("change", this.turnIfNeeded);
  }

  get quarters() {
    const upright = this.narrow.matches && this.data.width > 1.3 * this.data.height;
    return (upright ? 1 : 0) + (this.flipped ? 2 : 0);
  }

  flip() {
    this.flipped = !this.flipped;
    this.draw();
  }

  /** Draws all fields anew, as the board lies now. */
  draw() {
    const { data, quarters } = this;
    this.turned = new Turned(data.width, data.height, quarters);
    const [width, height] = [this.turned.width * UNIT + 2 * MARGIN, this.turned.height * UNIT + 2 * MARGIN];
    this.element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.element.style.setProperty("--ratio", width / height);
    this.element.style.setProperty("--rows", this.turned.height);
    this.element.style.setProperty("--columns", this.turned.width);
    this.fields = new Map();
    this.layers = {
      fields: s("g"), walls: s("g", { class: "walls" }), frames: s("g", { class: "frames" }),
      arrows: s("g", { class: "arrows" }), over: s("g", { class: "over" }),
    };
    for (const cell of data.cells) this.layers.fields.append(this.cell(cell));
    for (const [[x1, y1], [x2, y2]] of data.walls) {
      const [[a, b], [c, d]] = [this.turned.point(x1, y1), this.turned.point(x2, y2)];
      this.layers.walls.append(s("line", { x1: a * UNIT, y1: b * UNIT, x2: c * UNIT, y2: d * UNIT }));
    }
    put(
      this.element,
      s("rect", { class: "wood", width, height, rx: 12 }),
      s("g", { transform: `translate(${MARGIN} ${MARGIN})` }, Object.values(this.layers)),
    );
    this.setFocus(this.focus && this.fields.has(this.focus) ? this.focus : [...this.fields.keys()][0]);
    this.stand();
    this.mark();
  }

  cell(cell) {
    const rect = this.turned.rect(cell);
    const parts = ground(this.data, cell, rect, this.quarters);
    const own = Object.entries(this.data.fields).filter(([, field]) => field.cell === cell.name);
    if (own.length === 1 && own[0][0] === cell.name) return this.field(cell.name, rect, parts);
    // A field with several places: each of them is a field to click.
    const places = own.map(([name, field]) => {
      const inner = this.turned.rect(field);
      return this.field(name, inner, [
        s("rect", { class: "inner", ...scaled(inner) }),
        place(inner.x + inner.width / 2, inner.y + inner.height / 2),
      ]);
    });
    return s("g", { "data-field": cell.name, role: "group", "aria-label": `Field ${cell.label}` }, parts, places);
  }

  field(name, rect, parts) {
    const pieces = s("g", { class: "pieces" });
    const [x, y] = [(rect.x + rect.width / 2) * UNIT, (rect.y + rect.height / 2) * UNIT];
    const group = s(
      "g",
      { class: "field", "data-field": name, role: "button", tabindex: -1 },
      parts,
      s("rect", { class: "glow", ...scaled(rect, 3), rx: 4 }),
      pieces,
      s("circle", { class: "dot", cx: x, cy: y, r: 9 }),
      s("circle", { class: "ring", cx: x + 4, cy: y + 4, r: 0.4 * UNIT }),
    );
    this.fields.set(name, { group, pieces, rect });
    return group;
  }

  /** Where a piece stands that is told by its field alone. */
  middle(name) {
    const spots = this.data.spots[name];
    const field = this.data.fields[name];
    const [x, y] = spots?.length === 1 || !field ? (spots?.[0] ?? [0, 0]) : [field.x + field.width / 2, field.y + field.height / 2];
    return spot(this.turned.point(x, y));
  }

  /** Shows a position: `tokens` and whatever else has changed. */
  show(change) {
    Object.assign(this.state, change);
    if (change.tokens) this.stand();
    this.mark();
  }

  /** Puts the pieces on their fields. */
  stand() {
    for (const { pieces } of this.fields.values()) pieces.replaceChildren();
    this.standing = new Map();
    for (const token of this.state.tokens) {
      const field = this.fields.get(token.on);
      if (!field) continue;
      field.pieces.append(this.token(token));
      this.standing.set(token.on, [...(this.standing.get(token.on) ?? []), this.called(token.piece)]);
    }
    this.walker()?.classList.add("away");
  }

  /** Marks what can be taken, where it may go, and what was done last; names every field. */
  mark() {
    const { movable, targets, taken, last, arrows, position } = this.state;
    const { standing } = this;
    if (position !== undefined) this.element.dataset.position = position;
    for (const [name, { group }] of this.fields) {
      const isTarget = targets.has(name);
      group.toggleAttribute("data-target", isTarget);
      group.toggleAttribute("data-movable", movable.has(name));
      group.classList.toggle("taken", taken === name);
      group.classList.toggle("empty", !standing.has(name));
      renew(group, "aria-label", label(name, standing.get(name), { taken: taken === name, isTarget, movable: movable.has(name) }));
      renew(group, "aria-pressed", String(taken === name));
    }
    this.frames(last);
    this.arrows(arrows);
  }

  /** What a piece is called. */
  called(piece) {
    if (piece.startsWith("^")) return `${this.called(piece.slice(1))}, on top`;
    return this.words.get(piece) ?? (piece === "?" ? "tile face down" : piece);
  }

  /** The piece that is being walked to its field. */
  walker() {
    return this.fields.get(this.walking)?.pieces.lastElementChild;
  }

  token(token) {
    const direction = token.facing && this.data.directions[token.field + token.facing];
    const [x, y] = spot(this.turned.point(token.x, token.y));
    const facing = direction ? this.turned.direction(direction) : null;
    return s("g", { class: "piece", "data-piece": token.piece, transform: `translate(${x} ${y})` }, piece(this.data, token, facing));
  }

  /** Frames around where moves began (dashed) and ended; `last` are pairs of fields. */
  frames(last) {
    const frame = (name, kind) => {
      const field = this.fields.get(name);
      return field ? s("rect", { class: kind, ...scaled(field.rect, 4), rx: 4 }) : null;
    };
    put(this.layers.frames, last.map(([from, to]) => [from === to ? null : frame(from, "last begun"), frame(to, "last")]));
  }

  arrows(list) {
    put(this.layers.arrows, list.map((arrow, nth) => this.arrow(arrow, nth)));
  }

  arrow({ from, to, path = [], kind = "best" }) {
    const on = [from, to].filter((name) => name && this.fields.has(name));
    if (!on.length) return null;
    if (on.length === 1 || from === to) {
      const [x, y] = this.middle(on.at(-1));
      return s("circle", { class: `arrow ${kind}`, cx: x, cy: y, r: 0.42 * UNIT });
    }
    const names = kind === "hint" && path.length > 1 ? path : on;
    const points = names.map((name) => this.middle(name));
    // It begins at the rim of the stone, whose letter stays readable.
    const [[x0, y0], [nextX, nextY]] = points;
    const near = Math.hypot(nextX - x0, nextY - y0) || 1;
    points[0] = [x0 + ((nextX - x0) / near) * 22, y0 + ((nextY - y0) / near) * 22];
    const [[x1, y1], [x2, y2]] = points.slice(-2);
    const long = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / long, (y2 - y1) / long];
    points[points.length - 1] = [x2 - dx * 14, y2 - dy * 14];
    const head = [[x2, y2], [x2 - dx * 22 - dy * 12, y2 - dy * 22 + dx * 12], [x2 - dx * 22 + dy * 12, y2 - dy * 22 - dx * 12]];
    return s(
      "g",
      { class: `arrow ${kind}` },
      s("polyline", { points: points.map((point) => point.join(",")).join(" ") }),
      s("polygon", { points: head.map((point) => point.join(",")).join(" ") }),
    );
  }

  /** Walks the piece that has just come to `to` along a path; ends at once where nothing may move. */
  async walk(path, to) {
    if (path.length < 2 || still() || document.hidden) return;
    this.walking = to ?? path.at(-1);
    const shown = this.walker();
    if (!shown) return;
    const ghost = this.ghost(shown);
    shown.classList.add("away");
    const frames = path.map((name) => this.middle(name)).map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    const motion = ghost.animate(frames, { duration: Math.min(STEP * (path.length - 1), WALK), easing: "ease-in-out" });
    await motion.finished.catch(() => {});
    ghost.remove();
    this.walker()?.classList.remove("away");
    this.walking = null;
  }

  /** A copy of a piece above everything else. */
  ghost(shown) {
    const copy = shown.cloneNode(true);
    copy.removeAttribute("data-piece");
    copy.classList.add("ghost");
    this.layers.over.append(copy);
    return copy;
  }

  setFocus(name, really = false) {
    const before = this.fields.get(this.focus);
    before?.group.setAttribute("tabindex", -1);
    this.focus = name;
    const group = this.fields.get(name)?.group;
    group?.setAttribute("tabindex", 0);
    if (really) group?.focus();
  }

  listen() {
    const { element } = this;
    element.addEventListener("pointerdown", (event) => this.pressed(event));
    element.addEventListener("pointermove", (event) => this.moved(event));
    element.addEventListener("pointerup", (event) => this.released(event));
    element.addEventListener("pointercancel", () => this.letGo());
    element.addEventListener("contextmenu", (event) => this.drag && event.preventDefault());
    // A touch that has taken up a stone must not scroll the page.
    element.addEventListener("touchmove", (event) => this.down?.took && event.preventDefault(), { passive: false });
    element.addEventListener("focusin", (event) => {
      const name = event.target.closest(".field")?.dataset.field;
      if (name) this.setFocus(name);
    });
    element.addEventListener("keydown", (event) => this.keyed(event));
  }

  under(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".field");
    return found && this.element.contains(found) ? found.dataset.field : null;
  }

  pressed(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const field = this.under(event);
    // Pointers do not move the focus, so that the arrow keys stay with the game.
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const took = field !== null && (this.hooks.press?.(field) ?? false);
    this.down = { field, took, x: event.clientX, y: event.clientY, id: event.pointerId };
    if (took) this.element.setPointerCapture(event.pointerId);
  }

  moved(event) {
    const { down } = this;
    if (!down || down.id !== event.pointerId) return;
    const far = Math.hypot(event.clientX - down.x, event.clientY - down.y);
    const from = this.state.taken;
    if (!this.drag && down.took && from && far > (DRAG[event.pointerType] ?? 8)) {
      const shown = this.fields.get(from)?.pieces.lastElementChild;
      if (!shown) return;
      this.drag = { ghost: this.ghost(shown), shown };
      shown.classList.add("lifted");
    }
    if (!this.drag) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.layers.over.getScreenCTM().inverse());
    this.drag.ghost.setAttribute("transform", `translate(${point.x} ${point.y}) scale(1.15)`);
    this.hover(this.under(event));
  }

  hover(name) {
    this.fields.get(this.hovered)?.group.classList.remove("hovered");
    this.hovered = name;
    this.fields.get(name)?.group.classList.add("hovered");
  }

  released(event) {
    const { down, drag } = this;
    if (!down || down.id !== event.pointerId) return;
    const field = this.under(event);
    this.letGo();
    if (drag) this.hooks.drop?.(field);
    else if (!down.took) this.hooks.click?.(field === down.field ? field : null);
  }

  letGo() {
    this.drag?.ghost.remove();
    this.drag?.shown.classList.remove("lifted");
    this.hover(null);
    this.drag = this.down = null;
  }

  keyed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const name = event.target.closest?.(".field")?.dataset.field;
    if (!name) return;
    if (event.key in KEYS) {
      const next = neighbour(this.data.fields, name, KEYS[event.key], this.quarters);
      if (next) this.setFocus(next, true);
    } else if (event.key === "Enter" || event.key === " ") {
      if (!this.hooks.press?.(name)) this.hooks.click?.(name);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Sets an attribute if it says something new. */
function renew(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function scaled({ x, y, width, height }, inset = 0) {
  return {
    x: x * UNIT + inset, y: y * UNIT + inset, width: width * UNIT - 2 * inset, height: height * UNIT - 2 * inset,
  };
}

function label(name, pieces, { taken, isTarget, movable }) {
  const said = [`Field ${name}`, pieces ? grouped(pieces) : "empty"];
  if (taken) said.push("taken up");
  else if (isTarget) said.push("legal target");
  else if (movable) said.push("can be taken");
  return said.join(", ");
}

/** Several pieces of a kind on one field are counted. */
function grouped(pieces) {
  const counts = new Map();
  for (const words of pieces) counts.set(words, (counts.get(words) ?? 0) + 1);
  return [...counts].map(([words, count]) => (count > 1 ? `${count} × ${words}` : words)).join(" and ");
}
