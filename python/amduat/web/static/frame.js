// What the pages with a board have in common: the board, the status line, choices, and panels.

import { announce } from "./announce.js";
import { Board } from "./board.js";
import { h, put } from "./dom.js";
import { Hand } from "./hand.js";

/** The skeleton of a page with a board. */
export class Frame {
  constructor(root, data, hooks) {
    this.data = data;
    this.board = new Board(data, {
      press: (field) => this.hand.press(field),
      click: (field) => this.hand.click(field),
      drop: (field) => this.hand.letGo(field),
    });
    // What it says is told in the live region, together with what has led to it.
    this.status = h("p", { role: "status", "aria-live": "off", class: "status" });
    this.turn = h("div", { class: "turnline" });
    this.choices = h("div", { class: "choices" });
    this.controls = h("div", { class: "controls" });
    this.bar = h("div", { class: "evaluation", hidden: true });
    this.people = h("section", { class: "panel people", "aria-label": "Players and what is off the board" });
    this.side = h("aside", { class: "side", "aria-label": "Game" });
    this.extra = h("div", { class: "extra" });
    const shape = data.width / data.height;
    this.element = h(
      "div",
      { class: `page ${shape > 2 ? "long" : shape > 1.3 ? "broad" : "square"}` },
      h("div", { class: "stage" }, this.bar, this.board.element),
      h("div", { class: "desk" }, this.status, this.turn, this.choices, this.controls),
      this.people,
      this.side,
      this.extra,
    );
    this.hand = new Hand(this.board, this.choices, {
      play: hooks.play,
      why: hooks.why,
      say: (text) => this.tell(text),
      keepFocus: (change) => this.keepFocus(change),
    });
    put(root, this.element);
    // A click beside the board puts a stone back.
    this.outside = (event) => {
      const inside = event.composedPath();
      if (!inside.includes(this.board.element) && !inside.includes(this.choices)) this.hand.drop();
    };
    document.addEventListener("pointerdown", this.outside);
  }

  /** Writes the status line. */
  say(text, wrong = false) {
    this.status.textContent = text;
    this.status.classList.toggle("wrong", wrong);
  }

  /** Writes the status line and says it aloud; the same text again is said again. */
  tell(text, wrong = false) {
    this.say(text, wrong);
    announce(text);
  }

  /** Changes the page; a key that has made its own button vanish leads back to the board. */
  keepFocus(change) {
    const { activeElement: before } = document;
    const keyed = before?.matches(":focus-visible");
    change();
    if (before?.isConnected && !before.disabled) return;
    if (keyed) this.board.setFocus(this.board.focus, true);
    else before?.blur();
  }

  /** Notes on the board what a person may do now, for programs that play in the browser. */
  waitFor(what) {
    if (what) this.board.element.dataset.ready = what;
    else delete this.board.element.dataset.ready;
  }

  /** The parts of a turn: what was done, and what comes next. */
  parts(done, phase) {
    put(
      this.turn,
      done.map((ply) => h("span", { class: "part done", title: ply.words }, ply.action.replace(/^=/, ply.kind === "roll" ? "rolled " : "tile "))),
      done.length && phase ? h("span", { class: "part now" }, phase) : null,
    );
  }

  destroy() {
    document.removeEventListener("pointerdown", this.outside);
    this.board.destroy();
  }
}

/** The box that takes moves as texts. */
export function moveBox(play) {
  const box = h("input", { name: "move", spellcheck: false, autocomplete: "off", autocapitalize: "off", placeholder: "type a move", "aria-label": "Move" });
  const form = h("form", { class: "movebox", onsubmit: async (event) => {
    event.preventDefault();
    const text = box.value.trim();
    if (text && (await play(text))) box.value = "";
  } }, box, h("button", { type: "submit" }, "Play"));
  return { box, form };
}
