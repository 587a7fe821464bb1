// The engine beside an analysis: it searches the position on the board, and knows exact values where
// the game is solved. What it finds are values, lines and arrows.

import { Line, post } from "./api.js";
import { button, h, put, select, show, tick } from "./dom.js";
import { store, stored } from "./theme.js";
import { bar, signed } from "./values.js";

const SECONDS = 60; // the longest search that the server makes
const HINT = 1; // seconds for a hint without the engine
const LONGEST = 12; // how many moves of a line are shown

export class Engine {
  /**
   * @param frame the page with the board
   * @param settings `game`, `exact`: whether exact values are known, `colours` of the players, `on`
   * @param hooks `play(action)`, `playLine(actions)`, `changed()`: it was switched on or off, `heard(message)`:
   *   an answer to something else that was sent through `send`
   */
  constructor(frame, { game, exact, colours, on }, hooks) {
    Object.assign(this, { frame, game, colours, on, hooks, isSolved: exact, asked: 0, arrows: true });
    this.node = this.info = this.exact = null;
    this.value = h("div", { class: "exact", hidden: true });
    this.about = h("p", { class: "about" });
    this.lines = h("ol", { class: "lines", "aria-label": "Best lines" });
    this.count = select("Lines", [1, 2, 3, 4, 5], stored("lines", "3"), (value) => {
      store("lines", value);
      this.search();
    });
    const arrows = tick("Arrows", true, () => this.setArrows(this.arrowBox.checked));
    this.arrowBox = arrows.box;
    this.analyse = button("Analyse", () => this.think(true));
    this.stop = button("Stop", () => this.think(false));
    this.panel = h(
      "section",
      { class: "panel engine" },
      h("h2", {}, "Engine"),
      this.value,
      this.about,
      this.lines,
      h("div", { class: "settings" }, this.count.row, arrows.row),
    );
  }

  get view() {
    return this.node?.view;
  }

  /** The best action that is known. */
  get best() {
    return this.exact?.best[0] ?? this.info?.lines[0]?.action ?? null;
  }

  /** Looks at another position. */
  look(node) {
    this.node = node;
    this.info = this.exact = null;
    put(this.lines);
    this.render();
    this.search();
    this.lookUp();
  }

  /** Starts or stops. */
  think(on) {
    this.on = on;
    this.frame.keepFocus(() => this.render());
    this.hooks.changed();
    if (on) this.search();
    else this.line?.send({ type: "stop" });
  }

  search() {
    if (!this.on || !this.view) return;
    if (this.view.over) this.line?.send({ type: "stop" });
    else this.ask(Number(this.count.box.value), SECONDS);
  }

  /** Searches once, with or without the engine, and then does something, if the board is still the same. */
  once(then) {
    const { node } = this;
    this.ask(1, HINT, () => this.node === node && then());
  }

  ask(lines, seconds, then = null) {
    const { position } = this.node;
    this.send({ type: "search", position, lines, seconds }, (id) => {
      this.searching = id;
      this.after = then;
    });
  }

  /** Sends a request, which replaces the one before it; `sent` hears its number. */
  send(request, sent) {
    const go = () => {
      this.asked += 1;
      this.searching = null;
      sent(this.asked);
      this.line.send({ ...request, id: this.asked, game: this.game });
    };
    if (this.line?.ready) {
      go();
      return;
    }
    this.line?.close();
    this.line = new Line("/api/think", {
      heard: (message) => this.heard(message),
      opened: go,
      lost: () => put(this.about, "The server does not answer; trying again…"),
    });
  }

  heard(message) {
    if (message.type === "refused") this.frame.tell(message.refused.message, true);
    if (message.id !== this.searching || !["info", "done"].includes(message.type)) {
      this.hooks.heard(message);
      return;
    }
    this.info = message;
    this.node.values = message.values;
    this.render();
    if (message.type === "done") this.after?.();
  }

  /** The exact value of the position, where the game is solved. */
  async lookUp() {
    if (!this.isSolved) return;
    const { node } = this;
    const found = await post("/api/solved", { game: this.game, position: node.position }).catch(() => null);
    if (this.node !== node) return;
    this.exact = found?.solved ? found : null;
    this.render();
  }

  setArrows(on) {
    this.arrows = this.arrowBox.checked = on;
    this.drawArrows();
  }

  render() {
    const { info, view, exact } = this;
    this.analyse.disabled = this.on;
    this.stop.disabled = !this.on;
    show(this.value, Boolean(exact?.value));
    if (exact?.value) this.renderExact();
    this.renderBar();
    put(this.about, words(this.on, info, view));
    this.lines.setAttribute("aria-busy", this.on);
    if (info) put(this.lines, info.lines.map((line) => this.row(line)));
    if (view) this.drawArrows();
  }

  renderBar() {
    const { view } = this;
    const known = this.info?.values ?? (view?.over ? view.returns : exactValues(this.exact, view));
    const values = known ?? this.node?.values;
    if (values) bar(this.frame.bar, values, view.names, this.colours);
    else put(this.frame.bar);
  }

  renderExact() {
    const { best, value } = this.exact;
    const { turn, names } = this.view;
    const who = turn === null ? "" : names[turn];
    const chance = `${who} wins ${percent(value.win)} of the games`;
    const said = { win: `${who} wins`, loss: `${who} loses`, draw: "A draw" }[value.outcome] ?? chance;
    const length = value.turns ? ` in ${value.turns} ${value.turns === 1 ? "turn" : "turns"}` : "";
    const moves = best.map((action) => button(action, () => this.hooks.play(action), { class: "move" }));
    put(
      this.value,
      h("p", {}, h("b", {}, `${said}${length}`), " with best play by both."),
      moves.length ? h("p", { class: "optimal" }, "Optimal: ", moves) : null,
    );
  }

  row(line) {
    const value = signed(line.values[this.view.mover ?? this.view.turn ?? 0]);
    const ends = line.exact && line.plies_to_end !== null;
    const title = line.exact
      ? `proven, the end in ${line.plies_to_end ?? "?"} actions`
      : "what the player to move can expect, from −1 to +1";
    const actions = (line.pv.length ? line.pv : [line.action]).slice(0, LONGEST);
    const moves = actions.map((action, nth) =>
      button(action, () => this.hooks.playLine(actions.slice(0, nth + 1)), { class: "move" }),
    );
    return h(
      "li",
      {},
      h("span", { class: "value", title }, ends ? `${value} ✓${line.plies_to_end}` : value),
      h("span", { class: "pv" }, moves),
    );
  }

  /** All optimal moves, or those of the best lines, the best on top. */
  drawArrows() {
    const optimal = this.exact?.best ?? [];
    const lines = this.info?.lines.map(({ action }) => action) ?? [];
    const shown = optimal.length ? optimal : lines;
    const arrows = shown.map((text, nth) => {
      const action = this.view.actions.find((each) => each.action === text);
      return action ? { ...action, kind: optimal.length || !nth ? "best" : "other" } : null;
    });
    this.frame.board.show({ arrows: this.arrows ? arrows.filter(Boolean).reverse() : [] });
  }

  close() {
    this.line?.close();
  }
}

/** What the solution says, as values of the players. */
function exactValues(exact, view) {
  if (!exact?.value || view.turn === null) return null;
  const value = { win: 1, loss: -1, draw: 0 }[exact.value.outcome] ?? 2 * exact.value.win - 1;
  return view.names.map((_, player) => (player === view.turn ? value : -value));
}

function words(on, info, view) {
  if (view?.over) return "The game is over.";
  if (!info) return on ? "Thinking…" : "The engine is off. Analyse, or l, starts it.";
  const depth = info.depth ? `depth ${info.depth}, ` : "";
  const ended = info.stopped ? ", stopped" : ", done";
  const state = info.exact ? ", proven" : info.type === "done" ? ended : "…";
  return `${depth}${short(info.nodes)} positions, ${info.seconds.toFixed(1)} s${state}`;
}

function percent(chance) {
  return `${(100 * chance).toFixed(1)} %`;
}

function short(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  return number >= 1e3 ? `${Math.round(number / 1e3)} k` : String(number);
}
