// Makes elements. Styles are set through the object model only, as the page allows no inline styles.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value !== "string" && !(element instanceof SVGElement)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...existing(children));
  return element;
}

/** All children, of lists too, but those that are left out by null, undefined or false. */
function existing(children) {
  return children.flat(3).filter((child) => child !== null && child !== undefined && child !== false);
}

/** An element of HTML: attributes, listeners (`onclick`), then children. */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** An element of SVG. */
export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** A button with a plain name. */
export function button(name, onclick, props = {}) {
  return h("button", { type: "button", onclick, ...props }, name);
}

/** A labelled choice; options are `[value, text]` or plain texts. */
export function select(label, options, value, onchange, props = {}) {
  const list = options.map((option) => {
    const [key, text] = Array.isArray(option) ? option : [option, option];
    return h("option", { value: key, selected: String(key) === String(value) }, text);
  });
  const box = h("select", { onchange: () => onchange?.(box.value), ...props }, list);
  return { box, row: row(label, box) };
}

let rows = 0;

/** A box with its label before it. */
export function row(label, box, props = {}) {
  rows += 1;
  box.id ||= `box${rows}`;
  return h("div", { class: "row", ...props }, h("label", { for: box.id }, label), box);
}

/** A box to tick, with its label behind it. */
export function tick(label, checked, onchange) {
  const box = h("input", { type: "checkbox", checked, onchange });
  return { box, row: h("label", { class: "row check" }, box, h("span", {}, label)) };
}

/** Puts children in the place of whatever an element holds. */
export function put(element, ...children) {
  element.replaceChildren(...existing(children));
  return element;
}

/** Shows or hides an element. */
export function show(element, visible) {
  element.hidden = !visible;
}

/** A dialog that is opened at once and leaves no trace when it is closed. */
export function dialog(title, ...children) {
  const element = h(
    "dialog",
    { "aria-label": title, onclose: () => element.remove() },
    h("header", {}, h("h2", {}, title), button("×", () => element.close(), { class: "close", "aria-label": "Close" })),
    h("div", { class: "body" }, children),
  );
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  element.showModal();
  return element;
}

/** Asks before something that cannot be helped is done. */
export function confirm(title, question, [yes, no], then) {
  const agree = () => {
    box.close();
    then();
  };
  const answers = [button(yes, agree, { class: "main" }), button(no, () => box.close())];
  const box = dialog(title, h("p", {}, question), h("div", { class: "buttons" }, answers));
}

/** A file with a text, handed to the person at the screen. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
