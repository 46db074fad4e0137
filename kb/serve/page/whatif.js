// What if: a rule switched off, another day, another reading; what changes stands beside the answer.

import { post } from "./api.js";
import { field, fill, h, select, uid } from "./dom.js";
import { badge, rulingView, sort } from "./ruling.js";
import { trimmed } from "./scenario.js";
import { day, t } from "./text.js";

export function whatIf(app) {
  const { store } = app;
  if (!store.result) return null;
  const rules = [...new Set(store.result.rulings.flatMap((one) => one.rules))];
  const { about } = store;
  const id = uid("rules");
  const rule = h("input", { type: "text", list: id, maxlength: "60", "data-key": "if-rule", placeholder: rules[0] ?? "" });
  const date = h("input", { type: "date", "data-key": "if-date", min: about.editions[0]?.from, max: about.date });
  const readings = about.gaps.flatMap((gap) => Object.entries(gap.readings).filter(([name]) => name !== (store.scenario.readings?.[gap.name] ?? gap.default))
    .map(([name, text]) => [`${gap.name}=${name}`, `${gap.name}: ${text}`]));
  const depending = new Set(store.result.rulings.flatMap((one) => one.depends.map((each) => each.gap)));
  readings.sort((one, other) => depending.has(other[0].split("=")[0]) - depending.has(one[0].split("=")[0]));
  const result = h("div", { class: "beside", "aria-live": "polite" });
  const form = (label, control, make) => h("form", { class: "row", onsubmit: (event) => {
    event.preventDefault();
    const said = make();
    if (said) compare(app, said, result);
  } }, field(label, control), h("button", { type: "submit" }, t("if.see")));
  return h("section", { class: "panel what-if", "aria-labelledby": "if-title" },
    h("h3", { id: "if-title" }, t("if.title")),
    form(t("if.rule"), rule, () => rule.value.trim() && { title: t("if.without", { rule: rule.value.trim() }), body: { without: [rule.value.trim()] } }),
    h("datalist", { id }, rules.map((one) => h("option", { value: one }))),
    form(t("if.date"), date, () => date.value && { title: t("if.on", { date: day(date.value) }), body: { as_of: date.value } }),
    about.editions.length > 1 && form(t("if.edition"), select(about.editions.map((one) => [one.from, `${one.from} · ${one.text}`]), "", { "data-key": "if-edition", lang: "en" }),
      function edition() {
        const chosen = document.querySelector('[data-key="if-edition"]').value;
        return { title: t("if.on", { date: day(chosen) }), body: { as_of: chosen } };
      }),
    readings.length > 0 && form(t("if.reading"), select(readings, "", { "data-key": "if-reading", lang: "en" }), () => {
      const [gap, reading] = document.querySelector('[data-key="if-reading"]').value.split("=");
      return { title: t("if.read", { gap, reading }), body: { readings: { [gap]: reading } } };
    }),
    result);
}

async function compare(app, { title, body }, place) {
  const { store } = app;
  place.replaceChildren(h("p", { class: "dim" }, t("asking")));
  try {
    const other = await post("api/ask", { scenario: trimmed(store.scenario), ...body });
    const same = other.rulings.every((one, number) => alike(one, store.result.rulings[number]));
    fill(place,
      h("h4", {}, title), h("p", { class: same ? "dim" : "changed" }, t(same ? "if.same" : "if.changed")),
      other.rulings.map((one, number) => {
        const before = store.result.rulings[number];
        const equal = alike(one, before);
        return h("div", { class: `pair-of ${equal ? "equal" : "differs"}` },
          h("div", { class: `side ${before ? sort(before) : ""}` }, h("p", { class: "dim" }, t("if.now")), before && [badge(before), h("p", { lang: "en" }, before.sentence)]),
          h("div", { class: `side ${sort(one)}` }, h("p", { class: "dim" }, title), badge(one), h("p", { lang: "en" }, one.sentence)),
          !equal && h("details", { class: "wide" }, h("summary", {}, t("if.why")), rulingView(store, one, null, "h5")));
      }));
  } catch (error) {
    place.replaceChildren(h("p", { class: "error", role: "alert" }, error.message));
  }
}

const alike = (one, other) => Boolean(other) && one.sentence === other.sentence && one.state === other.state
  && JSON.stringify(one.answer) === JSON.stringify(other.answer);
