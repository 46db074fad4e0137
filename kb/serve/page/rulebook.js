// The rulebook: its list, two days side by side, and all about one rule.

import { get } from "./api.js";
import { fill, h, field } from "./dom.js";
import { link } from "./fragment.js";
import { store } from "./ask.js";
import { edition } from "./table.js";
import { day, t } from "./text.js";
import { getOnce } from "./api.js";

const SOON = 180;
const SHOWN = 400;

export const title = ({ page, parts }) => (page === "rule" ? parts[1] ?? t("page.rules") : t("page.rules"));

export async function games() {
  if (!store.games.length) store.games = (await getOnce("api/games")).games.filter((one) => one.actions);
  return store.games;
}

export async function show(main, where) {
  const known = await games();
  const game = known.find((one) => one.game === where.parts[0]) ?? known[0];
  await (where.page === "rule" ? rule(main, game, where.parts[1] ?? "", where.query) : list(main, game, where.query));
}

export const gamePicker = (game, page) => field(t("game"), h("select", { "data-key": "game",
  onchange: (event) => { location.hash = link(page, [event.target.value]); } },
store.games.map((one) => h("option", { value: one.game, selected: one.game === game.game }, one.title))));

const period = (label) => (label.end ? t("rule.span", { start: day(label.start), end: day(label.end) }) : label.start ? t("rule.since", { start: day(label.start) }) : t("rules.every"));

// --- The list -------------------------------------------------------------------------------------

async function list(main, game, query) {
  const search = h("input", { type: "text", value: query.get("q") ?? "", "data-key": "search", maxlength: "100" });
  const date = h("input", { type: "date", value: query.get("date") ?? "", "data-key": "date", min: game.editions[0]?.from, max: game.date });
  const other = h("input", { type: "date", value: query.get("other") ?? "", "data-key": "other", min: game.editions[0]?.from, max: game.date });
  const place = h("div", { class: "found", "aria-live": "polite" });
  let timer, asking;
  const look = async () => {
    history.replaceState(null, "", link("rules", [game.game], { q: search.value, date: date.value, other: other.value }));
    asking?.abort();
    asking = new AbortController();
    try {
      const ask = (on) => get("api/rules", { game: game.game, date: on }, asking.signal);
      const words = search.value.trim();
      if (other.value && date.value) {
        const [one, two] = await Promise.all([ask(date.value), ask(other.value)]);
        fill(place, beside(game, date.value, other.value, sieve(one.rules, words), sieve(two.rules, words)));
      } else {
        const found = await ask(date.value);
        fill(place, rules(game, sieve(found.rules, words), date.value), words ? null : gaps(found.gaps ?? []));
      }
    } catch (error) {
      if (error.name !== "AbortError") fill(place, h("p", { class: "error", role: "alert" }, error.message));
    }
  };
  const soon = () => { clearTimeout(timer); timer = setTimeout(look, SOON); };
  search.addEventListener("input", soon);
  date.addEventListener("change", look);
  other.addEventListener("change", look);
  main.replaceChildren(h("div", { class: "book" }, h("h1", {}, `${game.title}: ${t("page.rules")}`),
    h("form", { class: "panel", role: "search", onsubmit: (event) => { event.preventDefault(); look(); } },
      h("div", { class: "row" }, gamePicker(game, "rules"), field(t("rules.search"), search), field(t("rules.date"), date), field(t("rules.other"), other)),
      edition(game, date.value || game.date)), place));
  await look();
}

// A number finds itself and its parts; other words stand in the sentence, each as the start of one.
function sieve(found, words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return found.filter((one) => one.numbers.length && wanted.every((word) =>
    (/^\d/.test(word) ? one.numbers.some((number) => number.toLowerCase().startsWith(word))
      : `${one.sentence} ${one.numbers.join(" ")}`.toLowerCase().includes(word))));
}

function rules(game, found, date) {
  return [h("p", { class: "dim" }, found.length ? t("rules.count", { count: found.length }) : t("rules.none")),
    h("ul", { class: "rules" }, found.slice(0, SHOWN).map((one) => line(game, one, date))),
    found.length > SHOWN && h("p", { class: "dim" }, t("proof.more", { count: found.length - SHOWN }))];
}

const line = (game, one, date) => h("li", {},
  h("span", { class: "numbers" }, one.numbers.map((number, place) => [place ? " " : "", h("a", { class: "number", href: link("rule", [game.game, number], { date }) }, number)])),
  h("div", {}, h("p", { class: "said", lang: "en" }, one.sentence), h("p", { class: "dim" }, period(one),
    Object.entries(one.readings ?? {}).map(([gap, reading]) => ` · ${t("rule.reading", { gap, reading })}`))));

function gaps(found) {
  if (!found.length) return null;
  return h("section", {}, h("h2", {}, t("rules.open")), found.map((gap) => h("div", { class: "panel", lang: "en" },
    h("h3", {}, gap.gap ?? gap.name), h("p", {}, gap.question),
    h("ul", {}, (gap.readings ?? []).map((one) => h("li", {}, h("strong", {}, one.reading), `: ${one.text}`))))));
}

// Two days side by side: what is the same stands aside.
function beside(game, one, two, before, after) {
  const ids = (some) => new Set(some.map((each) => each.id));
  const [then, now] = [ids(before), ids(after)];
  const gone = before.filter((each) => !now.has(each.id));
  const fresh = after.filter((each) => !then.has(each.id));
  const same = before.filter((each) => now.has(each.id));
  const pairs = [];
  const taken = new Set();
  for (const each of gone) {
    const heir = fresh.find((other) => !taken.has(other.id) && other.numbers.some((number) => each.numbers.includes(number)));
    if (heir) taken.add(heir.id);
    pairs.push([each, heir]);
  }
  for (const each of fresh) if (!taken.has(each.id)) pairs.push([null, each]);
  const side = (label, date) => h("div", { class: "panel" }, h("p", { class: "dim" }, day(date)),
    label ? h("ul", { class: "rules" }, line(game, label, date)) : h("p", { class: "dim" }, t("rules.absent")));
  return [
    h("h2", {}, t("rules.compare")),
    !pairs.length && h("p", {}, t("rules.alike")),
    h("div", { class: "changes" }, pairs.map(([then_, now_]) => h("div", { class: "two" }, side(then_, one), side(now_, two)))),
    h("details", { "data-key": "same" }, h("summary", {}, t("rules.both", { count: same.length })), h("ul", { class: "rules" }, same.slice(0, SHOWN).map((each) => line(game, each, two)))),
  ];
}

// --- One rule -------------------------------------------------------------------------------------

async function rule(main, game, number, query) {
  const date = query.get("date") ?? "";
  main.replaceChildren(h("p", { class: "dim" }, t("loading")));
  const found = await get(`api/rules/${encodeURIComponent(game.game)}/${encodeURIComponent(number)}`, { date });
  const back = h("p", {}, h("a", { href: link("rules", [game.game], { date }) }, `← ${game.title}: ${t("rule.back")}`));
  main.replaceChildren(h("div", { class: "rule-page" }, back, h("h1", {}, number), found.rules.map((one) => about(game, one, date, found.rules))));
}

function about(game, one, date, all) {
  const to = (numbers) => (numbers?.length ? numbers.map((each, place) => [place ? ", " : "", h("a", { class: "number", href: link("rule", [game.game, each], { date }) }, each)]) : h("span", { class: "dim" }, t("rule.none")));
  const own = one.numbers.filter(Boolean);
  return h("section", { class: "panel rule-page", "aria-label": own.join(", ") || one.id },
    h("p", { class: "said", lang: "en" }, one.sentence),
    h("dl", { class: "facts" },
      h("dt", {}, t("rules.search").split(" ")[0]), h("dd", {}, own.join(", ") || one.id),
      h("dt", {}, t("rule.period")), h("dd", {}, period(one), Object.entries(one.readings ?? {}).map(([gap, reading]) => h("span", {}, ` · ${t("rule.reading", { gap, reading })}`))),
      h("dt", {}, t("rule.source")), h("dd", { lang: "en" }, one.source ?? "–"),
      h("dt", {}, t("rule.refers")), h("dd", {}, to(one.refers ?? one.see)),
      h("dt", {}, t("rule.referred")), h("dd", {}, to(one.referred_by)),
      h("dt", {}, t("rule.file")), h("dd", {}, h("code", {}, `${one.file}:${one.line}`))),
    timeline(game, one.history ?? all, one, date),
    h("div", {}, h("h2", {}, t("rule.statements")), h("pre", { class: "program", tabindex: "0", lang: "zxx", "aria-label": t("rule.statements") }, one.program)),
    h("div", {}, h("h2", {}, one.cases.length ? t("rule.cases", { count: one.cases.length }) : t("rule.nocases")),
      one.cases.length > 0 && h("ul", { class: "cases-list", lang: "en" }, one.cases.slice(0, 200).map((each) => h("li", {}, each.name, " ", h("span", { class: "dim" }, (each.case ?? []).join(", ")))))),
    h("p", {}, h("a", { href: link("erratum", [game.game], { number: own[0], date }) }, t("rule.change"))));
}

const SVG = "http://www.w3.org/2000/svg";
function s(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children.filter((one) => one !== null));
  return made;
}

// The wordings of a number on a line of time, and the same in words.
function timeline(game, history, now, date) {
  const first = game.editions[0]?.from ?? "2000-01-01";
  const time = (iso) => new Date(`${iso}T12:00:00`).getTime();
  const [from, to] = [time(first), Math.max(time(game.date), time(first) + 1) + 30 * 864e5];
  const wide = 720, row = 30;
  const x = (iso) => Math.max(0, Math.min(wide, ((time(iso) - from) / (to - from)) * wide));
  const sorted = [...history].sort((one, two) => String(one.start).localeCompare(String(two.start)));
  const height = sorted.length * row + 34;
  const title = t("rule.history");
  const picture = s("svg", { viewBox: `-4 0 ${wide + 60} ${height}`, role: "img", "aria-label": title },
    s("line", { x1: 0, x2: wide, y1: height - 24, y2: height - 24, class: "axis" }),
    ...years(first, game.date).map((year) => s("g", {}, s("line", { x1: x(`${year}-01-01`), x2: x(`${year}-01-01`), y1: height - 28, y2: height - 20, class: "axis" }),
      s("text", { x: x(`${year}-01-01`), y: height - 6, class: "dim" }, String(year)))),
    ...sorted.flatMap((one, place) => {
      const start = x(one.start ?? first), end = one.end ? x(one.end) : wide;
      return [s("rect", { x: start, y: place * row + 4, width: Math.max(4, end - start), height: 10, rx: 3, class: one.id === now.id ? "span now" : "span" }),
        s("text", { x: Math.min(start, wide - 110), y: place * row + 27 }, (one.numbers ?? []).slice(0, 3).join(", ") || one.id)];
    }),
    date ? s("line", { x1: x(date), x2: x(date), y1: 0, y2: height - 20, class: "axis", "stroke-dasharray": "3 3" }) : null);
  return h("div", { class: "history" }, h("h2", {}, title), picture,
    h("ol", {}, sorted.map((one) => h("li", {}, h("a", { href: link("rule", [game.game, (one.numbers ?? [])[0] ?? one.id], { date: one.start }), "aria-current": one.id === now.id ? "true" : null }, (one.numbers ?? []).join(", ") || one.id),
      `, ${period(one)}: `, h("span", { lang: "en" }, one.sentence)))));
}

function years(first, last) {
  const [from, to] = [Number(first.slice(0, 4)) + 1, Number(last.slice(0, 4))];
  const step = Math.max(1, Math.ceil((to - from) / 8));
  const found = [];
  for (let year = from; year <= to; year += step) found.push(year);
  return found;
}
