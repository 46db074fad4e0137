// An erratum: a rule or a card's text is changed here, read with its errors at their line, and compared.

import { get, getOnce, post, stream } from "./api.js";
import { pointAt, store } from "./ask.js";
import { cardField } from "./cards.js";
import { announce, fill, h, field } from "./dom.js";
import { encode, link } from "./fragment.js";
import { gamePicker, games } from "./rulebook.js";
import { t } from "./text.js";

const LARGEST = 50_000;
const nothing = { number: "", text: "", card: "", words: "", date: "" };
const state = { kind: "rule", boards: true, cases: true, game: "", ...nothing };

export const title = () => t("page.erratum");

export async function show(main, { parts, query }) {
  const known = await games();
  const game = known.find((one) => one.game === parts[0]) ?? known[0];
  if (state.game !== game.game) Object.assign(state, nothing, { game: game.game });
  if (query.get("number")) Object.assign(state, { kind: "rule", number: query.get("number"), date: query.get("date") ?? "", text: "" });
  const form = h("div", {});
  const result = h("div", { class: "found" });
  main.replaceChildren(h("h1", {}, `${game.title}: ${t("page.erratum")}`), h("div", { class: "erratum" }, form, result));
  let running = null;
  const { errata: taken } = await getOnce("api/health").catch(() => ({}));

  const render = () => fill(form,
    h("div", { class: "row" }, gamePicker(game, "erratum"), field(t("rules.date"), h("input", { type: "date", value: state.date, "data-key": "date", min: game.editions[0]?.from, max: game.date, onchange: (event) => { state.date = event.target.value; } }))),
    h("fieldset", { class: "kinds" }, h("legend", {}, t("erratum.what")), ["rule", "card"].map((one) => h("span", { class: "kind" },
      h("input", { type: "radio", name: "kind", id: `kind-${one}`, value: one, checked: state.kind === one, "data-key": `kind-${one}`, onchange: () => { state.kind = one; render(); } }),
      h("label", { for: `kind-${one}` }, t(`erratum.${one}`))))),
    state.kind === "rule" ? ruleForm() : cardForm(),
    state.kind === "rule" && h("div", { class: "row" }, ["boards", "cases"].map((one) => h("label", { class: "flag" },
      h("input", { type: "checkbox", checked: state[one], "data-key": one, onchange: (event) => { state[one] = event.target.checked; } }), h("span", {}, t(`erratum.with.${one}`))))),
    h("div", { class: "actions" },
      h("button", { type: "button", "data-key": "check", onclick: check }, t("erratum.check")),
      h("button", { type: "button", class: "primary", "data-key": "compare", onclick: compare }, t("erratum.compare")),
      state.kind === "rule" && h("button", { type: "button", "data-key": "verify", onclick: verify }, t("erratum.verify"))),
    h("div", { id: "erratum-said", role: "status" }));

  const said = (...what) => document.getElementById("erratum-said").replaceChildren(...what);
  const area = () => form.querySelector("textarea");
  const refuse = (error) => {
    const words = error.line ? t("at.line", { line: error.line, message: error.message }) : error.message;
    said(h("p", { class: "error", role: "alert", id: "erratum-error" }, words));
    if (error.line) { pointAt(area(), error.line); area().setAttribute("aria-describedby", "erratum-error"); }
  };
  const clear = () => { area().removeAttribute("aria-invalid"); said(); };

  function ruleForm() {
    const number = h("input", { type: "text", value: state.number, maxlength: "60", "data-key": "number", list: "erratum-numbers",
      onchange: (event) => { state.number = event.target.value.trim(); } });
    const known_ = h("datalist", { id: "erratum-numbers" });
    number.addEventListener("focus", async () => {
      try {
        const found = await get("api/rules", { game: game.game, date: state.date });
        known_.replaceChildren(...found.rules.flatMap((one) => one.numbers).map((each) => h("option", { value: each })));
      } catch { /* a number can be typed as well */ }
    }, { once: true });
    const text = h("textarea", { rows: "20", class: "code", spellcheck: "false", value: state.text, "data-key": "text", oninput: (event) => { state.text = event.target.value; } });
    return [
      taken === false && h("p", { class: "warning" }, t("erratum.off")),
      h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); state.number = number.value.trim(); load(); } },
        field(t("erratum.number"), number), known_, h("button", { type: "submit", "data-key": "load" }, t("erratum.load"))),
      field(t("erratum.text"), text, t("erratum.hint")),
    ];
  }

  function cardForm() {
    const text = h("textarea", { rows: "8", spellcheck: "false", value: state.words, "data-key": "words", oninput: (event) => { state.words = event.target.value; } });
    return [
      cardField({ game: () => game.game, apart: game.apart, label: t("erratum.cardname"), key: "card", chosen: async (card) => {
        state.card = card.name;
        try {
          const found = await get("api/cards/show", { game: game.game, name: card.name, as_of: state.date });
          state.words = (found.cards[0]?.faces ?? []).map((face) => face.text ?? "").filter(Boolean).join("\n");
        } catch { state.words = ""; }
        render();
      } }),
      state.card && h("p", {}, h("strong", { lang: "en" }, state.card)),
      field(t("paste.text"), text),
    ];
  }

  async function load() {
    try {
      state.text = (await get("api/draft", { game: game.game, number: state.number, date: state.date })).text;
      render();
      clear();
      area().focus();
      area().scrollTop = area().scrollHeight;
    } catch (error) { refuse(error); }
  }

  const body = () => (state.kind === "rule"
    ? { game: game.game, overlay: state.text, ...(state.date ? { a: state.date } : {}) }
    : { game: game.game, card: state.card, text: state.words, ...(state.date ? { a: state.date } : {}) });

  async function check() {
    clear();
    try {
      if (area().value.length > LARGEST) throw new Error(t("paste.long", { most: LARGEST.toLocaleString() }));
      if (state.kind === "rule") {
        await post("api/ask", { scenario: { game: game.game, players: { A: {}, B: {} }, ask: [{ options: { by: "A" } }], ...(state.date ? { date: state.date } : {}) }, overlay: state.text });
        said(h("p", { class: "runs yes" }, t("erratum.fine")));
      } else {
        const found = await post("api/parse", { game: game.game, text: state.words, name: state.card });
        said(h("div", { class: `runs ${found.status === "whole" ? "yes" : "partly"}` }, h("p", {}, t(`paste.${found.status}`)),
          h("ul", {}, (found.unparsed ?? []).map((span) => h("li", {}, `“${span.text}”`)))));
      }
    } catch (error) { refuse(error); }
  }

  // Long work: how far it has come is told, and it can be stopped. `work` puts what it finds into a place.
  async function long(title_, saying, work) {
    running?.abort();
    clear();
    const stop = running = new AbortController();
    const bar = h("progress", { "aria-label": saying });
    const line = h("p", { class: "dim", "aria-live": "off" });
    const status = h("p", { role: "status" }, saying);
    const button = h("button", { type: "button", "data-key": "stop", onclick: () => stop.abort() }, t("erratum.stop"));
    const panel = h("div", { class: "panel" }, status, bar, line, button);
    const answers = h("div", { class: "found" });
    fill(result, h("h2", { tabindex: "-1" }, title_), panel, answers);
    result.scrollIntoView({ block: "nearest" });
    const told = ({ cases, of, boards, size }) => {
      if (cases !== undefined) { bar.max = of; bar.value = cases; }
      line.textContent = cases !== undefined ? t("erratum.progress", { done: cases, of }) : `${boards}, ${t("erratum.uptoboard", { count: size })}`;
    };
    const ask = (path, said) => stream(path, said, told, stop.signal);
    try {
      await work(ask, answers, (text) => { status.textContent = text; line.textContent = ""; bar.removeAttribute("value"); });
      panel.remove();
      result.querySelector("h2").focus();
    } catch (error) {
      if (error.name === "AbortError") { fill(panel, h("p", { role: "status" }, t("erratum.stopped"))); return; }
      panel.remove();
      refuse(error);
    }
  }

  const verify = () => long(t("erratum.verify.result"), t("erratum.verify.running"), async (ask, answers) => {
    const found = await ask("api/verify", { game: game.game, ...(state.text.trim() ? { overlay: state.text } : {}), ...(state.date ? { as_of: state.date } : {}) });
    append(answers, await findings(game, found));
  });

  // Boards first, for they are quick; then every worked example under both.
  const compare = () => long(t("erratum.result"), t("erratum.running"), async (asked, answers, say) => {
    const ask = (more) => asked("api/diff", { ...body(), ...more });
    if (state.kind === "card") {
      answers.append(...[casesView(game, await ask({}))].flat());
    } else {
      if (state.boards) {
        const found = await ask({ cases: false });
        append(answers, await difference(game, found));
        announce(t(`erratum.${found.verdict}`));
      }
      if (state.cases) {
        say(t("erratum.running.cases"));
        const found = await ask({ boards: false });
        append(answers, casesView(game, found));
        if (!state.boards) append(answers, await difference(game, found));
        announce(found.headline ?? t(`erratum.${found.verdict}`));
      }
    }
  });

  render();
  if (state.kind === "rule" && state.number && !state.text) await load();
}

const append = (place, parts) => place.append(...[parts].flat(9).filter(Boolean));

const block = (game, one, when) => h("li", {}, when && [h("span", { class: "dim" }, when), " "], one.numbers.map((number, place) => [place ? " " : "", h("a", { class: "number", href: link("rule", [game.game, number]) }, number)]), " ", h("span", { lang: "en" }, one.sentence));
const some = (title_, items) => (items?.length ? h("section", {}, title_ && h("h3", {}, title_), h("ul", {}, items)) : null);

async function difference(game, found) {
  const ends = (title_, all) => h("div", { class: "side" }, h("p", { class: "dim" }, title_),
    h("ul", { lang: "en" }, (all ?? []).map((end) => h("li", {}, (Array.isArray(end) ? end : [String(end)]).join("; ") || t("erratum.began")))));
  return [
    h("p", { class: `badge ${found.verdict === "unknown" ? "undetermined" : found.verdict === "differ" ? "conditional" : "answered"}` },
      h("span", { class: "mark", "aria-hidden": "true" }, { differ: "≠", agree: "=", unknown: "?" }[found.verdict] ?? "·"), " ", t(`erratum.${found.verdict}`)),
    found.reason && h("p", { class: "dim", lang: "en" }, found.reason),
    found.difference && await board(game, found.difference, ends),
    some(t("erratum.changed"), (found.changed ?? []).map((one) => block(game, one, t(one.file === "overlay.lp" ? "erratum.after" : "erratum.before")))),
    some(t("erratum.unexamined"), (found.not_examined ?? []).map((one) => block(game, one))),
    some(t("erratum.searched"), (found.boards ?? []).filter((one) => one.up_to > 0).map((one) => h("li", {}, h("span", { lang: "en" }, one.shows), `, ${t("erratum.uptoboard", { count: one.up_to })}`))),
  ];
}

function casesView(game, found) {
  const { cases } = found;
  if (!cases) return null;
  return h("section", { class: "changed-cases" }, h("h3", {}, t("erratum.cases")),
    h("p", {}, t("erratum.asked", { count: cases.cases, changed: cases.changed }), !cases.complete && ` ${t("ruling.cut")}`),
    cases.answers.slice(0, 200).map((one) => h("div", { class: "case" },
      h("p", {}, h("strong", { lang: "en" }, one.case), h("span", { class: "dim", lang: "en" }, ` · ${one.question}`)),
      h("div", { class: "pair-of differs" }, side(t("erratum.before"), one.before), side(t("erratum.after"), one.after)),
      one.rules.length > 0 && h("p", { class: "numbers" }, [...new Set(one.rules.map((id) => id.split("@")[0]))].map((number) => [" ", h("a", { class: "number", href: link("rule", [game.game, number]) }, number)])))));
}

const side = (title_, said) => h("div", { class: "side" }, h("p", { class: "dim" }, title_), h("p", { lang: "en" }, said.sentence),
  said.outcomes?.length > 1 && h("ul", { lang: "en" }, said.outcomes.map((one) => h("li", {}, one))));

// Where a board can be looked at as a table.
async function opening(yaml) {
  try { return h("p", {}, h("a", { href: link("ask", [], { s: await encode((await post("api/read", { yaml })).scenario) }) }, t("erratum.open"))); }
  catch { return null; } // it is shown as text
}

async function board(game, one, ends) {
  return h("section", {}, h("h3", {}, t("erratum.board")),
    h("pre", { class: "program", tabindex: "0", "aria-label": t("erratum.board") }, one.scenario),
    h("div", { class: "pair-of" }, ends(t("erratum.before"), one.old), ends(t("erratum.after"), one.new)),
    some("", (one.rules ?? []).map((each) => block(game, each))),
    await opening(one.scenario));
}

const findings = async (game, found) => [
  h("p", { class: `badge ${found.findings.length ? "no" : found.complete ? "answered" : "undetermined"}` },
    h("span", { class: "mark", "aria-hidden": "true" }, found.findings.length ? "✕" : found.complete ? "✓" : "?"), " ",
    found.findings.length ? t("erratum.findings", { count: found.findings.length }) : t(found.complete ? "erratum.sound" : "erratum.sofar")),
  await Promise.all(found.findings.slice(0, 20).map(async (one) => h("section", { class: "case" },
    h("h3", { lang: "en" }, `${one.kind}: ${one.what}`), some("", one.rules.map((each) => block(game, each))),
    h("pre", { class: "program", tabindex: "0", "aria-label": t("erratum.board") }, one.scenario), await opening(one.scenario)))),
  some(t("erratum.unexamined"), found.not_examined.map((one) => block(game, one))),
  some(t("erratum.searched"), found.boards.filter((one) => one.up_to > 0).map((one) => h("li", {}, h("span", { lang: "en" }, one.shows), `, ${t("erratum.uptoboard", { count: one.up_to })}`))),
];
