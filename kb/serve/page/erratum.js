// An erratum: a rule or a card's text is changed here, read with its errors at their line, and compared.

import { get, post, stream } from "./api.js";
import { pointAt, store } from "./ask.js";
import { cardField } from "./cards.js";
import { announce, fill, h, field } from "./dom.js";
import { encode, link } from "./fragment.js";
import { gamePicker, games } from "./rulebook.js";
import { t } from "./text.js";

const LARGEST = 50_000;
const state = { kind: "rule", number: "", text: "", card: "", words: "", date: "", boards: true, cases: true };

export const title = () => t("page.erratum");

export async function show(main, { parts, query }) {
  const known = await games();
  const game = known.find((one) => one.game === parts[0]) ?? known[0];
  if (query.get("number")) Object.assign(state, { kind: "rule", number: query.get("number"), date: query.get("date") ?? "", text: "" });
  const form = h("div", {});
  const result = h("div", { class: "found" });
  main.replaceChildren(h("h1", {}, `${game.title}: ${t("page.erratum")}`), h("div", { class: "erratum" }, form, result));
  let running = null;

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
      h("button", { type: "button", class: "primary", "data-key": "compare", onclick: compare }, t("erratum.compare"))),
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

  // Boards first, for they are quick; then every worked example under both.
  async function compare() {
    running?.abort();
    clear();
    const stop = running = new AbortController();
    const bar = h("progress", { "aria-label": t("erratum.running") });
    const line = h("p", { class: "dim", "aria-live": "off" });
    const status = h("p", { role: "status" }, t("erratum.running"));
    const button = h("button", { type: "button", "data-key": "stop", onclick: () => stop.abort() }, t("erratum.stop"));
    const work = h("div", { class: "panel" }, status, bar, line, button);
    const answers = h("div", { class: "found" });
    fill(result, h("h2", { tabindex: "-1" }, t("erratum.result")), work, answers);
    const told = (event) => {
      const [done, of] = [event.cases ?? event.done, event.of ?? event.total];
      if (Number.isFinite(done) && of > 0) { bar.max = of; bar.value = done; }
      line.textContent = event.cases !== undefined ? t("erratum.progress", { done, of }) : progress(event);
    };
    const ask = (more) => stream("api/diff", { ...body(), ...more }, told, stop.signal);
    try {
      if (state.kind === "card") {
        answers.append(...[casesView(game, await ask({}))].flat());
      } else {
        if (state.boards) {
          const found = await ask({ cases: false });
          append(answers, await difference(game, found));
          announce(t(`erratum.${found.verdict}`));
        }
        if (state.cases) {
          status.textContent = t("erratum.running.cases");
          const found = await ask({ boards: false });
          append(answers, casesView(game, found));
          if (!state.boards) append(answers, await difference(game, found));
          announce(found.headline ?? t(`erratum.${found.verdict}`));
        }
      }
      work.remove();
      result.querySelector("h2").focus();
    } catch (error) {
      if (error.name === "AbortError") { fill(work, h("p", { role: "status" }, t("erratum.stopped"))); return; }
      work.remove();
      refuse(error);
    }
  }

  render();
  if (state.kind === "rule" && state.number && !state.text) await load();
}

const append = (place, parts) => place.append(...[parts].flat(9).filter(Boolean));

const progress = (event) => Object.entries(event).filter(([, value]) => value !== null && typeof value !== "object")
  .map(([key, value]) => `${key} ${value}`).join(" · ");

const block = (game, one) => h("li", {}, one.numbers.map((number, place) => [place ? " " : "", h("a", { class: "number", href: link("rule", [game.game, number]) }, number)]), " ", h("span", { lang: "en" }, one.sentence));
const some = (title_, items) => (items?.length ? h("section", {}, title_ && h("h3", {}, title_), h("ul", {}, items)) : null);

async function difference(game, found) {
  const ends = (title_, all) => h("div", { class: "side" }, h("p", { class: "dim" }, title_),
    h("ul", { lang: "en" }, (all ?? []).map((end) => h("li", {}, (Array.isArray(end) ? end : [String(end)]).join("; ") || t("erratum.began")))));
  return [
    h("p", { class: `badge ${found.verdict === "unknown" ? "undetermined" : found.verdict === "differ" ? "conditional" : "answered"}` },
      h("span", { class: "mark", "aria-hidden": "true" }, { differ: "≠", agree: "=", unknown: "?" }[found.verdict] ?? "·"), " ", t(`erratum.${found.verdict}`)),
    found.reason && h("p", { class: "dim", lang: "en" }, found.reason),
    found.difference && await board(game, found.difference, ends),
    some(t("erratum.changed"), (found.changed ?? []).map((one) => block(game, one))),
    some(t("erratum.unexamined"), (found.not_examined ?? []).map((one) => block(game, one))),
    some(t("erratum.searched"), (found.boards ?? []).map((one) => h("li", {}, h("span", { lang: "en" }, one.shows), `, ${t("erratum.uptoboard", { count: one.up_to })}`))),
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

async function board(game, one, ends) {
  let to = null;
  try { to = link("ask", [], { s: await encode((await post("api/read", { yaml: one.scenario })).scenario) }); } catch { /* it is shown as text */ }
  return h("section", {}, h("h3", {}, t("erratum.board")),
    h("pre", { class: "program", tabindex: "0", "aria-label": t("erratum.board") }, one.scenario),
    h("div", { class: "pair-of" }, ends(t("erratum.before"), one.old), ends(t("erratum.after"), one.new)),
    some("", (one.rules ?? []).map((each) => block(game, each))),
    to && h("p", {}, h("a", { href: to }, t("erratum.open"))));
}
