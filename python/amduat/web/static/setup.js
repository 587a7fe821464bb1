// The dialog for a new game: all options of all games, who sits where, and how the dice fall.

import { gamesList, post } from "./api.js";
import { dialog, h, put, row, select, tick } from "./dom.js";
import { store, stored } from "./theme.js";

const MAX_TURNS = 2000; // more are not taken by the server

const TITLES = {
  players: "Players", first: "Who begins", end: "The game ends", top: "Upper row", common: "Common pile of tiles",
  own_die: "Own die", other_die: "Other die", lower: "Lower Egypt starts on", upper: "Upper Egypt starts on",
};

/** What the values of options are called, where they say too little by themselves. */
const WORDS = {
  end: { first: "with the first place", all: "when all places are taken" },
  common: { true: "yes", false: "no" },
};

/** The choices of an option, as `[value, words]`. */
function choicesOf({ name, choices }) {
  const own = WORDS[name] ?? {};
  const words = (value) => own[value] ?? (/^\d/.test(value) ? `Player ${value}` : value[0].toUpperCase() + value.slice(1));
  return choices.map((value) => [value, name === "players" ? value : words(value)]);
}

/** Who can sit at a table of a game, as `[description, words]`. */
function seatChoices(list, game) {
  const levels = Array.from({ length: list.levels }, (_, nth) => [`search:${nth + 1}`, `Level ${nth + 1}`]);
  levels[0][1] += " (beginner)";
  levels.at(-1)[1] += " (strongest)";
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
  const titles = list.games.map(({ name, title }) => [name, title]);
  const which = select("Game", titles, game, (next) => fillForm(form, list, next, "", begun));
  const seats = h("fieldset", {}, h("legend", {}, "Seats"));
  const options = h("fieldset", {}, h("legend", {}, "Options"));
  const message = h("p", { class: "refusal", role: "alert" });
  const text = h("input", { value: position, spellcheck: false, placeholder: "the start position" });
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

  /** What the two sides of a game are called. */
  let names = null;
  async function nameSeats() {
    names = await post("/api/views", { game }).then(({ view }) => view.names, () => null);
    seatRows();
  }

  function seatRows() {
    const count = seatCount();
    put(seats, h("legend", {}, "Seats"), Array.from({ length: count }, (_, seat) => {
      const who = chosen[seat] ?? "search:3";
      const choice = select(names?.[seat] ?? `Player ${seat + 1}`, seatChoices(list, game), who, (next) => (chosen[seat] = next));
      chosen[seat] = choice.box.value;
      return choice.row;
    }));
  }

  /** Only somebody who plays can begin. */
  let beginner = null;
  function firstOf(count) {
    if (!beginner || !("players" in values)) return;
    for (const [nth, option] of [...beginner.options].entries()) option.hidden = option.disabled = nth >= count;
    if (beginner.selectedIndex >= count) beginner.selectedIndex = 0;
    values.first = beginner.value;
  }

  for (const option of about.options) {
    const label = TITLES[option.name] ?? option.name;
    const set = (value) => {
      values[option.name] = value;
      if (option.name !== "players") return;
      seatRows();
      firstOf(Number(value));
    };
    if (option.choices) {
      const choice = select(label, choicesOf(option), option.default, set, { title: option.help });
      if (option.name === "first") beginner = choice.box;
      options.append(choice.row);
    }
    else {
      const box = h("input", { value: option.default, spellcheck: false, oninput: () => set(box.value) });
      options.append(row(label, box, { title: option.help }));
    }
  }
  seatRows();
  firstOf(seatCount());
  if (!("players" in values)) nameSeats();
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
    const wanted = { game, dice: dice.box.value, auto_roll: automatic.box.checked };
    if (about.hidden) wanted.face_down = faceDown.box.checked;
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
  const start = h("div", { class: "buttons" }, h("button", { type: "submit", class: "main" }, "Start"));
  const tiles = about.hidden ? h("fieldset", {}, h("legend", {}, "Tiles"), faceDown.row) : null;
  const rolling = about.dice ? h("fieldset", {}, h("legend", {}, "Dice"), dice.row, automatic.row) : null;
  put(form, which.row, seats, options, tiles, rolling, more, message, start);
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
