// What is done, step by step: each next step is chosen from what is legal now.

import { post } from "./api.js";
import { announce, h, select, uid } from "./dom.js";
import { phaseOf, players, told, trimmed, turn } from "./scenario.js";
import { t } from "./text.js";
import { numbers } from "./ruling.js";

export function stepText(step) {
  const said = told(step);
  if (said.resolve) return t(`step.resolve.${said.resolve}`);
  if (said.until !== undefined) return t("step.until", { where: said.until });
  if (said.choose !== undefined) return t("step.chosen", { who: said.by || "–", what: said.choose, decision: said.decision });
  return said.by ? `${said.by}: ${said.text}` : said.text;
}

export function steps(app) {
  const { store } = app;
  const done = store.scenario.do;
  if (!store.about.questions.includes("may") && !done.length) return null; // nobody does anything in it
  return h("section", { "aria-labelledby": "steps-title" },
    h("h2", { id: "steps-title" }, t("steps")),
    done.length ? h("ol", { class: "done" }, done.map((step, number) => h("li", {},
      h("span", { lang: "en" }, stepText(step)),
      h("button", { type: "button", class: "quiet icon", "data-key": `undo-${number}`, "aria-label": t("step.remove", { step: stepText(step) }),
        onclick: () => app.change((made) => { made.do.splice(number, 1); }) }, "✕"))))
      : h("p", { class: "dim" }, t("steps.none")),
    h("div", { class: "panel" }, h("h3", {}, t("next")), next(app), passing(app), on(app), further(app)));
}

const add = (app, step) => {
  app.change((made) => { made.do.push(step); });
  announce(t("step.added", { step: stepText(step) }));
};

function next(app) {
  const { store } = app;
  if (store.nextError) return h("p", { class: "error", role: "alert" }, h("span", { lang: "en" }, store.nextError));
  const found = store.next;
  if (!found) return h("p", { class: "dim" }, t("loading"));
  if (found.state === "illegal") {
    return h("div", { class: "error" }, h("p", { lang: "en" }, found.sentence), whys(store, found.unmet));
  }
  const some = found.players.some((one) => one.legal.length || one.refused.length);
  return h("div", { class: store.nextOld ? "old" : "" },
    found.state === "undetermined" && h("p", { class: "warning", lang: "en" }, found.sentence),
    !some && h("p", { class: "dim" }, t("next.none")),
    found.players.map((one) => of(app, one)));
}

function of(app, { player, legal, refused }) {
  if (!legal.length && !refused.length) return null;
  return h("div", { class: "may" },
    h("h4", {}, legal.length ? t("may.do", { player }) : t("may.nothing", { player })),
    h("ul", { class: "options" }, legal.map((row) => h("li", {}, option(app, row)))),
    refused.length > 0 && h("details", { class: "refused", "data-key": `refused-${player}` },
      h("summary", {}, t("may.not", { count: refused.length })),
      h("ul", {}, refused.map((row) => h("li", {},
        h("button", { type: "button", class: "option", "aria-disabled": "true", lang: "en", "data-key": `not-${player}-${JSON.stringify(row.do)}`,
          "aria-describedby": row.id ??= uid("why"), onclick: () => announce(row.unmet.map((why) => why.text).join("; ")) }, row.text),
        row.do && h("button", { type: "button", class: "quiet", "data-key": `why-${player}-${JSON.stringify(row.do)}`,
          "aria-label": t("ask.why.of", { what: row.text }), onclick: () => app.ask({ may: row.do }) }, t("ask.why")),
        h("div", { id: row.id }, whys(app.store, row.unmet)))))));
}

export function whys(store, unmet) {
  return h("ul", { class: "whys" }, unmet.map((why) => h("li", {},
    numbers(store, why.rules), h("span", { lang: "en" },
      ` ${why.ruled_out ? "" : "needs: "}${why.text}${!why.ruled_out && why.against.length ? `, but ${why.against.join(" and ")}` : ""}`))));
}

function option(app, row) {
  const button = h("button", { type: "button", class: "option", lang: "en", "data-key": `do-${JSON.stringify(row.do)}`,
    disabled: !row.do, onclick: () => {
      if (!row.targets) { add(app, row.do); return; }
      if (box.childElementCount) { box.replaceChildren(); button.setAttribute("aria-expanded", "false"); return; }
      button.setAttribute("aria-expanded", "true");
      aim(app, row, box);
    } }, row.text, !row.always && h("span", { class: "dim" }, ` ${t("next.sometimes")}`), row.targets > 0 && " …");
  if (row.targets) button.setAttribute("aria-expanded", "false");
  const box = h("div", { class: "aim" });
  return [button, box];
}

async function aim(app, row, box) {
  const chosen = [];
  const ask = async () => {
    const which = chosen.length + 1;
    const add_ = () => add(app, { ...row.do, ...(chosen.length ? { targets: [...chosen] } : {}) });
    if (which > row.targets) { add_(); return; }
    box.replaceChildren(h("p", { class: "dim" }, t("loading")));
    let names = [], problem = "";
    try { names = await targets(app.store.scenario, { ...row.do, ...(chosen.length ? { targets: chosen } : {}) }, which); }
    catch (error) { problem = error.message; }
    const title = uid("aim");
    box.replaceChildren(
      h("p", { id: title }, t("target.which", { which })), problem && h("p", { class: "dim", lang: "en" }, problem),
      h("div", { class: "targets", role: "group", "aria-labelledby": title },
        names.map((name) => h("button", { type: "button", class: "option", onclick: () => { chosen.push(name); ask(); } }, name)),
        h("button", { type: "button", class: "quiet", onclick: add_ }, t(chosen.length ? "target.enough" : "target.open"))));
    box.querySelector("button")?.focus();
  };
  await ask();
}

export async function targets(scenario, step, which) {
  const asking = { ...trimmed(scenario), ask: [{ targets: { ...step, target: which } }] };
  delete asking.variants;
  delete asking.ask[0].targets.targets;
  const { rulings } = await post("api/ask", { scenario: asking });
  return [...new Set(rulings.flatMap((ruling) => ruling.outcomes.flatMap((one) => one.answer ?? [])))];
}

// Where something waits, what most people do next is to let it resolve.
function passing(app) {
  if (!app.store.next?.waiting) return null;
  return h("div", { class: "actions" }, h("span", { class: "dim" }, t("step.or")), ["top", "all"].map((what) =>
    h("button", { type: "button", "data-key": `resolve-${what}`, onclick: () => add(app, { resolve: what }) }, t(`step.resolve.${what}`))));
}

const key = (name) => ({ "data-key": `further-${name}` });

const whoever = (app, name) => select([["", t("anyone")], ...players(app.store.scenario).map((one) => [one, one])], "", { ...key(name), "aria-label": t("who") });

// How the turn goes on: passing up to a part of it, and what is declared there.
function on(app) {
  if (!app.table().length) return null;
  const { about, scenario } = app.store;
  const untilWho = whoever(app, "until-who");
  const phases = about.phases.map((one) => one.name);
  const next_ = phases[(phases.indexOf(phaseOf(about, turn(scenario).phase)) + 1) % phases.length] ?? "";
  const untilPhase = select([["", "–"], ...phases.map((one) => [one, one])], next_, { ...key("until-phase"), lang: "en", "aria-label": t("phase") });
  const declaring = about.actions.filter((one) => one.takes === "pairs");
  return h("div", { class: "further further-box" },
    h("form", { class: "row", onsubmit: (event) => {
      event.preventDefault();
      const until = { ...(untilWho.value ? { player: untilWho.value } : {}), ...(untilPhase.value ? { phase: untilPhase.value } : {}) };
      if (Object.keys(until).length) add(app, { until });
    } }, h("span", {}, t("step.pass.until")), untilPhase, untilWho, h("button", { type: "submit", ...key("until") }, t("step.do"))),
    declaring.filter((action) => declarable(app, action)[0].length).map((action) => declare(app, action)));
}

// What is rarely said: an action that is not offered, a choice that is not to be left open.
function further(app) {
  const { about } = app.store;
  const others = about.actions.filter((one) => one.takes === "object" || one.takes === "made");
  const names = app.table().map((one) => one.name);
  if (!names.length || !(others.length || about.decisions.length)) return null;
  return h("details", { class: "further", "data-key": "further" }, h("summary", { "data-key": "further-summary" }, t("further")),
    h("div", { class: "further-box" },
      others.length > 0 && another(app, others, names),
      about.decisions.length > 0 && choose(app, names)));
}

// What can be declared, and for whom or what: it lies where the action looks for it.
export function declarable(app, action) {
  const there = app.table().filter((one) => !action.zone || one.zone === action.zone).map((one) => one.name);
  return [there, [...app.players().toReversed(), ...there]];
}

function declare(app, action) {
  const [doers, others] = declarable(app, action);
  const one = select(doers.map((name) => [name, name]), "", { ...key(`${action.name}-who`), "aria-label": t("declare.who", { action: action.name }) });
  const what = select(others.map((name) => [name, name]), "", { ...key(`${action.name}-what`), "aria-label": t("declare.what", { action: action.name }) });
  return h("form", { class: "row", onsubmit: (event) => {
    event.preventDefault();
    if (!one.value) return;
    app.change((made) => {
      const last = made.do.at(-1);
      if (last && last[action.name]) last[action.name][one.value] = what.value;
      else made.do.push({ [action.name]: { [one.value]: what.value } });
    });
  } }, h("span", { lang: "en" }, action.name), one, h("span", { "aria-hidden": "true" }, "→"), what,
  h("button", { type: "submit", ...key(action.name) }, t("declare.add")));
}

function another(app, actions, names) {
  const action = select(actions.map((one) => [one.name, one.name]), "", { ...key("action"), "aria-label": t("action") });
  const what = select(names.map((name) => [name, name]), "", { ...key("object"), "aria-label": t("card") });
  const by = select([["", t("owner")], ...players(app.store.scenario).map((one) => [one, one])], "", { ...key("by"), "aria-label": t("who") });
  return h("form", { class: "row", onsubmit: (event) => {
    event.preventDefault();
    if (what.value) add(app, { [action.value]: what.value, ...(by.value ? { by: by.value } : {}) });
  } }, h("span", {}, t("action.other")), action, what, by, h("button", { type: "submit", ...key("another") }, t("step.do")));
}

function choose(app, names) {
  const decision = select(app.store.about.decisions.map((one) => [one.name, one.name]), "", { ...key("decision"), "aria-label": t("decision") });
  const id = uid("choices");
  const what = h("input", { type: "text", list: id, maxlength: "200", ...key("choice"), "aria-label": t("choice") });
  const by = whoever(app, "choose-who");
  return h("form", { class: "row", onsubmit: (event) => {
    event.preventDefault();
    const value = what.value.trim();
    if (!value) return;
    const choice = /^\d+$/.test(value) ? Number(value) : value === "yes" ? true : value === "no" ? false : value;
    add(app, { choose: choice, for: decision.value, ...(by.value ? { by: by.value } : {}) });
  } }, h("span", {}, t("choose")), decision, what, h("datalist", { id }, [...names, "yes", "no"].map((name) => h("option", { value: name }))), by,
  h("button", { type: "submit", ...key("choose") }, t("step.do")));
}

