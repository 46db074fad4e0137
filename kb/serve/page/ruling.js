// A ruling: first in a sentence, then what happened, then what it rests on as a tree that unfolds.

import { h, uid } from "./dom.js";
import { link } from "./fragment.js";
import { day, t } from "./text.js";

const UNFOLDED = 2;
const FILE = / in \S*[/\\].*?:(?= )/; // where the server keeps its cards is nothing to readers

export function numbers(store, rules) {
  if (!rules.length) return null;
  return h("span", { class: "numbers" }, rules.map((number, place) => [place ? " " : "",
    h("a", { class: "number", href: link("rule", [store.scenario.game, number], { date: store.scenario.date }) }, number)]));
}

const MARKS = { answered: "✓", yes: "✓", no: "✕", conditional: "◐", undetermined: "?", illegal: "✕", loop: "∞" };

// What sort of answer it is: a word and a mark, never a colour alone.
export function sort(ruling) {
  if (ruling.state === "undetermined") return "undetermined";
  if (ruling.result === "illegal") return "illegal";
  if (ruling.result === "loop") return "loop";
  if (ruling.state === "conditional") return "conditional";
  if (ruling.answer === true) return "yes";
  if (ruling.answer === false) return "no";
  return "answered";
}

export function badge(ruling) {
  const found = sort(ruling);
  return h("p", { class: `badge ${found}` }, h("span", { class: "mark", "aria-hidden": "true" }, MARKS[found]), " ", t(`state.${found}`));
}

export function rulingView(store, ruling, number, level = "h3") {
  const id = uid("ruling");
  const several = ruling.outcomes.length > 1;
  return h("article", { class: `ruling ${sort(ruling)}`, "aria-labelledby": id, tabindex: "-1" },
    badge(ruling),
    h(level, { id, class: "sentence", lang: "en" }, ruling.sentence),
    number && h("p", { class: "dim" }, number),
    left(ruling),
    ruling.outcomes.map((outcome, place) => outcomeView(store, outcome, several ? place : null)),
    depends(ruling),
    ruling.loop && h("p", { class: "warning" }, t("ruling.loop")),
    !ruling.exhausted && h("p", { class: "warning" }, t("ruling.cut")),
    h("p", { class: "edition" }, h("span", { lang: "en" }, ruling.edition), ", ", day(ruling.date),
      ruling.notes.map((note) => h("span", { class: "dim", lang: "en" }, ` ${note.replace(FILE, ":")}`))),
    ruling.rules.length > 0 && h("details", { class: "all-rules" },
      h("summary", {}, t("ruling.rules", { count: ruling.rules.length })), h("p", {}, numbers(store, ruling.rules))));
}

function left(ruling) {
  if (!ruling.unless.length && !ruling.gaps.length && !ruling.unknown.length) return null;
  return h("div", { class: "left-out" },
    ruling.unless.length > 0 && [h("p", {}, h("strong", {}, t("ruling.unless"))),
      h("ul", {}, ruling.unless.map((one) => h("li", { lang: "en" }, h("strong", {}, one.card), `: “${one.text}”`)))],
    ruling.gaps.length > 0 && [h("p", {}, h("strong", {}, t("ruling.gaps"))),
      h("ul", {}, ruling.gaps.map((gap) => h("li", { lang: "en" }, `“${gap}”`)))],
    ruling.unknown.length > 0 && [h("p", {}, h("strong", {}, t("ruling.unknown"))),
      h("ul", {}, ruling.unknown.map((one) => h("li", { lang: "en" }, one)))]);
}

function outcomeView(store, outcome, place) {
  const parts = [
    outcome.ways !== null && outcome.ways > 1 && h("p", { class: "dim" }, t("ruling.ways", { count: outcome.ways })),
    outcome.timeline.length > 0 ? timeline(store, outcome.timeline)
      : outcome.choices.length > 0 && h("ul", { class: "choices", lang: "en" }, outcome.choices.map((one) => h("li", {}, one))),
    outcome.others.length > 0 && h("details", {}, h("summary", {}, t("ruling.others", { count: outcome.others.length })),
      h("ul", { lang: "en" }, outcome.others.slice(0, 40).map((one) => h("li", {}, one.join("; ") || "–")))),
    list(outcome), orders(outcome), properties(outcome), refused(store, outcome),
    outcome.tree?.length > 0 && tree(store, outcome.tree),
  ];
  if (place === null) return h("div", { class: "outcome" }, parts);
  return h("details", { class: "outcome several", open: place === 0 },
    h("summary", { lang: "en" }, `(${place < 26 ? String.fromCharCode(97 + place) : place + 1}) ${outcome.sentence}`), parts);
}

function timeline(store, happenings) {
  const groups = [];
  for (const one of happenings) {
    const when = [one.turn, one.phase].filter(Boolean).join(", ");
    if (groups.at(-1)?.when !== when) groups.push({ when, told: [] });
    groups.at(-1).told.push(one);
  }
  return h("div", { class: "timeline" }, h("h4", {}, t("ruling.timeline")),
    groups.map((group) => h("div", {}, group.when && h("p", { class: "when", lang: "en" }, group.when),
      h("ol", {}, group.told.map((one) => h("li", {},
        h("span", { lang: "en" }, one.who && h("strong", {}, one.who), one.who ? ` ${one.what}` : upper(one.what)), " ", numbers(store, one.rules)))))));
}

const upper = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

function list(outcome) {
  if (!Array.isArray(outcome.answer) || outcome.answer.length < 2) return null;
  if (outcome.answer.some((one) => one === null || typeof one === "object")) return null;
  return h("ul", { class: "answers", lang: "en" }, outcome.answer.slice(0, 200).map((one) => h("li", {}, String(one))));
}

function orders(outcome) {
  if (!outcome.orders.length) return null;
  return h("ol", { class: "orders", lang: "en" }, outcome.orders.slice(0, 60).map((one) => h("li", {}, one.join(" → "))));
}

function properties(outcome) {
  const rows = Object.entries(outcome.properties).flatMap(([name, said]) =>
    Object.entries(said).map(([word, value], place) => [place ? "" : name, word, value]));
  if (!rows.length) return null;
  const shown = (value) => (value === null ? "–" : value === true ? t("yes") : value === false ? t("no") : Array.isArray(value) ? value.join(", ") || "–" : String(value));
  return h("details", { class: "properties" }, h("summary", {}, t("ruling.ends")),
    h("table", {}, h("thead", {}, h("tr", {}, [t("ruling.what"), t("ruling.property"), t("ruling.value")].map((one) => h("th", { scope: "col" }, one)))),
      h("tbody", { lang: "en" }, rows.slice(0, 300).map((row) => h("tr", {}, h("td", {}, row[0]), h("td", {}, row[1]), h("td", {}, shown(row[2])))))));
}

function refused(store, outcome) {
  if (!outcome.refused.length) return null;
  return h("details", { class: "refused" }, h("summary", {}, t("may.not", { count: outcome.refused.length })),
    h("ul", {}, outcome.refused.slice(0, 100).map((one) => h("li", {}, h("strong", { lang: "en" }, one.text),
      h("ul", { class: "whys" }, one.unmet.map((why) => h("li", {}, numbers(store, why.rules),
        h("span", { lang: "en" }, ` ${why.text}${why.against.length ? `, but ${why.against.join(" and ")}` : ""}`))))))));
}

function depends(ruling) {
  if (!ruling.depends.length) return null;
  return h("div", { class: "depends" }, h("p", {}, h("strong", {}, t("ruling.depends"))),
    ruling.depends.map((one) => h("div", { lang: "en" }, h("p", {}, `${one.gap}: ${one.question}`),
      h("ul", {}, one.others.map((other) => h("li", {}, h("em", {}, other.reading), `: ${other.sentence}`))))));
}

// --- The proof ------------------------------------------------------------------------------------

function tree(store, branches) {
  const place = h("div", { class: "proof" });
  const all = (open) => place.querySelectorAll("button.fold").forEach((one) => fold(one, open));
  place.append(
    h("div", { class: "proof-head" }, h("h4", {}, t("proof")),
      h("button", { type: "button", class: "quiet", onclick: () => all(true) }, t("proof.unfold")),
      h("button", { type: "button", class: "quiet", onclick: () => all(false) }, t("proof.fold"))),
    h("ul", { class: "tree" }, branches.map((one) => branch(store, one, 0))));
  return place;
}

function fold(button, open) {
  button.setAttribute("aria-expanded", String(open));
  document.getElementById(button.getAttribute("aria-controls")).hidden = !open;
}

function branch(store, one, depth) {
  const text = [one.text, one.readings?.length > 0 && h("span", { class: "dim" }, ` (${one.readings.join(", ")})`), one.note && ` (${one.note})`, one.again && h("span", { class: "dim", lang: null }, ` (${t("proof.again")})`)];
  // The numbers stand before what their rule says, or else behind the text.
  const said = one.sentence && h("p", { class: "rule-sentence" }, numbers(store, one.rules), " ", h("span", { lang: "en" }, one.sentence));
  const cited = said ? null : [" ", numbers(store, one.rules)];
  const count = one.branches.length + (one.left_out > 0);
  if (!count) return h("li", { class: one.kind }, h("div", { class: "line" }, h("span", { lang: "en" }, text), cited), said);
  const id = uid("branch");
  const open = depth < UNFOLDED;
  const below = h("ul", { id, hidden: !open });
  below.append(...one.branches.map((each) => branch(store, each, depth + 1)),
    ...(one.left_out > 0 ? [h("li", { class: "dim" }, t("proof.more", { count: one.left_out }))] : []));
  const button = h("button", { type: "button", class: "fold", "aria-expanded": String(open), "aria-controls": id, lang: "en",
    onclick: () => fold(button, button.getAttribute("aria-expanded") !== "true") }, text);
  return h("li", { class: one.kind }, h("div", { class: "line" }, button, cited), said, below);
}
