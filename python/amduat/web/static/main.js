// Takes the address apart and shows the page that it names.

import { Analysis } from "./analysis.js";
import { gamesList } from "./api.js";
import { button, h, put, show } from "./dom.js";
import { Edit } from "./edit.js";
import { Home } from "./home.js";
import { Play } from "./play.js";
import { themeButton } from "./theme.js";

const VIEWS = { "": ["Play", Play], analysis: ["Analysis", Analysis], edit: ["Edit", Edit] };
const root = document.getElementById("main");
let page = null;

/** Shows another address without loading the page anew. */
function go(address, state = null) {
  history.pushState(state, "", safe(address));
  open();
}

/** Only addresses of this server: a path that begins with two slashes would be another one's. */
function safe(address) {
  return address.replace(/^\/+/, "/");
}

async function open() {
  page?.destroy();
  page = null;
  const [game = "", view = ""] = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const route = {
    game, view, params: new URLSearchParams(location.search), hash: location.hash, state: history.state, go,
    sit: (table) => go(`/${table.game}?table=${table.id}`),
    replace: (address, state = history.state) => history.replaceState(state, "", safe(address)),
  };
  try {
    const { games } = await gamesList();
    const known = games.find(({ name }) => name === game);
    tabs(known, view);
    if (game && (!known || !(view in VIEWS))) {
      missing(game, view);
      return;
    }
    const made = game ? new VIEWS[view][1](root, route) : new Home(root, route);
    page = made;
    show(helper, Boolean(made.help));
    await made.mount();
    if (page !== made) made.destroy();
  } catch (refused) {
    if (!(refused instanceof Error)) throw refused;
    complain(refused.message);
  }
}

function tabs(game, view) {
  const list = game ? Object.entries(VIEWS).map(([path, [name]]) =>
    h("a", { href: `/${game.name}${path && `/${path}`}`, "aria-current": path === view ? "page" : null }, name)) : [];
  put(document.getElementById("views"), game ? h("strong", {}, game.title) : null, list);
}

function missing(game, view) {
  document.title = "Not found · Amduat";
  complain(view ? `There is no page “${game}/${view}”.` : `There is no game “${game}”.`);
}

function complain(text) {
  show(helper, false);
  const status = h("p", { role: "status", class: "status wrong" }, text);
  put(root, h("div", { class: "home" }, status, h("p", {}, h("a", { href: "/" }, "All games"))));
}

const helper = button("?", () => page?.help?.(), {
  class: "plain icon", "aria-label": "Help", title: "Keys and signs (?)",
});
put(document.getElementById("tools"), helper, themeButton());
addEventListener("popstate", open);
addEventListener("hashchange", () => location.hash.startsWith("#actions=") && open());
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='/']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  if (link.getAttribute("aria-current") !== "page") go(link.getAttribute("href"));
});
open();
