// What the page says itself, in the reader's language: one catalogue for each, in lang/.
import english from "./lang/en.js";

let words = english;
export let language = "en";

export async function speak(code) {
  if (code === "en") words = english;
  else {
    try { words = (await import(`./lang/${code}.js`)).default; }
    catch { words = english; code = "en"; }
  }
  language = code;
  document.documentElement.lang = code;
  return code;
}

export async function nameOf(code) {
  if (code === "en") return english.language;
  return (await import(`./lang/${code}.js`)).default.language;
}

// t("key", {name: value}); with a count, `one` and `other` as the language's grammar has them.
export function t(key, values = {}) {
  let found = words[key] ?? english[key] ?? key;
  if (typeof found === "object") {
    found = found[new Intl.PluralRules(language).select(values.count ?? 0)] ?? found.other;
  }
  return found.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

// A message of the server names a place as a file has it; here it is said as the page shows it.
export const plainly = (message) => message
  .replace(/^players\.(.+?)\.([^.:]+)[^:]*: /, "$1, $2: ")
  .replace(/^(do|ask)\.(\d+)[^:]*: /, (all, key, number) => `${t(`place.${key}`, { number: Number(number) + 1 })}: `)
  .replace(/^date: /, "");

export function remembered() {
  try { return localStorage.getItem("language"); } catch { return null; }
}

export function remember(code) {
  try { localStorage.setItem("language", code); } catch { /* it is only a convenience */ }
}

export const listed = (parts) => new Intl.ListFormat(language, { type: "conjunction" }).format(parts);

export function day(iso) {
  const when = new Date(`${iso}T12:00:00`);
  return Number.isNaN(when.getTime()) ? iso
    : new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(when);
}
