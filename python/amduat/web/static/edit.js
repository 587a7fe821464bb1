// Sets up a position by hand. The server says whether it can be, and why not.

import { announce } from "./announce.js";
import { boardOf, post } from "./api.js";
import { Board } from "./board.js";
import { button, h, put, row, select } from "./dom.js";
import { help, listen } from "./keys.js";
import { newGame } from "./setup.js";
import { portrait } from "./shapes.js";

const EDITING = [
  ["1 … 9", "choose a piece"],
  ["0", "move pieces"],
  ["x", "erase pieces"],
  ["f", "flip the board"],
  ["?", "this page"],
];

export class Edit {
  constructor(root, route) {
    Object.assign(this, { root, route, game: route.game, pieces: [], parts: {}, tool: null, taken: null, view: null });
  }

  async mount() {
    this.data = await boardOf(this.game);
    document.title = `${this.data.title}, edit · Amduat`;
    this.build();
    this.unlisten = listen({
      f: () => this.board.flip(),
      x: () => this.choose("erase"),
      0: () => this.choose(null),
      Escape: () => this.put(null),
      "?": () => this.help(),
      ...Object.fromEntries(this.data.palette.slice(0, 9).map(({ piece }, nth) => [nth + 1, () => this.choose(piece)])),
    });
    await this.open(this.route.params.get("position"));
  }

  help() {
    return help(this.data, EDITING);
  }

  build() {
    this.board = new Board(this.data, {
      press: (field) => this.press(field),
      click: (field) => this.click(field),
      drop: (field) => this.put(field),
    });
    this.status = h("p", { role: "status", "aria-live": "off", class: "status" });
    this.palette = h("div", { class: "palette", role: "group", "aria-label": "Pieces" });
    this.partsBox = h("div", { class: "parts" });
    this.text = h("input", { name: "position", spellcheck: false, autocomplete: "off", "aria-label": "Position" });
    const setter = h("form", { class: "movebox", onsubmit: (event) => {
      event.preventDefault();
      this.open(this.text.value.trim());
    } }, this.text, h("button", { type: "submit" }, "Set"));
    this.onward = [
      button("Play from here", () => newGame(this.game, (table) => this.route.go(`/${table.game}?table=${table.id}`), this.view.position), { class: "main" }),
      button("Analyse", () => this.route.go(`/${this.game}/analysis?position=${encodeURIComponent(this.view.position)}`, { engine: true })),
    ];
    const shape = this.data.width / this.data.height;
    put(
      this.root,
      h(
        "div", { class: `page edit ${shape > 2 ? "long" : shape > 1.3 ? "broad" : "square"}` },
        h("div", { class: "stage" }, this.board.element),
        h("div", { class: "desk" }, this.status, this.palette,
          h("div", { class: "controls" }, this.onward, button("Start position", () => this.open(null)),
            button("Clear board", () => this.change([])), button("Flip", () => this.board.flip()))),
        h("aside", { class: "side", "aria-label": "Position" },
          h("section", { class: "panel" }, h("h2", {}, "Besides the board"), this.partsBox),
          h("section", { class: "panel" }, h("h2", {}, "Position"), setter)),
      ),
    );
    this.drawPalette();
  }

  drawPalette() {
    const tool = (name, value, picture, key) => button(picture, () => this.choose(value), { class: "tool", "aria-pressed": String(this.tool === value), "aria-label": name, title: `${name} (${key})` });
    put(
      this.palette,
      tool("Move pieces", null, "✥", "0"),
      tool("Erase pieces", "erase", "⌫", "x"),
      this.data.palette.map(({ piece, words, token }, nth) => tool(words, piece, portrait(this.data, token), nth < 9 ? nth + 1 : "")),
    );
  }

  choose(tool) {
    this.tool = tool;
    this.put(null);
    this.drawPalette();
  }

  /** Begins with a position, or with the start position. */
  async open(position) {
    try {
      if (!position) position = (await post("/api/views", { game: this.game })).view.position;
      const { view, pieces, parts } = await post("/api/positions", { game: this.game, position });
      Object.assign(this, { pieces, parts });
      this.drawParts();
      this.accept(view);
    } catch (refused) {
      this.refuse(refused);
      if (!Object.keys(this.parts).length && position) {
        const message = refused.message;
        await this.open(null);
        this.say(message, true);
      }
    }
  }

  drawParts() {
    put(this.partsBox, this.data.parts.map(({ name, help: text, choices }) => {
      const set = (value) => {
        this.parts[name] = value;
        this.check();
      };
      if (choices) return select(name, choices, this.parts[name], set, { title: text }).row;
      return row(name, h("input", { value: this.parts[name] ?? "", spellcheck: false, onchange: (event) => set(event.target.value.trim()) }), { title: text });
    }));
  }

  at(field) {
    return this.pieces.filter(([name]) => name === field);
  }

  /** How many pieces a field can hold. */
  room(field) {
    return this.data.spots[`^${field}`] ? 2 : (this.data.spots[field]?.length ?? 0);
  }

  press(field) {
    if (this.tool !== null || this.taken !== null || !this.at(field).length) return false;
    this.taken = field;
    this.draw();
    return true;
  }

  click(field) {
    if (this.taken !== null) {
      this.put(field);
      return;
    }
    if (field === null || this.tool === null) return;
    const here = this.at(field);
    const others = this.pieces.filter(([name]) => name !== field);
    if (this.tool === "erase") {
      this.change([...others, ...here.slice(0, -1)]);
      return;
    }
    if (!this.room(field)) {
      this.say(`Nothing can be put on ${field}; what is there is set beside the board.`, true);
      return;
    }
    const alone = this.room(field) === 1;
    if (alone && here[0]?.[1] === this.tool) this.change(others);
    else this.change([...others, ...(alone ? [] : here.slice(0, this.room(field) - 1)), [field, this.tool]]);
  }

  /** Puts the piece in hand on a field; off the board it is removed, on its own field it stays. */
  put(field) {
    const from = this.taken;
    this.taken = null;
    if (from === null || field === null || field === from || !this.room(field)) {
      this.draw();
      return;
    }
    const here = this.at(from);
    const moved = here.at(-1);
    const rest = this.pieces.filter((entry) => entry !== moved && (entry[0] !== field || this.room(field) > 1));
    this.change([...rest, [field, moved[1].replace(/^\^/, "")]]);
  }

  change(pieces) {
    this.pieces = pieces.map(([field, piece]) => [field, piece.replace(/^\^/, "")]);
    this.check();
  }

  async check() {
    this.seen = false;
    this.draw();
    const asked = (this.asked = (this.asked ?? 0) + 1);
    try {
      const { view, pieces, parts } = await post("/api/positions", { game: this.game, pieces: this.pieces, parts: this.parts });
      if (asked !== this.asked) return;
      // What follows from the rest, such as stones that are left over, is the server's to say.
      Object.assign(this, { pieces, parts });
      this.drawParts();
      this.accept(view);
    } catch (refused) {
      if (asked === this.asked) this.refuse(refused);
    }
  }

  accept(view) {
    this.view = view;
    this.seen = true;
    this.text.value = view.position;
    for (const element of this.onward) element.disabled = false;
    this.route.replace(`/${this.game}/edit?position=${encodeURIComponent(view.position)}`);
    this.draw();
    this.say(view.status);
  }

  refuse(refused) {
    this.view = null;
    this.seen = false;
    for (const element of this.onward) element.disabled = true;
    this.draw();
    this.say(refused.message, true);
  }

  say(text, wrong = false) {
    this.status.textContent = text;
    this.status.classList.toggle("wrong", wrong);
    announce(text);
  }

  draw() {
    const every = new Set(this.taken === null ? [] : Object.keys(this.data.fields).filter((field) => this.room(field)));
    this.board.show({
      tokens: this.seen ? this.view.tokens : this.tokens(), position: this.view?.position ?? "", taken: this.taken, targets: every,
      movable: new Set(this.tool === null ? this.pieces.map(([field]) => field) : []),
    });
  }

  /** The pieces as they stand, whether or not the position can be. */
  tokens() {
    const { spots, palette } = this.data;
    const counts = new Map();
    return this.pieces.map(([field, piece]) => {
      const nth = counts.get(field) ?? 0;
      counts.set(field, nth + 1);
      const double = this.at(field).length > 1 && spots[`^${field}`];
      const place = double ? `${nth ? "^" : "_"}${field}` : field;
      const [x, y] = spots[place][Math.min(nth, spots[place].length - 1)];
      const { token } = palette.find((entry) => entry.piece === piece.replace(/^\^/, "")) ?? palette[0];
      return { ...token, field: place, on: field, piece, x, y, size: double ? (nth ? 0.65 : 0.85) : token.size };
    });
  }

  destroy() {
    this.unlisten?.();
    this.board?.destroy();
  }
}
