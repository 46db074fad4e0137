// What is asked about the situation.

import { announce, field, h, select, uid } from "./dom.js";
import { asked, players } from "./scenario.js";
import { declarable, targets } from "./steps.js";
import { t } from "./text.js";

export function questionText(question) {
  const said = asked(question);
  const about = [said.by, said.text].filter(Boolean).join(": ");
  return [t(`ask.${said.kind}`), about].filter(Boolean).join(" · ");
}

export function questions(app) {
  const { store } = app;
  const kinds = store.about.questions.filter((one) => forms[one]);
  const kind = store.kind = kinds.includes(store.kind) ? store.kind : kinds[0];
  return h("section", { "aria-labelledby": "questions-title" },
    h("h2", { id: "questions-title" }, t("questions")),
    store.scenario.ask.length > 0 && h("ol", { class: "done" }, store.scenario.ask.map((question, number) => h("li", {},
      h("span", {}, questionText(question)),
      h("button", { type: "button", class: "quiet icon", "data-key": `unask-${number}`, "aria-label": t("ask.remove", { question: questionText(question) }),
        onclick: () => app.change((made) => { made.ask.splice(number, 1); }, { keeps: true }) }, "✕")))),
    h("form", { class: "panel ask-form", onsubmit: (event) => { event.preventDefault(); submit(app, event.currentTarget); } },
      h("fieldset", { class: "kinds" }, h("legend", {}, t("ask.legend")),
        kinds.map((one) => {
          const id = uid("kind");
          return h("span", { class: "kind" },
            h("input", { type: "radio", name: "kind", id, value: one, checked: one === kind, "data-key": `kind-${one}`,
              onchange: () => { store.kind = one; app.render("questions"); } }),
            h("label", { for: id }, t(`ask.${one}`)));
        })),
      h("p", { class: "hint" }, t(`ask.${kind}.hint`)),
      h("div", { class: "row" }, forms[kind](app)),
      h("div", { class: "actions" }, h("button", { type: "submit", class: "primary big", "data-key": "ask" }, t("ask.button")),
        )));
}

const rows = (app) => (app.store.next?.players ?? []).flatMap((one) =>
  [["legal", one.legal], ["refused", one.refused]].flatMap(([state, some]) => some.filter((row) => row.do).map((row) => ({ player: one.player, state, ...row }))))
  // Nobody needs to ask whether passing is allowed: it comes last.
  .sort((one, other) => ("pass" in one.do) - ("pass" in other.do));

// A choice among all that somebody could try to do now, what is legal first.
function action(app, { wanted = () => true, declares = false } = {}) {
  const found = rows(app).filter(wanted);
  const groups = new Map();
  found.forEach((row) => {
    const title = t(row.state === "legal" ? "may.do" : "may.not.now", { player: row.player });
    groups.set(title, [...(groups.get(title) ?? []), row]);
  });
  const declared = declares ? app.store.about.actions.filter((one) => one.takes === "pairs" && declarable(app, one)[0].length) : [];
  const made = h("select", { name: "action", required: true, "data-key": "action", onchange: () => { app.store.action = made.value; app.render("questions"); } },
    [...groups].map(([title, some]) => h("optgroup", { label: title }, some.map((row) =>
      h("option", { value: JSON.stringify(row.do), selected: JSON.stringify(row.do) === app.store.action }, row.text)))),
    declared.length > 0 && h("optgroup", { label: t("declaration") }, declared.map((one) => h("option", { value: one.name, selected: one.name === app.store.action }, one.name))));
  return { control: made, row: found.find((row) => JSON.stringify(row.do) === made.value) ?? null,
    declares: declared.find((one) => one.name === made.value) ?? null, none: !found.length && !declared.length };
}

const forms = {
  may(app) {
    const { control, row, declares, none } = action(app, { declares: true });
    if (declares) {
      const [doers, others] = declarable(app, declares);
      return [field(t("action"), control),
        field(t("declare.who", { action: declares.name }), select(doers.map((one) => [one, one]), "", { name: "who", "data-key": "declares-who" })),
        field(t("declare.what", { action: declares.name }), select(others.map((one) => [one, one]), "", { name: "whom", "data-key": "declares-whom" }))];
    }
    if (none) return h("p", { class: "dim" }, t(app.table().length ? "ask.not.now" : "ask.no.action"));
    const made = [field(t("action"), control)];
    for (let number = 1; number <= (row?.targets ?? 0); number++) {
      const id = uid("aims");
      const input = h("input", { type: "text", name: "target", list: id, maxlength: "200", "data-key": `may-target-${number}` });
      const known = h("datalist", { id }, [...app.table().map((one) => one.name), ...app.players()].map((name) => h("option", { value: name })));
      input.addEventListener("focus", async () => {
        try { known.replaceChildren(...(await targets(app.store.scenario, row.do, number)).map((name) => h("option", { value: name }))); }
        catch { /* what is on the table stays offered */ }
      }, { once: true });
      made.push(field(t("target.number", { number }), input), known);
    }
    return made;
  },
  options: (app) => field(t("player"), who(app)),
  targets(app) {
    const { control, row, none } = action(app, { wanted: (one) => one.targets > 0 });
    if (none) return h("p", { class: "dim" }, t("ask.no.targets"));
    return [field(t("action"), control), row?.targets > 1 && field(t("target.first"),
      h("input", { type: "number", name: "which", min: "1", max: String(row.targets), value: "1", "data-key": "which" }))];
  },
  mentions: () => field(t("mentions.text"), h("textarea", { name: "text", rows: "3", maxlength: "4000", "data-key": "mentions" })),
  outcomes: () => null,
  orders: () => null,
  when(app) {
    const things = [...app.table().map((one) => one.name)];
    return [
      field(t("card"), select(things.map((one) => [one, one]), app.store.of, { name: "of", "data-key": "of" })),
      field(t("is.in.zone"), select(app.store.about.zones.map((one) => [one.name, one.name]), app.store.inZone ?? app.preferred(), { name: "zone", "data-key": "zone" })),
      field(t("in.turn.of"), who(app)),
      field(t("within"), h("input", { type: "number", name: "within", min: "0", max: "50", value: "3", "data-key": "within" })),
    ];
  },
  what(app) {
    const { about } = app.store;
    const names = [...app.table().map((one) => one.name), ...app.players()];
    return [
      field(t("property"), select(about.properties.map((one) => [one.name, one.name]), app.store.property, { name: "what", "data-key": "what" })),
      field(t("ask.of"), select(["", ...names].map((one) => [one, one || "–"]), "", { name: "of", "data-key": "what-of" })),
    ];
  },
  declarations(app) {
    const some = app.store.about.actions.filter((one) => ["pairs", "amounts"].includes(one.takes));
    if (!some.length) return h("p", { class: "dim" }, t("ask.no.declarations"));
    return [
      field(t("declaration"), select(some.map((one) => [one.name, one.name]), "", { name: "action", "data-key": "declared" })),
      field(t("player"), who(app)),
    ];
  },
};

const who = (app) => select(players(app.store.scenario).map((one) => [one, one]), "", { name: "by", "data-key": "by" });

function submit(app, form) {
  const { store } = app;
  const data = new FormData(form);
  const text = (name) => String(data.get(name) ?? "").trim();
  let question = null;
  if (store.kind === "may" && data.has("who")) question = { may: { [text("action")]: { [text("who")]: text("whom") } } };
  else if (store.kind === "may" && text("action")) {
    const named = data.getAll("target").map((one) => String(one).trim()).filter(Boolean);
    question = { may: { ...JSON.parse(text("action")), ...(named.length ? { targets: named } : {}) } };
  } else if (store.kind === "options") question = { options: { by: text("by") } };
  else if (store.kind === "targets" && text("action")) {
    question = { targets: { ...JSON.parse(text("action")), ...(Number(text("which")) > 1 ? { target: Number(text("which")) } : {}) } };
  } else if (store.kind === "outcomes") question = { outcomes: {} };
  else if (store.kind === "orders") question = { orders: {} };
  else if (store.kind === "mentions" && text("text")) question = { mentions: text("text") };
  else if (store.kind === "when" && text("of")) question = { when: { [text("of")]: { zone: text("zone") } }, of: text("by"), within: Number(text("within")) };
  else if (store.kind === "what") question = { what: text("what"), ...(text("of") ? { of: text("of") } : {}) };
  else if (store.kind === "declarations" && text("action")) question = { declarations: { [text("action")]: {}, by: text("by") } };
  if (!question) { announce(t("ask.nothing")); return; }
  app.ask(question);
}
