// Takes stones up and puts them down, in stages: stone, target, and a choice where there are several.

import { button, h, put } from "./dom.js";

export class Hand {
  /**
   * @param board the board on the screen
   * @param choices the element for what cannot be clicked on the board
   * @param hooks `play(action)`, `why(from, to)`: the reason why not, `say(text)`, `keepFocus(change)`
   */
  constructor(board, choices, hooks) {
    this.board = board;
    this.choices = choices;
    this.hooks = hooks;
    this.clear();
  }

  /** Nothing can be done. */
  clear() {
    this.offer([]);
  }

  /** What can be done now; `busy` is what to say when nothing may be touched, `ask` heads the buttons. */
  offer(actions, { busy = "", ask = "" } = {}) {
    this.actions = actions;
    this.busy = busy;
    this.ask = ask;
    this.sources = new Map();
    this.direct = new Map(); // where a click on the target is enough
    this.buttons = [];
    for (const action of actions) {
      if (action.from !== null) add(this.sources, action.from, action);
      else if (action.to !== null) add(this.direct, action.to, action);
      else this.buttons.push(action);
    }
    this.drop();
  }

  /** What can be done with the stone in hand, by target. */
  get targets() {
    if (this.taken === null) return this.direct;
    const targets = new Map();
    for (const action of this.sources.get(this.taken) ?? []) add(targets, action.to, action);
    return targets;
  }

  drop() {
    this.taken = null;
    this.refresh();
  }

  take(field) {
    this.taken = field;
    this.refresh();
    this.hooks.taken?.(field, [...this.targets.keys()]);
  }

  refresh() {
    // Where nothing is in hand, a click on the target is enough; such targets are marked softly.
    this.board.element.classList.toggle("direct", this.taken === null);
    this.board.show({
      taken: this.taken,
      targets: new Set(this.targets.keys()),
      movable: new Set(this.sources.keys()),
    });
    const ask = this.ask && this.buttons.length ? h("p", {}, this.ask) : null;
    put(this.choices, ask, this.buttons.map((action) => this.choice(action)));
  }

  choice(action, words = null) {
    return button(words ?? action.name ?? capital(action.kind), () => this.play(action), {
      title: action.words, "data-action": action.action, class: "choice",
    });
  }

  /** The source that is meant by a field: itself, or the only stone on a field of several places. */
  source(field) {
    if (this.sources.has(field)) return field;
    const { fields } = this.board.data;
    const cell = fields[field]?.cell;
    const near = [...this.sources.keys()].filter((name) => fields[name]?.cell === cell);
    const empty = !this.board.state.tokens.some((token) => token.on === field);
    return near.length === 1 && empty && cell !== field ? near[0] : null;
  }

  /** A stone is touched: it is taken up unless it is a target of the one in hand. */
  press(field) {
    const source = this.source(field);
    if (this.taken === source || this.targets.has(field) || source === null) return false;
    this.take(source);
    return true;
  }

  /** A field is clicked, or chosen by key. */
  click(field) {
    const { taken } = this;
    const fits = field === null ? [] : (this.targets.get(field) ?? []);
    if (fits.length) return this.put(fits, field);
    this.drop();
    if (field === null || field === taken) return undefined;
    return this.refuse(taken, field);
  }

  /** A dragged stone is let go; back on its own field it stays in hand. */
  letGo(field) {
    if (field !== null && field === this.taken) return undefined;
    const fits = field === null ? [] : (this.targets.get(field) ?? []);
    if (fits.length) return this.put(fits, field);
    const { taken } = this;
    this.drop();
    return field === null ? undefined : this.refuse(taken, field);
  }

  put(fits, field) {
    // What is done to a stone on the spot is asked for, as a second click usually puts it back.
    if (fits.length === 1 && field !== this.taken) return this.play(fits[0]);
    const { kinds } = this.board.data;
    const onSpot = field === this.taken;
    const called = ({ kind, words }) => capital(onSpot ? (kinds[kind] ?? words) : words);
    const names = fits.map((action) => this.choice(action, called(action)));
    const cancel = button("Cancel", () => this.drop(), { class: "plain" });
    const question = fits.length > 1 ? "Which one?" : "On the spot?";
    put(this.choices, h("p", {}, question), names, cancel);
    names[0].focus();
    return this.hooks.say(`${question} ${capital(fits.map((action) => action.words).join(", or "))}.`);
  }

  play(action) {
    this.hooks.keepFocus(() => this.drop());
    return this.hooks.play(action);
  }

  async refuse(from, to) {
    if (this.busy) return this.hooks.say(this.busy);
    const standing = this.board.state.tokens.some((token) => token.on === to);
    // An empty field that was clicked with nothing in hand is no wish.
    if (from === null && !standing) return undefined;
    return this.hooks.why?.(from ?? to, from === null ? null : to);
  }
}

function add(map, key, value) {
  if (map.has(key)) map.get(key).push(value);
  else map.set(key, [value]);
}

/** A text with a capital letter at its beginning. */
function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}
