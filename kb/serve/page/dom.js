// Elements from plain calls. Text is always text: nothing that somebody wrote is ever read as HTML.

export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value") made.value = value;
    else if (name === "checked" || name === "selected" || name === "open") made[name] = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  append(made, children);
  return made;
}

function append(made, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(made, child);
    else if (child instanceof Node) made.append(child);
    else if (child !== undefined && child !== null && child !== false) made.append(String(child));
  }
}

// Put new content in place of the old, leaving alone what the reader is doing: what is focused
// and what was unfolded stays so, by its key.
export function fill(place, ...children) {
  const active = document.activeElement;
  const key = active && place.contains(active) ? active.dataset.key : undefined;
  const range = key && "selectionStart" in active ? [active.selectionStart, active.selectionEnd] : null;
  const unfolded = new Map();
  for (const one of place.querySelectorAll("details[data-key]")) unfolded.set(one.dataset.key, one.open);
  const fresh = document.createDocumentFragment();
  append(fresh, children);
  place.replaceChildren(fresh);
  for (const one of place.querySelectorAll("details[data-key]")) {
    if (unfolded.has(one.dataset.key)) one.open = unfolded.get(one.dataset.key);
  }
  if (key) {
    const again = place.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (again) {
      again.focus({ preventScroll: true });
      if (range && range[0] !== null && again.type === "text") again.setSelectionRange(...range);
    }
  }
}

export function focusKey(key) {
  const found = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (found) found.focus();
  return found;
}

let counter = 0;
export const uid = (word) => `${word}-${++counter}`;

// Say something to a screen reader.
export function announce(text) {
  const place = document.getElementById("said");
  place.textContent = "";
  setTimeout(() => { place.textContent = text; }, 30);
}

export function download(name, text, type = "application/yaml") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// A dialog that the Escape key closes and that gives the focus back.
export function dialog(title, closeText, build) {
  const before = document.activeElement;
  const beforeKey = before && before.dataset.key;
  const id = uid("title");
  const shown = h("dialog", { "aria-labelledby": id, class: "dialog" });
  const close = () => shown.close();
  shown.append(
    h("div", { class: "dialog-head" },
      h("h2", { id }, title),
      h("button", { type: "button", class: "quiet icon", "aria-label": closeText, onclick: close }, "✕")),
    ...[build(close, shown)].flat(9).filter(Boolean));
  shown.addEventListener("close", () => {
    shown.remove();
    if (before && before.isConnected) before.focus();
    else if (beforeKey) focusKey(beforeKey);
  });
  shown.addEventListener("click", (event) => { if (event.target === shown) close(); });
  document.body.append(shown);
  shown.showModal();
  return shown;
}

export const field = (label, control, hint) => {
  if (!control.id) control.id = uid("field");
  const parts = [h("label", { for: control.id }, label), control];
  if (hint) {
    const id = uid("hint");
    control.setAttribute("aria-describedby", id);
    parts.push(h("p", { class: "hint", id }, hint));
  }
  return h("div", { class: "field" }, parts);
};

export const select = (options, chosen, attributes = {}) =>
  h("select", attributes, options.map(([value, text]) =>
    h("option", { value, selected: value === chosen }, text)));
