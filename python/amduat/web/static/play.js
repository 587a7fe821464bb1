// A game that is being played. The server holds it; the page shows it and asks for what is done.

import { announce } from "./announce.js";
import { Line, boardOf, get, post } from "./api.js";
import { button, confirm, h, put, show } from "./dom.js";
import { Frame, moveBox, stepper } from "./frame.js";
import { PLAYING, help, listen } from "./keys.js";
import { lastMoves, plainMoves, reveal } from "./moves.js";
import { called, playerList, tray } from "./players.js";
import { newGame } from "./setup.js";
import { analysisAddress, share } from "./share.js";

/** What an address may say about a table besides the options of the game, and how it is read. */
const SETTINGS = {
  position: String, dice: String, seats: (text) => text.split(","), seed: whole, pause: Number, max_turns: whole,
  auto_roll: isYes, face_down: isYes, repetition: isYes,
};

export class Play {
  constructor(root, route) {
    Object.assign(this, { root, route, game: route.game, queue: [], at: null, table: null });
  }

  async mount() {
    this.data = await boardOf(this.game);
    this.frame = new Frame(this.root, this.data, {
      play: (action) => this.act(action),
      why: (from, to) => this.why(from, to),
    });
    this.buttons();
    this.keys();
    try {
      const table = await this.open();
      this.route.replace(`/${this.game}?table=${table.id}`);
      this.render(table);
      announce(this.sentence());
      this.listen(table.id);
    } catch (refused) {
      this.refuse(refused);
    }
  }

  /** The table that the address names, or a new one as it asks for. */
  open() {
    const { params } = this.route;
    if (params.has("table")) return get(`/api/tables/${encodeURIComponent(params.get("table"))}`);
    const wanted = { game: this.game };
    for (const [name, read] of Object.entries(SETTINGS)) {
      const value = params.has(name) ? read(params.get(name)) : null;
      if (value !== null && !Number.isNaN(value)) wanted[name] = value;
    }
    const options = [...params].filter(([name]) => !(name in SETTINGS) && name !== "table");
    if (options.length) wanted.options = Object.fromEntries(options);
    return post("/api/tables", wanted);
  }

  listen(id) {
    this.line?.close();
    this.line = new Line(`/api/tables/${id}/live`, {
      heard: (message) => message.table && this.receive(message.table),
      opened: () => {
        if (this.lost) this.frame.say(this.sentence());
        this.lost = false;
      },
      lost: () => {
        this.lost = true;
        this.frame.tell("The server does not answer; trying again…", true);
      },
    });
  }

  buttons() {
    const { frame } = this;
    const ask = (what, body) => () => this.ask(what, body);
    this.named = {
      rematch: button("Rematch", () => this.rematch(false), { class: "main" }),
      swap: button("Rematch, seats swapped", () => this.rematch(true)),
      roll: button("Roll", ask("roll"), { class: "main roll" }),
      undo: button("Undo", ask("undo")),
      redo: button("Redo", ask("redo")),
      hint: button("Hint", () => this.hint()),
      analyse: button("Analyse", () => this.analyse()),
      flip: button("Flip", () => frame.board.flip()),
      begin: button("New game", () => newGame(this.game, this.route.sit)),
      share: button("Share", () => this.share()),
      reveal: button("Turn tiles up", () => this.reveal()),
      resign: button("Resign", () => this.resign()),
    };
    const { named } = this;
    put(frame.controls, Object.values(named));
    for (const name of ["roll", "reveal", "rematch", "swap"]) show(named[name], false);
    for (const name of ["undo", "redo", "hint", "share", "resign"]) named[name].disabled = true; // no table yet
    this.moves = h("div", { class: "scroll" });
    this.typed = moveBox((text) => this.type(text));
    const steps = stepper("Look back", {
      first: () => this.look(0),
      back: () => this.step(-1),
      forward: () => this.step(1),
      last: () => this.look(null),
    });
    put(frame.side, h("section", { class: "panel" }, h("h2", {}, "Moves"), this.moves, steps, this.typed.form));
  }

  keys() {
    this.unlisten = listen({
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      ArrowUp: () => this.look(0),
      ArrowDown: () => this.look(null),
      Escape: () => this.frame.hand.drop(),
      " ": () => this.table?.can.roll && this.ask("roll"),
      u: () => this.table?.can.undo && this.ask("undo"),
      r: () => this.table?.can.redo && this.ask("redo"),
      h: () => this.hint(),
      f: () => this.frame.board.flip(),
      m: () => this.typed.box.focus(),
      n: () => this.named.begin.click(),
      "?": () => this.help(),
    });
  }

  help() {
    const rolls = this.table?.view.faces.length > 0;
    return help(this.data, PLAYING.filter(([, what]) => rolls || what !== "roll"));
  }

  /** A new state of the table; states are shown one after the other, each with its walk. */
  receive(table) {
    if (this.table && table.id === this.table.id && table.version <= this.latest) return;
    this.latest = table.version;
    this.queue.push(table);
    if (!this.busyShowing) this.shown = this.showAll();
  }

  async showAll() {
    this.busyShowing = true;
    while (this.queue.length) {
      const table = this.queue.shift();
      const before = this.table;
      this.frame.keepFocus(() => this.render(table));
      this.tell(before, table);
      const ply = table.history.at(-1);
      const grown = before && table.history.length > before.history.length;
      if (grown && this.queue.length < 3 && this.at === null) await this.frame.board.walk(ply.path, ply.to);
    }
    this.busyShowing = false;
  }

  /** Says what has happened since the last state, and whose turn it is. */
  tell(before, table) {
    const known = before?.history.length ?? 0;
    const news = table.history.slice(known).flatMap((ply) => [ply.words, ...ply.events]);
    if (known > table.history.length) news.push("Taken back.");
    announce([...news, this.sentence(table)].join(" "));
  }

  render(table) {
    const { frame, named } = this;
    if (this.table && table.history.length !== this.table.history.length) this.at = null;
    this.table = table;
    this.latest = Math.max(this.latest ?? 0, table.version);
    document.title = `${table.title} · Amduat`;
    const { can, view } = table;
    for (const [name, element] of Object.entries(named)) {
      if (name in can) element.disabled = !can[name];
    }
    show(named.roll, view.faces.length > 0 && table.dice === "program" && !table.result);
    show(named.reveal, can.reveal);
    show(named.resign, !table.result);
    show(named.rematch, can.rematch && table.result);
    show(named.swap, can.rematch && table.result);
    named.share.disabled = this.isSecret();
    put(frame.people, playerList(this.data, view, table.seats, table.thinking, table.result), tray(this.data, view));
    this.listMoves();
    if (this.at === null) this.showNow();
  }

  listMoves() {
    const { history, view } = this.table;
    put(this.moves, plainMoves(history, view.names, this.at ?? history.length, (ply) => this.look(ply)));
    reveal(this.moves);
  }

  showNow() {
    const { table, frame } = this;
    const { view, can } = table;
    frame.board.show({ tokens: view.tokens, position: view.position, last: lastMoves(table.history), arrows: [] });
    const outcomes = view.actions.map((action) => ({ ...action, name: action.action.replace(/^=/, "") }));
    if (can.enter) frame.hand.offer(outcomes, { busy: this.busy(), ask: "What was rolled?" });
    else frame.hand.offer(can.act ? view.actions : [], { busy: this.busy() });
    frame.waitFor(table.result ? "over" : can.act ? "act" : can.roll ? "roll" : can.enter ? "enter" : null);
    frame.say(this.sentence());
    const done = table.history.filter((ply) => ply.turn === table.history.at(-1).turn && ply.player === view.turn);
    frame.parts(table.result ? [] : done, view.phase);
  }

  /** What the status line says about a table. */
  sentence(table = this.table) {
    if (table.result) return table.result.reason;
    const { view, thinking, seats } = table;
    if (thinking === null) return view.status;
    return `${view.status} ${view.names[thinking]} (${called(seats[thinking].who)}) thinks…`;
  }

  /** Why nothing may be touched now; empty if something may. */
  busy() {
    const { table } = this;
    if (table.result) return `The game is over. ${table.result.reason}`;
    if (table.can.act) return "";
    if (table.can.roll) return `Roll first. ${table.view.status}`;
    if (table.can.enter) return `Enter first what was rolled. ${table.view.status}`;
    return `It is not your turn. ${table.view.status}`;
  }

  async act(action) {
    if (this.table.can.enter) return this.ask("roll", { outcome: action.action });
    return this.ask("act", { action: action.action });
  }

  reveal() {
    confirm("Tiles", "Turn all tiles up, for good?", ["Turn up", "Leave them"], () => this.ask("reveal"));
  }

  async type(text) {
    if (this.at !== null) this.look(null);
    if (this.table.can.enter) return this.ask("roll", { outcome: text });
    if (this.table.can.roll && /^roll$/i.test(text)) return this.ask("roll");
    return this.ask("act", { text });
  }

  /** Asks the server for something; a refusal goes to the status line. Says whether it was done. */
  async ask(what, body = {}) {
    const moves = what === "act" || what === "roll";
    // The second half of a double click means nothing, nor does one before its answer is on the screen.
    if (!this.table || (moves && (this.moving || this.queue.length))) return false;
    if (moves) this.moving = true;
    // No click meets a board that nobody has seen.
    const seen = moves ? { version: this.table.version } : {};
    try {
      this.receive(await post(`/api/tables/${this.table.id}/${what}`, { ...body, ...seen }));
      return true;
    } catch (refused) {
      this.refuse(refused);
      return false;
    } finally {
      if (moves) this.moving = false;
    }
  }

  refuse(refused) {
    this.frame.tell(refused.message, true);
  }

  async why(from, to) {
    try {
      const body = to === null ? { from } : { from, to };
      const { reason } = await post(`/api/tables/${this.table.id}/why`, body);
      this.frame.tell(reason, true);
    } catch (refused) {
      this.refuse(refused);
    }
  }

  async hint() {
    if (!this.table?.can.hint) return;
    this.named.hint.disabled = true;
    const { version } = this.table;
    try {
      const { hint, by } = await post(`/api/tables/${this.table.id}/hint`);
      if (this.table.version !== version) return;
      this.frame.hint(hint, by);
    } catch (refused) {
      this.refuse(refused);
    } finally {
      this.named.hint.disabled = !this.table.can.hint;
    }
  }

  resign() {
    confirm("Resign", "Give this game up?", ["Give up", "Play on"], () => this.ask("resign"));
  }

  async rematch(swap) {
    try {
      const table = await post(`/api/tables/${this.table.id}/rematch`, swap ? { swap } : {});
      this.route.sit(table);
    } catch (refused) {
      this.refuse(refused);
    }
  }

  /** Looks back: at the state after so many actions; null is the present. */
  async look(ply) {
    if (!this.table) return;
    const { history } = this.table;
    this.at = ply === null || ply >= history.length ? null : Math.max(0, ply);
    this.listMoves();
    if (this.at === null) {
      this.showNow();
      return;
    }
    const wanted = this.at;
    const { view } = await get(`/api/tables/${this.table.id}/views/${wanted}`);
    if (this.at !== wanted) return;
    const done = history[wanted - 1];
    this.frame.hand.offer([], { busy: "This is the past. Press ↓ to come back to the game." });
    const last = done ? [[done.from, done.to]] : [];
    this.frame.board.show({ tokens: view.tokens, position: view.position, last, arrows: [] });
    this.frame.parts([], "");
    this.frame.waitFor("past");
    this.frame.say(`After ${wanted} of ${history.length} actions${done ? `: ${done.words}` : "."}`);
    announce(done ? done.words : "The beginning.");
  }

  step(by) {
    if (this.table) this.look((this.at ?? this.table.history.length) + by);
  }

  /** Whether a tile lies face down, so that neither the position nor the game can be handed on. */
  isSecret() {
    const { view, history } = this.table;
    const covered = view.tokens.some((token) => token.piece === "?");
    return view.masked && (covered || history.some((ply) => ply.kind === "show"));
  }

  /** Opens the analysis of the game so far. Tiles that lie face down have to be turned up for it. */
  async analyse() {
    const { table } = this;
    if (!table) {
      this.route.go(`/${this.game}/analysis`);
      return;
    }
    if (this.isSecret()) {
      const turnUp = async () => {
        if (!(await this.ask("reveal"))) return;
        await this.shown;
        this.analyse();
      };
      confirm("Tiles", "The analysis turns the tiles up for good.", ["Turn up and go on", "Leave them"], turnUp);
      return;
    }
    this.route.go(analysisAddress(this.game, table.start, table.history.map((ply) => ply.action)), { engine: true });
  }

  share() {
    const { table } = this;
    share({
      game: this.game,
      position: table.view.position,
      start: table.start,
      actions: table.history.map((ply) => ply.action),
      record: () => get(`/api/tables/${table.id}/record`),
    });
  }

  destroy() {
    this.unlisten?.();
    this.line?.close();
    this.frame?.destroy();
  }
}

/** A whole number; what is none is left out. */
function whole(text) {
  return Number.isSafeInteger(Number(text)) ? Number(text) : NaN;
}

function isYes(text) {
  return !["0", "no", "false", "off"].includes(text.toLowerCase());
}
