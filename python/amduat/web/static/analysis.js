// Analysis: a tree of variations on the page; positions, searches and reviews from the server.

import { announce } from "./announce.js";
import { Line, boardOf, gamesList, post } from "./api.js";
import { button, h, put, select, show, tick } from "./dom.js";
import { Frame, moveBox } from "./frame.js";
import { ANALYSING, help, listen } from "./keys.js";
import { reveal, treeMoves } from "./moves.js";
import { figures, playerList, tray } from "./players.js";
import { newGame } from "./setup.js";
import { actionsIn, analysisAddress, load, share } from "./share.js";
import { store, stored } from "./theme.js";
import { Tree } from "./tree.js";
import { bar, curve, signed } from "./values.js";

const SECONDS = 60; // the longest search that the server makes
const REVIEW = 0.1; // seconds for each position of a game

export class Analysis {
  constructor(root, route) {
    Object.assign(this, { root, route, game: route.game, engine: Boolean(route.state?.engine), arrows: true, asked: 0, info: null, solved: null, points: [] });
  }

  async mount() {
    const [data, list] = await Promise.all([boardOf(this.game), gamesList()]);
    this.data = data;
    this.isSolved = list.games.find(({ name }) => name === this.game).solved;
    this.colours = figures(data).map((token) => data.colours[token.colour]);
    this.frame = new Frame(this.root, data, {
      play: (action) => this.play({ action: action.action }),
      why: (from, to) => this.why(from, to),
    });
    document.title = `${data.title}, analysis · Amduat`;
    this.build();
    this.keys();
    try {
      await this.open();
    } catch (refused) {
      this.frame.tell(refused.message, true);
    }
  }

  /** What the address names: a position, or a game by its actions. */
  async open() {
    const { params, hash } = this.route;
    const actions = actionsIn(hash);
    const position = params.get("position");
    if (actions.length) {
      const line = await post("/api/records", { game: this.game, actions, ...(position ? { start: position } : {}) });
      await this.openLine(line, line.plies.length);
      return;
    }
    const options = Object.fromEntries([...params].filter(([name]) => name !== "position"));
    const { view } = await post("/api/views", { game: this.game, ...(position ? { position } : { options }) });
    this.begin(view);
  }

  begin(view) {
    this.tree = new Tree(view.position, view);
    this.points = [];
    this.frame.keepFocus(() => this.show());
    announce(view.status);
  }

  /** A whole game; `ply` is where to begin. */
  async openLine(line, ply = 0) {
    if (line.game !== this.game) {
      this.route.go(analysisAddress(line.game, line.start, line.plies.map(({ action }) => action)));
      return;
    }
    const { view } = await post("/api/views", { game: this.game, position: line.start });
    this.tree = new Tree(line.start, view);
    this.points = [];
    let node = this.tree.root;
    line.plies.forEach((each, nth) => {
      node = this.tree.add(node, each);
      if (nth + 1 === ply) this.tree.current = node;
    });
    await this.go(this.tree.current);
  }

  build() {
    const { frame } = this;
    this.named = {
      roll: button("Roll", () => this.roll(), { class: "main", hidden: true }),
      undo: button("Undo", () => this.step(-1)),
      redo: button("Redo", () => this.step(1)),
      hint: button("Hint", () => this.hint()),
      analyse: button("Analyse", () => this.think(true)),
      stop: button("Stop", () => this.think(false)),
      flip: button("Flip", () => frame.board.flip()),
      begin: button("New game", () => newGame(this.game, (table) => this.route.go(`/${table.game}?table=${table.id}`), this.tree?.current.view?.position ?? "")),
      load: button("Load", () => load(this.game, {
        line: (line) => this.openLine(line),
        position: ({ view }) => this.begin(view),
        go: (address) => this.route.go(address),
      })),
      share: button("Share", () => this.share()),
    };
    put(frame.controls, Object.values(this.named));
    frame.bar.hidden = false;
    this.exact = h("div", { class: "exact", hidden: true });
    this.about = h("p", { class: "about" });
    this.lines = h("ol", { class: "lines", "aria-label": "Best lines" });
    this.count = select("Lines", [1, 2, 3, 4, 5], stored("lines", "3"), (value) => {
      store("lines", value);
      this.restart();
    });
    const arrows = tick("Arrows", true, () => this.setArrows(this.arrowBox.checked));
    this.arrowBox = arrows.box;
    this.moves = h("div", { class: "scroll" });
    this.typed = moveBox((text) => this.play({ text }));
    this.stepper = h(
      "div", { class: "stepper", role: "group", "aria-label": "Moves" },
      button("«", () => this.go(this.tree.root), { "aria-label": "To the beginning", title: "To the beginning (↑)" }),
      button("‹", () => this.step(-1), { "aria-label": "A move back", title: "A move back (←)" }),
      button("›", () => this.step(1), { "aria-label": "A move forward", title: "A move forward (→)" }),
      button("»", () => this.go(this.tree.end()), { "aria-label": "To the end", title: "To the end (↓)" }),
      button("Promote", () => this.promote(), { title: "Make this variation the main line" }),
      button("Delete", () => this.remove(), { title: "Delete this move and all after it" }),
    );
    this.review = button("Review", () => this.reviewGame(), { title: "Judge every turn of the main line and mark the mistakes" });
    this.progress = h("span", { class: "progress" });
    this.graph = h("div", { class: "graph" });
    const text = h("input", { name: "position", spellcheck: false, autocomplete: "off", "aria-label": "Position" });
    this.text = text;
    const setter = h("form", { class: "movebox", onsubmit: (event) => {
      event.preventDefault();
      this.setPosition(text.value.trim());
    } }, text, h("button", { type: "submit" }, "Set"));
    put(
      frame.side,
      h("section", { class: "panel engine" }, h("h2", {}, "Engine"), this.exact, this.about, this.lines,
        h("div", { class: "settings" }, this.count.row, arrows.row)),
      h("section", { class: "panel" }, h("h2", {}, "Moves"), this.moves, this.stepper, this.typed.form),
    );
    put(
      frame.extra,
      h("section", { class: "panel" }, h("h2", {}, "Curve"), this.graph, h("div", { class: "settings" }, this.review, this.progress)),
      h("section", { class: "panel" }, h("h2", {}, "Position"), setter),
    );
  }

  keys() {
    const { frame } = this;
    this.unlisten = listen({
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      ArrowUp: () => this.upDown(-1),
      ArrowDown: () => this.upDown(1),
      Home: () => this.go(this.tree.root),
      End: () => this.go(this.tree.end()),
      Escape: () => frame.hand.drop(),
      " ": () => this.playBest(),
      l: () => this.think(!this.engine),
      a: () => this.setArrows(!this.arrows),
      f: () => frame.board.flip(),
      m: () => this.typed.box.focus(),
      "?": () => this.help(),
    });
  }

  help() {
    return help(this.data, ANALYSING);
  }

  get view() {
    return this.tree?.current.view;
  }

  /** Goes to a node; its position is asked for when it is first seen. */
  async go(node) {
    if (!node || !this.tree) return;
    const before = this.tree.current;
    this.tree.current = node;
    if (!node.view) {
      const { view } = await post("/api/views", { game: this.game, position: node.position });
      node.view = view;
    }
    if (this.tree.current !== node) return;
    this.frame.keepFocus(() => this.show());
    announce(node.ply ? [node.ply.words, ...node.ply.events, node.view.status].join(" ") : `The beginning. ${node.view.status}`);
    if (node.parent === before && node.ply.path.length > 1) await this.frame.board.walk(node.ply.path, node.ply.to);
  }

  step(by) {
    const { current } = this.tree ?? {};
    if (current) this.go(by < 0 ? current.parent : current.children[0]);
  }

  /** To the variation above or below; where there is none, to the beginning or the end. */
  upDown(by) {
    if (this.tree) this.go(this.tree.beside(by) ?? (by < 0 ? this.tree.root : this.tree.end()));
  }

  /** Plays an action, or what a text means, from the position on the board. Says whether it was done. */
  async play(what) {
    const from = this.tree?.current;
    if (!from) return false;
    const known = what.action && from.children.find((child) => child.ply.action === what.action);
    try {
      if (known) await this.go(known);
      else {
        const { view, ply } = await post("/api/views", { game: this.game, position: from.position, ...what });
        await this.go(this.tree.add(from, ply, view));
      }
      return true;
    } catch (refused) {
      this.frame.tell(refused.message, true);
      return false;
    }
  }

  /** Lets chance act, as the dice would. */
  roll() {
    const outcomes = this.view?.chance ? this.view.actions : [];
    let rest = Math.random();
    const found = outcomes.find((outcome) => (rest -= outcome.probability) < 0) ?? outcomes.at(-1);
    if (found) this.play({ action: found.action });
  }

  async why(from, to) {
    try {
      const { reason } = await post("/api/why", { game: this.game, position: this.tree.current.position, from, ...(to === null ? {} : { to }) });
      this.frame.tell(reason, true);
    } catch (refused) {
      this.frame.tell(refused.message, true);
    }
  }

  show() {
    const { frame, view, tree, named } = this;
    const { current } = tree;
    frame.board.show({ tokens: view.tokens, position: view.position, last: current.ply ? [[current.ply.from, current.ply.to]] : [], arrows: [] });
    const odds = (action) => `${action.action.replace(/^=/, "")} · ${Math.round(100 * action.probability)} %`;
    const actions = view.chance ? view.actions.map((action) => ({ ...action, name: odds(action) })) : view.actions;
    frame.hand.offer(actions, { busy: view.over ? `The game is over. ${view.status}` : "", ask: view.chance ? "What does chance bring?" : "" });
    frame.say(view.status);
    const path = tree.path();
    const turn = path.filter(({ ply }) => ply.turn === current.ply?.turn && ply.player === view.turn).map(({ ply }) => ply);
    frame.parts(view.over ? [] : turn, view.phase);
    put(frame.people, playerList(this.data, view), tray(this.data, view));
    put(this.moves, tree.root.children.length ? treeMoves(tree, view.names, (node) => this.go(node)) : h("p", { class: "hint" }, "No moves yet: play on the board."));
    reveal(this.moves);
    named.undo.disabled = !current.parent;
    named.redo.disabled = !current.children.length;
    show(named.roll, view.faces.length > 0 || view.chance);
    named.roll.disabled = !view.chance;
    this.text.value = view.position;
    this.drawCurve();
    const address = analysisAddress(this.game, tree.root.position, path.map(({ ply }) => ply.action));
    this.route.replace(address, { engine: this.engine });
    this.info = this.solved = null;
    put(this.lines);
    this.showThinking();
    this.restart();
    this.lookUp();
  }

  /** Starts or stops the engine. */
  think(on) {
    this.engine = on;
    this.frame.keepFocus(() => this.showThinking());
    if (on) this.restart();
    else this.line?.send({ type: "stop" });
  }

  restart() {
    if (!this.engine || !this.view) return;
    if (this.view.over) {
      this.line?.send({ type: "stop" });
      this.showThinking();
      return;
    }
    this.connect(() => {
      this.asked += 1;
      this.searching = this.asked;
      this.line.send({ type: "search", id: this.asked, game: this.game, position: this.tree.current.position, lines: Number(this.count.box.value), seconds: SECONDS });
    });
  }

  connect(then) {
    if (this.line?.ready) then();
    else {
      this.line?.close();
      this.line = new Line("/api/think", {
        heard: (message) => this.heard(message),
        opened: then,
        lost: () => put(this.about, "The server does not answer; trying again…"),
      });
    }
  }

  heard(message) {
    if (message.type === "refused") {
      this.frame.tell(message.refused.message, true);
      this.progress.textContent = "";
      this.review.disabled = false;
    } else if (message.id === this.reviewing) this.heardReview(message);
    else if (message.id === this.searching && (message.type === "info" || message.type === "done")) {
      this.info = message;
      this.tree.current.values = message.values;
      this.showThinking();
      if (message.type === "done" && this.after?.id === message.id) this.after.then();
    }
  }

  /** The exact value of a position, where the game is solved. */
  async lookUp() {
    if (!this.isSolved) return;
    const node = this.tree.current;
    try {
      const solved = await post("/api/solved", { game: this.game, position: node.position });
      if (this.tree.current !== node) return;
      this.solved = solved.solved ? solved : null;
    } catch {
      this.solved = null;
    }
    this.showThinking();
  }

  showThinking() {
    const { info, view, named, engine, solved } = this;
    named.analyse.disabled = engine;
    named.stop.disabled = !engine;
    const names = view?.names ?? [];
    show(this.exact, Boolean(solved?.value));
    if (solved?.value) this.showExact(solved);
    const values = info?.values ?? (view?.over ? view.returns : exactValues(solved, view)) ?? this.tree?.current.values;
    this.frame.bar.classList.toggle("unknown", !values);
    if (values) bar(this.frame.bar, values, names, this.colours);
    else put(this.frame.bar);
    put(this.about, engineWords(engine, info, view));
    this.lines.setAttribute("aria-busy", engine);
    if (info) put(this.lines, info.lines.map((line) => this.lineRow(line)));
    this.showArrows();
  }

  showExact(solved) {
    const { outcome, turns } = solved.value;
    const who = this.view.turn === null ? "" : this.view.names[this.view.turn];
    const words = { win: `${who} wins`, loss: `${who} loses`, draw: "A draw" }[outcome];
    const length = turns ? ` in ${turns} ${turns === 1 ? "turn" : "turns"}` : "";
    const best = solved.best.map((action) => button(action, () => this.play({ action }), { class: "move" }));
    put(this.exact, h("p", {}, h("b", {}, `${words}${length}`), " with best play by both."),
      best.length ? h("p", { class: "optimal" }, `Optimal: `, best) : null);
  }

  lineRow(line) {
    const mover = this.view.mover ?? this.view.turn ?? 0;
    const value = line.exact && line.plies_to_end !== null ? `${signed(line.values[mover])} ✓${line.plies_to_end}` : signed(line.values[mover]);
    const pv = line.pv.length ? line.pv : [line.action];
    return h("li", {}, h("span", { class: "value", title: line.exact ? `proven, the end in ${line.plies_to_end ?? "?"} actions` : "what the player to move can expect, from −1 to +1" }, value),
      h("span", { class: "pv" }, pv.slice(0, 12).map((action, nth) => button(action, () => this.playLine(pv.slice(0, nth + 1)), { class: "move" }))));
  }

  async playLine(actions) {
    for (const action of actions) if (!(await this.play({ action }))) return;
  }

  get best() {
    return this.solved?.best[0] ?? this.info?.lines[0]?.action ?? null;
  }

  playBest() {
    if (this.best) this.play({ action: this.best });
    else if (this.view?.chance) this.roll();
    else if (!this.view?.over) this.hint(true);
  }

  /** The best move, also without the engine: a short search. */
  async hint(andPlay = false) {
    const say = () => {
      const action = this.view.actions.find(({ action: text }) => text === this.best);
      if (!action) return;
      if (andPlay) this.play({ action: action.action });
      else {
        this.frame.board.show({ arrows: [{ ...action, kind: "hint" }] });
        this.frame.tell(`Hint: ${action.words}${action.words.includes(action.action) ? "" : ` (${action.action})`}.`);
      }
    };
    if (this.best || this.view?.chance || this.view?.over) {
      say();
      return;
    }
    const node = this.tree.current;
    this.connect(() => {
      this.asked += 1;
      this.searching = this.asked;
      this.line.send({ type: "search", id: this.asked, game: this.game, position: node.position, lines: 1, seconds: 1 });
      this.after = { id: this.asked, then: () => this.tree.current === node && say() };
    });
  }

  setArrows(on) {
    this.arrows = this.arrowBox.checked = on;
    this.showArrows();
  }

  showArrows() {
    if (!this.view) return;
    const find = (text) => this.view.actions.find(({ action }) => action === text);
    const best = this.solved?.best.length ? this.solved.best : [];
    const lines = best.length ? [] : (this.info?.lines ?? []).map(({ action }) => action);
    const arrows = [...best.map((text) => [find(text), "best"]), ...lines.map((text, nth) => [find(text), nth ? "other" : "best"])];
    this.frame.board.show({ arrows: this.arrows ? arrows.filter(([action]) => action).map(([action, kind]) => ({ ...action, kind })).reverse() : [] });
  }

  /** Judges the main line. */
  reviewGame() {
    const main = this.tree?.main() ?? [];
    if (main.length < 2) {
      this.frame.tell("There is no game to review yet: play some moves or load a record.", true);
      return;
    }
    this.review.disabled = true;
    this.progress.textContent = "…";
    this.connect(() => {
      this.asked += 1;
      this.reviewing = this.asked;
      this.searching = null;
      this.line.send({ type: "review", id: this.asked, game: this.game, start: this.tree.root.position, actions: main.slice(1).map(({ ply }) => ply.action), seconds: REVIEW });
    });
  }

  heardReview(message) {
    if (message.type === "progress") {
      this.progress.textContent = `${Math.round((100 * message.done) / message.total)} %`;
      return;
    }
    this.review.disabled = false;
    this.progress.textContent = "";
    if (message.type !== "review") return;
    const main = this.tree.main();
    const first = message.turns[0]?.before;
    this.points = first ? [{ at: 0, values: first, mark: "", player: 0, text: "" }] : [];
    let begun = 1;
    for (const turn of message.turns) {
      this.points.push({ at: turn.ply, values: turn.after, mark: turn.mark, player: turn.player, text: `${turn.text}${turn.better ? `, better ${turn.better}` : ""}` });
      for (let ply = begun; ply <= turn.ply; ply += 1) if (main[ply]) main[ply].mark = ply === turn.ply ? turn.mark : "";
      begun = turn.ply + 1;
    }
    const faults = message.turns.filter(({ mark }) => mark);
    this.progress.textContent = faults.length ? `${faults.length} ${faults.length === 1 ? "mistake" : "mistakes"}` : "No mistakes.";
    const words = faults.map((turn) => `${this.view.names[turn.player]}, turn ${turn.turn}: ${turn.text}${turn.mark}${turn.better ? ` better ${turn.better}` : ""}.`);
    announce([this.progress.textContent, ...words].join(" "));
    put(this.moves, treeMoves(this.tree, this.view.names, (node) => this.go(node)));
    reveal(this.moves);
    this.drawCurve();
    this.restart();
  }

  drawCurve() {
    const main = this.tree.main();
    const at = main.indexOf(this.tree.current);
    if (!this.points.length) {
      put(this.graph, h("p", { class: "hint" }, "Review shows what each turn was worth, and where it was lost."));
      return;
    }
    const faults = this.points.filter(({ mark }) => mark);
    put(
      this.graph,
      curve(this.points, { colours: this.colours, names: this.view.names, current: at < 0 ? null : at, go: (ply) => this.go(main[Math.min(ply, main.length - 1)]) }),
      faults.length ? h("ul", { class: "faults" }, faults.map((point) => h("li", {}, button(`${this.view.names[point.player]} ${point.mark} ${point.text}`, () => this.go(main[point.at]), { class: "plain" })))) : null,
    );
  }

  async setPosition(position) {
    try {
      const { view } = await post("/api/views", { game: this.game, position });
      this.begin(view);
    } catch (refused) {
      this.frame.tell(refused.message, true);
    }
  }

  promote() {
    if (!this.tree) return;
    this.tree.promote(this.tree.current);
    this.points = [];
    this.show();
  }

  remove() {
    if (!this.tree?.current.parent) return;
    this.tree.remove(this.tree.current);
    this.points = [];
    this.go(this.tree.current);
  }

  share() {
    const { tree, game } = this;
    const actions = tree.path().map(({ ply }) => ply.action);
    share({ game, position: this.view.position, start: tree.root.position, actions, record: () => post("/api/records", { game, start: tree.root.position, actions }) });
  }

  destroy() {
    this.unlisten?.();
    this.line?.close();
    this.frame?.destroy();
  }
}

/** What the solution says, as values of the players. */
function exactValues(solved, view) {
  if (!solved?.value || view.turn === null) return null;
  const value = { win: 1, loss: -1, draw: 0 }[solved.value.outcome];
  return view.names.map((_, player) => (player === view.turn ? value : -value));
}

function engineWords(engine, info, view) {
  if (view?.over) return "The game is over.";
  if (!info) return engine ? "Thinking…" : "The engine is off. Analyse, or l, starts it.";
  const count = info.nodes >= 1e6 ? `${(info.nodes / 1e6).toFixed(1)} M` : info.nodes >= 1e3 ? `${Math.round(info.nodes / 1e3)} k` : String(info.nodes);
  const depth = info.depth ? `depth ${info.depth}, ` : "";
  const state = info.exact ? ", proven" : info.type === "done" ? (info.stopped ? ", stopped" : ", done") : "…";
  return `${depth}${count} positions, ${info.seconds.toFixed(1)} s${state}`;
}
