// The review of a game: what each turn was worth, as a curve, and where it was lost.

import { announce } from "./announce.js";
import { button, h, put } from "./dom.js";
import { curve } from "./values.js";

const SECONDS = 0.1; // for each position

export class Review {
  /**
   * @param engine what sends the request
   * @param settings `colours` of the players
   * @param hooks `tree()`: the game, `go(node)`, `marked()`: the mistakes are known, `say(text)`
   */
  constructor(engine, { colours }, hooks) {
    Object.assign(this, { engine, colours, hooks, points: [] });
    this.graph = h("div", { class: "graph" });
    this.button = button("Review", () => this.start(), {
      title: "Judge every turn of the main line and mark the mistakes",
    });
    this.progress = h("span", { class: "progress" });
    this.panel = h(
      "section",
      { class: "panel" },
      h("h2", {}, "Curve"),
      this.graph,
      h("div", { class: "settings" }, this.button, this.progress),
    );
  }

  /** Forgets what was found, as the game has changed. */
  clear() {
    this.points = [];
    this.progress.textContent = "";
  }

  start() {
    const tree = this.hooks.tree();
    const actions = tree?.main().slice(1).map(({ ply }) => ply.action) ?? [];
    if (!actions.length) {
      this.hooks.say("There is no game to review yet: play some moves or load a record.");
      return;
    }
    this.button.disabled = true;
    this.progress.textContent = "…";
    this.engine.send({ type: "review", start: tree.root.position, actions, seconds: SECONDS }, (id) => {
      this.reviewing = id;
    });
  }

  heard(message) {
    if (message.id !== this.reviewing) return;
    if (message.type === "progress") {
      this.progress.textContent = `${Math.round((100 * message.done) / message.total)} %`;
      return;
    }
    this.button.disabled = false;
    this.progress.textContent = "";
    if (message.type === "review") this.take(message.turns);
  }

  /** Marks the mistakes in the tree, and tells them. */
  take(turns) {
    const main = this.hooks.tree().main();
    for (const node of main) node.mark = "";
    this.points = turns.length ? [{ at: 0, values: turns[0].before, mark: "", player: 0, text: "" }] : [];
    for (const turn of turns) {
      const better = turn.better ? `, better ${turn.better}` : "";
      const { mark, player, ply, after } = turn;
      this.points.push({ at: ply, values: after, mark, player, text: `${turn.text}${better}` });
      if (main[ply]) main[ply].mark = mark;
    }
    const { length } = this.faults;
    this.progress.textContent = length ? `${length} ${length === 1 ? "mistake" : "mistakes"}` : "No mistakes.";
    this.hooks.marked();
    const { names } = this.hooks.tree().current.view;
    announce([this.progress.textContent, ...this.faults.map((point) => told(point, names))].join(" "));
  }

  get faults() {
    return this.points.filter(({ mark }) => mark);
  }

  draw() {
    const { main, current, names } = this.place();
    if (!this.points.length) {
      put(this.graph, h("p", { class: "hint" }, "Review shows what each turn was worth, and where it was lost."));
      return;
    }
    const go = (ply) => this.hooks.go(main[Math.min(ply, main.length - 1)]);
    const faults = this.faults.map((point) =>
      h("li", {}, button(told(point, names), () => go(point.at), { class: "plain" })),
    );
    put(
      this.graph,
      curve(this.points, { colours: this.colours, names, current, go }),
      faults.length ? h("ul", { class: "faults" }, faults) : null,
    );
  }

  /** The main line, and where on it the board is. */
  place() {
    const tree = this.hooks.tree();
    const main = tree.main();
    const at = main.indexOf(tree.current);
    return { main, current: at < 0 ? null : at, names: tree.current.view.names };
  }
}

function told({ mark, player, text }, names) {
  return `${names[player]} ${mark} ${text}`;
}
