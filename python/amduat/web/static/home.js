// The list of games, and the games that are being played.

import { boardOf, gamesList, get, post, remove } from "./api.js";
import { Board } from "./board.js";
import { button, confirm, h, put } from "./dom.js";
import { called } from "./players.js";
import { showRules } from "./rules.js";
import { newGame } from "./setup.js";
import { analysisAddress, load } from "./share.js";

export class Home {
  constructor(root, route) {
    Object.assign(this, { root, route, boards: [] });
  }

  async mount() {
    document.title = "Amduat";
    const list = await gamesList();
    this.tables = h("section", { class: "panel tables" });
    put(
      this.root,
      h(
        "div", { class: "home" },
        h("h1", {}, "Five games in the ancient Egyptian style"),
        h("ul", { class: "games" }, list.games.map((game) => this.card(game))),
        this.tables,
        h("div", { class: "controls" }, button("Load", () => load(list.games[0].name, {
          line: (line) => this.route.go(analysisAddress(line.game, line.start, line.plies.map(({ action }) => action))),
          position: ({ view }) => this.route.go(`/${view.game}/analysis?position=${encodeURIComponent(view.position)}`),
          go: (address) => this.route.go(address),
        }), { title: "Open a record, a position or a link" })),
      ),
    );
    await this.listTables();
  }

  card({ name, title, players, chance, hidden, solved }) {
    const picture = h("div", { class: "picture", "aria-hidden": "true" });
    this.picture(name, picture);
    const many = players.length > 1 ? `${players[0]} to ${players.at(-1)}` : players[0];
    const luck = hidden ? "tiles face down" : chance ? "dice" : "no chance";
    const facts = [`${many} players`, luck, solved ? "solved" : null];
    return h(
      "li", { class: "card" },
      h("a", { href: `/${name}`, class: "open" }, picture, h("h2", {}, title)),
      h("p", {}, facts.filter(Boolean).join(" · ")),
      h("div", { class: "controls" },
        button("New game", () => newGame(name, this.route.sit), { "aria-label": `New game of ${title}` }),
        h("a", { class: "button", href: `/${name}/analysis` }, "Analysis"),
        h("a", { class: "button", href: `/${name}/edit` }, "Edit"),
        button("Rules", () => showRules(name, title), { "aria-label": `Rules of ${title}` })),
    );
  }

  async picture(name, element) {
    const [data, { view }] = await Promise.all([boardOf(name), post("/api/views", { game: name })]);
    const board = new Board(data);
    board.narrow.removeEventListener("change", board.turnIfNeeded);
    board.narrow = { matches: false, removeEventListener() {} };
    board.draw();
    board.show({ tokens: view.tokens });
    const copy = board.element;
    for (const field of copy.querySelectorAll("[tabindex]")) field.removeAttribute("tabindex");
    copy.removeAttribute("data-position");
    put(element, copy);
  }

  async listTables() {
    const { tables } = await get("/api/tables");
    if (!tables.length) {
      this.tables.hidden = true;
      return;
    }
    this.tables.hidden = false;
    put(
      this.tables,
      h("h2", {}, "Games kept"),
      h("ul", {}, tables.slice(0, 20).map((table) =>
        h("li", {},
          h("a", { href: `/${table.game}?table=${table.id}` }, `${table.title}: ${table.seats.map(called).join(" – ")}`),
          h("span", { class: "about" }, `${table.turns} ${table.turns === 1 ? "turn" : "turns"}. ${table.status}`),
          button("Remove", () => this.remove(table), { class: "plain", "aria-label": `Remove ${table.title}, ${table.turns} turns` })))),
    );
  }

  remove({ id, title, turns }) {
    const question = `Remove this game of ${title}, ${turns} ${turns === 1 ? "turn" : "turns"}, for good?`;
    confirm("Remove", question, ["Remove it", "Keep it"], async () => {
      await remove(`/api/tables/${id}`).catch(() => {}); // gone already, or it stays in the list
      this.listTables();
    });
  }

  destroy() {}
}
