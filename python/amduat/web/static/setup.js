// The dialog for a new game: all options of all games, who sits where, and how the dice fall.

import { gamesList, post } from "./api.js";
import { dialog, h, put, row, select, tick } from "./dom.js";
import { store, stored } from "./theme.js";

const MAX_TURNS = 2000; // more are not taken by the server

const TITLES = {
  players: "Players", first: "Who begins", end: "The game ends", top: "Upper row", common: "Common pile of tiles",
  own_die: "Own die", other_die: "Other die", lower: "Lower Egypt starts on", upper: "Upper Egypt starts on",
};

/** Who can sit at a table of a game, as `[description, words]`. */
export function seatChoices(list, game) {
  const levels = Array.from({ length: list.levels }, (_, nth) => [`search:${nth + 1}`, `Level ${nth + 1}${nth === 0 ? " (beginner)" : nth + 1 === list.levels ? " (strongest)" : ""}`]);
  const bots = list.bots.filter((bot) => !bot.games.length || bot.games.includes(game));
  const others = bots.filter((bot) => ["perfect", "greedy", "random"].includes(bot.name));
  return [["human", "Person"], ...levels, ...others.map((bot) => [bot.name, `Bot: ${bot.name}`])];
}

/** Opens the dialog; `begun(table)` is called with the new game. */
export async function newGame(game, begun, position = "") {
  const list = await gamesList();
  const form = h("form", { class: "setup", method: "dialog" });
  const box = dialog("New game", form);
  fillForm(form, list, game, position, (table) => {
    box.close();
    begun(table);
  });
  form.querySelector("select")?.focus();
}

function fillForm(form, list, game, position, begun) {
  const about = list.games.find(({ name }) => name === game);
  const values = Object.fromEntries(about.options.map((option) => [option.name, option.default]));
  const which = select("Game", list.games.map(({ name, title }) => [name, title]), game, (next) => fillForm(form, list, next, "", begun));
  const seats = h("fieldset", {}, h("legend", {}, "Seats"));
  const options = h("fieldset", {}, h("legend", {}, "Options"));
  const message = h("p", { class: "refusal", role: "alert" });
  const text = h("input", { value: position, name: "position", spellcheck: false, autocomplete: "off", placeholder: "the start position" });
  const chosen = seatMemory(list, game);

  /** As many seats as the options say, or as the position has. */
  let given = null;
  const seatCount = () => given ?? Number(values.players ?? about.players[0]);

  async function countSeats() {
    const asked = text.value.trim();
    let count = null;
    if (asked) {
      // A position that cannot be is told when the game begins.
      count = await post("/api/views", { game, position: asked }).then(({ view }) => view.names.length, () => null);
    }
    if (text.value.trim() !== asked) return;
    given = count;
    options.disabled = Boolean(asked);
    seatRows();
  }

  function seatRows() {
    const count = seatCount();
    put(seats, h("legend", {}, "Seats"), Array.from({ length: count }, (_, seat) => {
      const choice = select(`Player ${seat + 1}`, seatChoices(list, game), chosen[seat] ?? "search:3", (who) => (chosen[seat] = who));
      chosen[seat] = choice.box.value;
      return choice.row;
    }));
  }

  for (const option of about.options) {
    const label = TITLES[option.name] ?? option.name;
    const set = (value) => {
      values[option.name] = value;
      if (option.name === "players") seatRows();
    };
    if (option.choices) options.append(select(label, option.choices, option.default, set, { title: option.help }).row);
    else options.append(row(label, h("input", { value: option.default, spellcheck: false, oninput: (event) => set(event.target.value) }), { title: option.help }));
  }
  seatRows();
  text.oninput = countSeats;
  if (position) countSeats();
  const dice = select("Dice", [["program", "rolled by the program"], ["hand", "entered by hand"]], "program");
  const automatic = tick("Roll without being asked", false);
  const faceDown = tick("Tiles lie face down", true);
  const repetition = tick("The third repetition is a draw", true);
  const limit = h("input", { type: "number", min: 1, max: MAX_TURNS, inputmode: "numeric", placeholder: "none" });
  const more = h(
    "details", {}, h("summary", {}, "More"),
    row("Position", text),
    row("Limit of turns", limit),
    about.chance ? null : repetition.row,
  );
  if (position) more.open = true;

  async function begin(event) {
    event.preventDefault();
    const wanted = { game, dice: dice.box.value, auto_roll: automatic.box.checked, face_down: faceDown.box.checked };
    if (!about.chance) wanted.repetition = repetition.box.checked;
    if (limit.value) wanted.max_turns = Number(limit.value);
    if (text.value.trim()) wanted.position = text.value.trim();
    else wanted.options = values;
    wanted.seats = chosen.slice(0, seatCount());
    try {
      const table = await post("/api/tables", wanted);
      store(`seats.${game}`, JSON.stringify(chosen));
      begun(table);
    } catch (refused) {
      message.textContent = refused.message;
    }
  }

  form.onsubmit = begin;
  put(form, which.row, seats, options, about.chance ? h("fieldset", {}, h("legend", {}, about.hidden ? "Tiles" : "Dice"), about.dice ? dice.row : about.hidden ? faceDown.row : null, about.dice ? automatic.row : null) : null,
    more, message, h("div", { class: "buttons" }, h("button", { type: "submit", class: "main" }, "Start")));
}

function seatMemory(list, game) {
  try {
    const kept = JSON.parse(stored(`seats.${game}`, "null"));
    if (Array.isArray(kept)) return kept;
  } catch {
    // What was kept cannot be read; the usual seats do.
  }
  return ["human", `search:${list.default_level}`];
}
