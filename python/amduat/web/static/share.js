// Links, texts and files that carry a position or a game; and the way back from them.

import { post } from "./api.js";
import { button, dialog, download, h, row } from "./dom.js";

/** The address of an analysis: where a game began, and its actions. */
export function analysisAddress(game, start, actions = []) {
  const query = start ? `?position=${encodeURIComponent(start)}` : "";
  const hash = actions.length ? `#actions=${actions.map(encodeURIComponent).join("%20")}` : "";
  return `/${game}/analysis${query}${hash}`;
}

/** The actions in the fragment of an address. */
export function actionsIn(hash) {
  const found = new URLSearchParams(hash.slice(1)).get("actions");
  return found ? found.split(" ").filter(Boolean) : [];
}

/** Shows what carries a position or a game. `record` is a function that gives `{record, filename}`. */
export function share({ game, position, start, actions, record }) {
  const here = (address) => new URL(address, location.href).href;
  const rows = [
    ["Position", position],
    ["Link to the position", here(`/${game}?position=${encodeURIComponent(position)}`)],
    ["Link to the game", here(analysisAddress(game, start, actions))],
  ];
  const said = h("p", { class: "refusal", role: "alert" });
  dialog(
    "Share",
    rows.map(([label, text]) => {
      const box = h("input", { value: text, readonly: true, onfocus: () => box.select() });
      const copy = button("Copy", async () => {
        box.select();
        try {
          await navigator.clipboard.writeText(text);
        } catch {
          document.execCommand("copy");
        }
        copy.textContent = "Copied";
        setTimeout(() => (copy.textContent = "Copy"), 1500);
      }, { "aria-label": `Copy: ${label}` });
      const whole = row(label, box, { class: "row wide" });
      whole.append(copy);
      return whole;
    }),
    h("div", { class: "buttons" }, button("Save record", async () => {
      try {
        const { record: text, filename } = await record();
        download(filename, text);
      } catch (refused) {
        said.textContent = refused.message;
      }
    }, { class: "main" })),
    said,
  );
}

/** Asks for a record, a position or a link, and hands over the game or the position. */
export function load(game, { line, position, go }) {
  const text = h("textarea", { rows: 8, spellcheck: false, "aria-label": "Record, position or link" });
  const said = h("p", { class: "refusal", role: "alert" });
  const file = h("input", { type: "file", onchange: async () => {
    if (file.files[0]) text.value = await file.files[0].text();
  } });
  const box = dialog(
    "Load",
    h("p", {}, "A record, the text of a position, or a link:"), text,
    row("From a file", file), said,
    h("div", { class: "buttons" }, button("Open", open, { class: "main" })),
  );
  async function open() {
    const given = text.value.trim();
    if (/^https?:\/\//.test(given) && URL.canParse(given)) {
      // Whatever host it names, the game is opened here.
      const { pathname, search, hash } = new URL(given);
      go(pathname + search + hash);
      box.close();
      return;
    }
    try {
      if (given.includes("\n") || given.startsWith("[") || given.startsWith("{")) line(await post("/api/records", { record: text.value }));
      else position(await post("/api/views", { game, position: given }));
      box.close();
    } catch (refused) {
      said.textContent = refused.message;
    }
  }
  text.focus();
}
