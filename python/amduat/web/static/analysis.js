// Analysis: a tree of variations on the page; positions, searches and reviews from the server.

import { announce } from "./announce.js";
import { boardOf, gamesList, post } from "./api.js";
import { button, h, put, show } from "./dom.js";
import { Engine } from "./engine.js";
import { Frame, moveBox, positionBox, stepper } from "./frame.js";
import { ANALYSING, help, listen } from "./keys.js";
import { lastMoves, reveal, treeMoves } from "./moves.js";
import { figures, playerList, tray } from "./players.js";
import { Review } from "./review.js";
import { newGame } from "./setup.js";
import { actionsIn, analysisAddress, load, share } from "./share.js";
import { Tree } from "./tree.js";

export class Analysis {
  constructor(root, route) {
    Object.assign(this, { root, route, game: route.game, tree: null });
  }

  async mount() {
    const [data, list] = await Promise.all([boardOf(this.game), gamesList()]);
    this.data = data;
    this.frame = new Frame(this.root, data, {
      play: (action) => this.play({ action: action.action }),
      why: (from, to) => this.why(from, to),
    });
    document.title = `${data.title}, analysis · Amduat`;
    this.build(list.games.find(({ name }) => name === this.game).exact);
    this.keys();
    try {
      await this.open();
    } catch (refused) {
      this.refuse(refused);
    }
  }

  refuse(refused) {
    this.frame.tell(refused.message, true);
  }

  /** What the address names: a position, or a game by its actions. */
  async open() {
    const { params, hash } = this.route;
    const actions = actionsIn(hash);
    const position = params.get("position");
    if (actions.length) {
      const start = position ? { start: position } : {};
      const line = await post("/api/records", { game: this.game, actions, ...start });
      await this.openLine(line, line.plies.length);
      return;
    }
    const options = Object.fromEntries([...params].filter(([name]) => name !== "position"));
    const { view } = await post("/api/views", { game: this.game, ...(position ? { position } : { options }) });
    this.begin(view);
  }

  begin(view) {
    this.tree = new Tree(view.position, view);
    this.review.clear();
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
    this.review.clear();
    let node = this.tree.root;
    line.plies.forEach((each, nth) => {
      node = this.tree.add(node, each);
      if (nth + 1 === ply) this.tree.current = node;
    });
    await this.go(this.tree.current);
  }

  build(exact) {
    const { frame, game } = this;
    const colours = figures(this.data).map((token) => this.data.colours[token.colour]);
    const on = Boolean(this.route.state?.engine);
    this.engine = new Engine(frame, { game, exact, colours, on }, {
      play: (action) => this.play({ action }),
      playLine: (actions) => this.playLine(actions),
      changed: () => this.keepAddress(),
      heard: (message) => this.review.heard(message),
    });
    this.review = new Review(this.engine, { colours }, {
      tree: () => this.tree,
      go: (node) => this.go(node),
      say: (text) => frame.tell(text, true),
      marked: () => {
        this.listMoves();
        this.review.draw();
        this.engine.search();
      },
    });
    this.named = {
      roll: button("Roll", () => this.roll(), { class: "main", hidden: true }),
      undo: button("Undo", () => this.step(-1)),
      redo: button("Redo", () => this.step(1)),
      hint: button("Hint", () => this.hint()),
      analyse: this.engine.analyse,
      stop: this.engine.stop,
      flip: button("Flip", () => frame.board.flip()),
      begin: button("New game", () => newGame(game, this.route.sit, this.view?.position ?? "")),
      load: button("Load", () => this.load()),
      share: button("Share", () => this.share()),
    };
    put(frame.controls, Object.values(this.named));
    frame.bar.hidden = false;
    this.moves = h("div", { class: "scroll" });
    this.typed = moveBox((text) => this.play({ text }));
    this.text = positionBox((position) => this.setPosition(position));
    const steps = stepper("Moves", {
      first: () => this.go(this.tree?.root),
      back: () => this.step(-1),
      forward: () => this.step(1),
      last: () => this.go(this.tree?.end()),
    });
    steps.append(
      button("Promote", () => this.promote(), { title: "Make this variation the main line" }),
      button("Delete", () => this.remove(), { title: "Delete this move and all after it" }),
    );
    const moves = h("section", { class: "panel" }, h("h2", {}, "Moves"), this.moves, steps, this.typed.form);
    put(frame.side, this.engine.panel, moves);
    const position = h("section", { class: "panel" }, h("h2", {}, "Position"), this.text.form);
    put(frame.extra, this.review.panel, position);
  }

  keys() {
    const { frame, engine } = this;
    this.unlisten = listen({
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      ArrowUp: () => this.upDown(-1),
      ArrowDown: () => this.upDown(1),
      Home: () => this.go(this.tree?.root),
      End: () => this.go(this.tree?.end()),
      Escape: () => frame.hand.drop(),
      " ": () => this.playBest(),
      l: () => engine.think(!engine.on),
      a: () => engine.setArrows(!engine.arrows),
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
    if (!node) return;
    const before = this.tree.current;
    this.tree.current = node;
    node.view ??= (await post("/api/views", { game: this.game, position: node.position })).view;
    if (this.tree.current !== node) return;
    this.frame.keepFocus(() => this.show());
    const { ply, view } = node;
    announce([...(ply ? [ply.words, ...ply.events] : ["The beginning."]), view.status].join(" "));
    if (node.parent === before && ply.path.length > 1) await this.frame.board.walk(ply.path, ply.to);
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
      this.refuse(refused);
      return false;
    }
  }

  async playLine(actions) {
    for (const action of actions) if (!(await this.play({ action }))) return;
  }

  /** Lets chance act, as the dice would. */
  roll() {
    const outcomes = this.view?.chance ? this.view.actions : [];
    let rest = Math.random();
    const found = outcomes.find((outcome) => (rest -= outcome.probability) < 0) ?? outcomes.at(-1);
    if (found) this.play({ action: found.action });
  }

  async why(from, to) {
    const { position } = this.tree.current;
    try {
      const { reason } = await post("/api/why", { game: this.game, position, from, ...(to === null ? {} : { to }) });
      this.frame.tell(reason, true);
    } catch (refused) {
      this.refuse(refused);
    }
  }

  show() {
    const { frame, view, tree, named } = this;
    const { current } = tree;
    const plies = tree.path().map(({ ply }) => ply);
    frame.board.show({ tokens: view.tokens, position: view.position, last: lastMoves(plies), arrows: [] });
    this.offer();
    frame.say(view.status);
    const turn = plies.filter((ply) => ply.turn === current.ply?.turn && ply.player === view.turn);
    frame.parts(view.over ? [] : turn, view.phase);
    put(frame.people, playerList(this.data, view), tray(this.data, view));
    this.listMoves();
    named.undo.disabled = !current.parent;
    named.redo.disabled = !current.children.length;
    show(named.roll, view.faces.length > 0 || view.chance);
    named.roll.disabled = !view.chance;
    this.text.box.value = view.position;
    this.review.draw();
    this.keepAddress();
    this.engine.look(current);
  }

  /** What can be done; outcomes of chance are offered with their odds. */
  offer() {
    const { view } = this;
    const named = (action) => {
      const odds = Math.round(100 * action.probability);
      return { ...action, name: `${action.action.replace(/^=/, "")} · ${odds} %` };
    };
    this.frame.hand.offer(view.chance ? view.actions.map(named) : view.actions, {
      busy: view.over ? `The game is over. ${view.status}` : "",
      ask: view.chance ? "What does chance bring?" : "",
    });
  }

  listMoves() {
    const { tree, view } = this;
    const none = h("p", { class: "hint" }, "No moves yet: play on the board.");
    put(this.moves, tree.root.children.length ? treeMoves(tree, view.names, (node) => this.go(node)) : none);
    reveal(this.moves);
  }

  /** Keeps in the address what is on the board, and how it came about. */
  keepAddress() {
    if (!this.tree) return;
    const actions = this.tree.path().map(({ ply }) => ply.action);
    this.route.replace(analysisAddress(this.game, this.tree.root.position, actions), { engine: this.engine.on });
  }

  playBest() {
    const { best } = this.engine;
    if (best) this.play({ action: best });
    else if (this.view?.chance) this.roll();
    else if (this.view && !this.view.over) this.engine.once(() => this.play({ action: this.engine.best }));
  }

  /** Shows the best move, also without the engine: by a short search. */
  hint() {
    if (!this.view) return;
    if (this.view.chance || this.view.over) {
      this.frame.tell(this.view.over ? "The game is over." : "Chance needs no hint.", true);
      return;
    }
    const point = () => {
      const action = this.view.actions.find((each) => each.action === this.engine.best);
      if (action) this.frame.hint(action);
    };
    if (this.engine.best) point();
    else this.engine.once(point);
  }

  async setPosition(position) {
    try {
      const { view } = await post("/api/views", { game: this.game, position });
      this.begin(view);
    } catch (refused) {
      this.refuse(refused);
    }
  }

  promote() {
    if (!this.tree) return;
    this.tree.promote(this.tree.current);
    this.review.clear();
    this.show();
  }

  remove() {
    if (!this.tree?.current.parent) return;
    this.tree.remove(this.tree.current);
    this.review.clear();
    this.go(this.tree.current);
  }

  load() {
    load(this.game, {
      line: (line) => this.openLine(line),
      position: ({ view }) => this.begin(view),
      go: (address) => this.route.go(address),
    });
  }

  share() {
    const { tree, game, view } = this;
    if (!view) return;
    const start = tree.root.position;
    const actions = tree.path().map(({ ply }) => ply.action);
    const record = () => post("/api/records", { game, start, actions });
    share({ game, position: view.position, start, actions, record });
  }

  destroy() {
    this.unlisten?.();
    this.engine?.close();
    this.frame?.destroy();
  }
}
