// Cards by part of their name, one card close up, and a card that no library has.

import { get, post } from "./api.js";
import { announce, dialog, field, h, select, uid } from "./dom.js";
import { t } from "./text.js";

const SOON = 140;
const MOST = 12;
const PASTED = 20_000;
const BRIEF = 70; // characters of a text that tells cards apart
const FIRST = 4; // attributes of a card that are shown before the others

// A text field that suggests cards as one types. `chosen` gets the name, and what was found.
export function cardField({ game, label, key, chosen, more, apart = null }) {
  const id = uid("cards");
  const list = h("ul", { id, role: "listbox", "aria-label": label, class: "suggestions", hidden: true });
  const input = h("input", {
    type: "text", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false",
    "aria-controls": id, autocomplete: "off", spellcheck: "false", maxlength: "200",
    placeholder: t("cards.placeholder"), "data-key": key,
  });
  let found = [], at = -1, timer, asking;

  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    at = -1;
  };
  const point = (where) => {
    at = where;
    [...list.children].forEach((item, number) => item.setAttribute("aria-selected", String(number === at)));
    if (at >= 0) {
      input.setAttribute("aria-activedescendant", list.children[at].id);
      list.children[at].scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  };
  const take = async (card) => {
    if (apart && !card.paste && !card.whole) {
      const several = await bearing(card);
      if (several.length > 1) { found = several; show(); return; }
    }
    close();
    input.value = "";
    chosen(card);
  };
  // Where several cards bear a name, the next list tells them apart.
  const bearing = async (card) => {
    try {
      const { cards } = await get("api/cards/show", { game: game(), name: card.name });
      return cards.map((one) => ({ name: one.name, type: one.faces?.length ? apartLine(one.faces[0]) : "", whole: true }));
    } catch { return []; }
  };
  const show = () => {
    list.replaceChildren(...found.map((card, number) => h("li", {
      role: "option", id: `${id}-${number}`, "aria-selected": "false",
      onpointerdown: (event) => { event.preventDefault(); take(card); },
    }, h("span", { class: "suggested" }, card.paste ? t("cards.paste", { name: card.name }) : card.name),
      card.also && h("span", { class: "dim", lang: card.lang }, ` ${card.also}`),
      card.type && h("span", { class: "dim" }, card.type))));
    list.hidden = !found.length;
    input.setAttribute("aria-expanded", String(found.length > 0));
    at = -1;
    if (found.length) announce(t("cards.found", { count: found.filter((one) => !one.paste).length }));
  };
  const look = async () => {
    const words = input.value.trim();
    asking?.abort();
    if (!words) { found = []; close(); return; }
    asking = new AbortController();
    try {
      const answer = await get("api/cards", { game: game(), q: words.slice(0, 100), limit: MOST }, asking.signal);
      found = suggestions(answer.cards, words);
    } catch (error) {
      if (error.name === "AbortError") return;
      found = [];
    }
    found.push({ name: words, paste: true });
    show();
  };
  input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(look, SOON); });
  input.addEventListener("blur", () => setTimeout(close, 100));
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && found.length) {
      event.preventDefault();
      if (list.hidden) show();
      point((at + 1) % found.length);
    } else if (event.key === "ArrowUp" && found.length) {
      event.preventDefault();
      point((at <= 0 ? found.length : at) - 1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (at >= 0) take(found[at]);
      else if (!list.hidden && found.length) take(found[0]);
      else look();
    } else if (event.key === "Escape") {
      close();
    }
  });
  input.id = uid("card");
  return h("div", { class: "combo" }, h("label", { for: input.id }, label), h("div", { class: "combo-row" }, input, more), list);
}

// One line for each card: the name that was looked for first, in whatever language.
function suggestions(cards, words) {
  const seen = new Set();
  const made = [];
  for (const card of cards ?? []) {
    const name = card.name_en ?? card.name;
    if (seen.has(name)) continue;
    seen.add(name);
    const [lang, also] = card.name !== name ? [card.lang, card.name] : otherName(card, words);
    made.push({ name, type: typeLine(card), also, lang });
  }
  return made.slice(0, MOST);
}

// In which other language the words were found, if not in the name itself.
function otherName(card, words) {
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  const has = (text) => wanted.every((word) => plain(text).includes(word));
  if (has(card.name)) return ["", ""];
  return Object.entries(card.names ?? {}).find(([, name]) => typeof name === "string" && has(name)) ?? ["", ""];
}

const said = (value) => (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
const typeLine = (card) => {
  if (typeof card.type === "string" && said(card.types).length) return card.type; // a printed line has it all
  const [kinds, more] = [[...said(card.supertypes), ...said(card.types), ...said(card.type)], said(card.subtypes)];
  return [kinds.join(" "), more.join(" ")].filter(Boolean).join(" – ");
};

// By which somebody who holds the card tells it from others of its name.
const apartLine = (face) => [typeLine(face), face.mana_cost ?? face.cost, face.rarity, face.set, brief(face.text)].filter(Boolean).join(" · ");
const brief = (text) => (typeof text !== "string" ? "" : text.length > BRIEF ? `${text.slice(0, BRIEF).trimEnd()} …` : text);

// --- A card close up ------------------------------------------------------------------------------

export function showCard(app, place) {
  const { store } = app;
  const { player, zone, index } = place;
  const thing = place.thing;
  const said = { ...thing };
  const own = (store.scenario.cards ?? []).find((card) => card?.name === thing.card);
  dialog(place.name, t("close"), (close) => {
    const text = h("div", { class: "card-text", "aria-live": "polite" }, h("p", { class: "dim" }, t("loading")));
    const attributes = store.about.objects.filter((one) => !one.zones.length || one.zones.includes(zone));
    const inputs = attributes.map((one) => attributeField(app, one, said));
    showText(text, store.scenario.game, store.scenario.date, thing.card, own).then((card) => {
      // What a card of this kind cannot have is not offered.
      attributes.forEach((one, number) => { inputs[number].hidden = !(one.name in said) && !suits(one, card); });
    });
    // What is said most often comes first; what is said already is not put away.
    const first = attributes.map((one, number) => number < FIRST || one.name in said);
    const rest = inputs.filter((_, number) => !first[number]);
    const zones = select(store.about.zones.map((one) => [one.name, one.name]), zone, { lang: "en" });
    const name = h("input", { type: "text", maxlength: "80", value: thing.as ?? "" });
    const count = h("input", { type: "number", min: "1", max: "60", value: String(thing.count ?? 1), inputmode: "numeric" });
    const done = () => {
      said.as = name.value.trim() || undefined;
      said.count = Number(count.value) > 1 ? Math.floor(Number(count.value)) : undefined;
      close();
      app.change((scenario) => app.model.replaceThing(scenario, place, zones.value, said));
    };
    return [
      text,
      own && h("p", {}, h("button", { type: "button", class: "quiet", onclick: () => { close(); pasteCard(app, own); } }, t("cards.edit"))),
      h("form", { class: "grid", onsubmit: (event) => { event.preventDefault(); done(); } },
        h("h3", { class: "wide" }, t("cards.state")),
        field(t("cards.zone"), zones), field(t("cards.count"), count), inputs.filter((_, number) => first[number]),
        h("details", { class: "wide" }, h("summary", {}, t("cards.more")),
          h("div", { class: "grid" }, rest, field(t("cards.as"), name, t("cards.as.hint")))),
        h("div", { class: "actions wide" },
          h("button", { type: "submit", class: "primary" }, t("done")),
          h("button", { type: "button", class: "danger", onclick: () => {
            close();
            app.change((scenario) => app.model.removeThing(scenario, player, zone, index));
            announce(t("cards.removed", { name: place.name }));
          } }, t("cards.remove")))),
    ];
  });
}

function attributeField(app, one, said) {
  const label = one.name;
  const hint = one.says;
  if (one.kind === "flag") {
    const id = uid("flag");
    return h("div", { class: "field" }, h("div", { class: "flag" },
      h("input", { type: "checkbox", id, checked: said[one.name] === true, "aria-describedby": `${id}-hint`,
        onchange: (event) => { said[one.name] = event.target.checked || undefined; } }),
      h("label", { for: id }, label)), h("p", { class: "hint", id: `${id}-hint`, lang: "en" }, hint));
  }
  if (one.kind === "counts") {
    const before = Object.entries(said[one.name] ?? {})[0] ?? ["", ""];
    const word = h("input", { type: "text", value: before[0], list: wordList(one), placeholder: one.words[0], "aria-label": t("cards.kind", { name: label }) });
    const number = h("input", { type: "number", value: String(before[1]), placeholder: "0", "aria-label": t("cards.number", { name: label }) });
    const take = () => {
      const rest = Object.fromEntries(Object.entries(said[one.name] ?? {}).slice(1));
      const made = word.value && number.value !== "" ? { [word.value]: Number(number.value), ...rest } : rest;
      said[one.name] = Object.keys(made).length ? made : undefined;
    };
    word.addEventListener("change", take);
    number.addEventListener("change", take);
    const id = uid("group");
    return h("div", { class: "field", role: "group", "aria-labelledby": id },
      h("span", { id, class: "label" }, label), h("div", { class: "pair" }, number, word, datalist(one)), h("p", { class: "hint", lang: "en" }, hint));
  }
  let control;
  if (one.kind === "integer") {
    control = h("input", { type: "number", inputmode: "numeric", value: said[one.name] === undefined ? "" : String(said[one.name]),
      onchange: (event) => { said[one.name] = event.target.value === "" ? undefined : Number(event.target.value); } });
  } else {
    const names = one.kind === "named" ? [...app.table().map((each) => each.name), ...app.players()] : one.words;
    const id = uid("names");
    control = h("input", { type: "text", list: id, value: said[one.name] ?? "", maxlength: "200",
      onchange: (event) => { said[one.name] = event.target.value.trim() || undefined; } });
    const made = field(label, control, hint);
    made.append(h("datalist", { id }, names.map((name) => h("option", { value: name }))));
    return made;
  }
  return field(label, control, hint);
}

// Whether a card has what an attribute needs of it, as far as its data tell.
function suits(one, card) {
  const [what, value] = one.needs;
  if (!card || !what) return true;
  if (what === "back") return (card.faces ?? []).length > 1;
  if (what !== "type") return true;
  return (card.faces ?? [card]).some((face) => typeLine(face).toLowerCase().includes(value));
}

const wordList = (one) => `words-${one.name.replaceAll(" ", "-")}`;
const datalist = (one) => h("datalist", { id: wordList(one) }, one.words.map((word) => h("option", { value: word })));

async function showText(place, game, date, name, own) {
  try {
    if (own) { place.replaceChildren(...ownText(own)); return own; }
    const found = await get("api/cards/show", { game, name, as_of: date });
    // A wording from the library counts before what comes with the rulebook, the newest before others, as in an answer.
    const held = found.cards.filter((one) => one.printings.length);
    const card = (held.length ? held : found.cards).reduce((best, one) => ((one.wording ?? "") > (best.wording ?? "") ? one : best));
    place.replaceChildren(...cardText(card));
    return card;
  } catch (error) {
    place.replaceChildren(h("p", { class: "dim", lang: "en" }, error.message));
    return null;
  }
}

function cardText(card) {
  const made = [];
  for (const face of card.faces ?? []) {
    const cost = face.mana_cost ?? face.cost;
    const numbers = ["power", "toughness", "loyalty"].filter((one) => face[one] !== undefined && typeof face[one] !== "object").map((one) => `${one} ${face[one]}`);
    made.push(h("p", { class: "type", lang: "en" }, [typeLine(face), cost, ...numbers].filter((one) => typeof one === "string" || typeof one === "number").join(" · ")));
    for (const line of String(face.text ?? "").split("\n").filter(Boolean)) made.push(h("p", { class: "print", lang: face.lang ?? "en" }, line));
    const own = Array.isArray(face.abilities) ? face.abilities : [];
    if (own.length) made.push(h("ol", { class: "abilities", lang: "en" }, own.map((one) => h("li", {}, abilityText(one)))));
    made.push(runs(face.understood ?? { status: "whole", not_carried_out: unsaid(own) }));
  }
  const others = (card.names ?? []).filter((one) => one.lang !== "en" && one.name !== card.name);
  if (others.length) {
    made.push(h("p", { class: "dim" }, t("cards.also"), " ", others.map((one, number) =>
      [number ? ", " : "", h("span", { lang: one.lang }, one.name)])));
  }
  return made;
}

// An ability as a card file says it, in a line.
function abilityText(value) {
  if (Array.isArray(value)) return value.map(abilityText).join("; ");
  if (value === null || typeof value !== "object") return String(value);
  return Object.entries(value).map(([key, one], place) => {
    if (key === "cost") return `${abilityText(one)}:`;
    if (key === "effect" || key === "other") return abilityText(one);
    if (one === true || one === null) return key;
    return place ? `(${key}: ${abilityText(one)})` : `${key} ${abilityText(one)}`;
  }).join(" ");
}

// What stands on a card in words that no rule carries out.
function unsaid(value) {
  if (Array.isArray(value)) return value.flatMap(unsaid);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, one]) => (key === "other" && typeof one === "string" ? [one] : unsaid(one)));
}

function runs(understood) {
  const left = understood.not_carried_out;
  const unread = understood.not_understood ?? [];
  if (left === null && understood.status === null) return h("p", { class: "dim" }, t("cards.runs.none"));
  if (!unread.length && !(left ?? []).length) return h("p", { class: "runs yes" }, t("cards.runs.all"));
  return h("div", { class: "runs partly" }, h("p", {}, t("cards.runs.part")),
    h("ul", {}, [...new Set([...unread, ...(left ?? [])])].map((text) => h("li", {}, `“${text}”`))));
}

const ownText = (card) => [
  h("p", { class: "type" }, [card.types, card.type, card.cost].flat().filter(Boolean).join(" · ")),
  ...String(card.text ?? "").split("\n").filter(Boolean).map((line) => h("p", { class: "print" }, line)),
  h("p", { class: "dim" }, t("cards.own")),
];

// --- A card as text -------------------------------------------------------------------------------

export function pasteCard(app, before, done) {
  const { store } = app;
  dialog(t("paste.title"), t("close"), (close) => {
    const said = { ...before };
    const name = h("input", { type: "text", required: true, maxlength: "200", value: before.name ?? "" });
    const text = h("textarea", { rows: "5", spellcheck: "false", value: before.text ?? "" });
    const result = h("div", { role: "status" });
    const printed = store.about.printed.map((one) => [one, printedField(one, said)]);
    const main = printed.filter(([one]) => ["types", "type", "cost", "subtypes", "power", "toughness", "loyalty"].includes(one.name));
    const rest = printed.filter((one) => !main.includes(one));
    const take = () => {
      const made = { name: name.value.trim() };
      for (const [key, value] of Object.entries(said)) if (key !== "name" && value !== undefined) made[key] = value;
      if (text.value.trim()) made.text = text.value;
      else delete made.text;
      return made;
    };
    const check = async () => {
      if (text.value.length > PASTED) { refuse(t("paste.long", { most: PASTED.toLocaleString() })); return false; }
      try {
        const found = await post("api/parse", { game: store.scenario.game, text: text.value, name: name.value });
        const unread = found.unparsed ?? [];
        result.replaceChildren(h("div", { class: `runs ${found.status === "whole" ? "yes" : "partly"}` },
          h("p", {}, t(`paste.${found.status}`)),
          unread.length > 0 && h("ul", {}, unread.map((span) => h("li", {}, `“${span.text}”`,
            span.expected?.length ? ` (${t("paste.expected", { what: span.expected.slice(0, 6).join(", ") })})` : "")))));
        return true;
      } catch (error) { refuse(error.message); return false; }
    };
    const refuse = (message) => result.replaceChildren(h("p", { class: "error" }, message));
    return [
      h("p", { class: "hint" }, t("paste.hint")),
      h("form", { class: "grid", onsubmit: (event) => {
        event.preventDefault();
        if (text.value.length > PASTED) { refuse(t("paste.long", { most: PASTED.toLocaleString() })); return; }
        const card = take();
        close();
        app.change((scenario) => {
          scenario.cards = [...(scenario.cards ?? []).filter((one) => one?.name !== (before.name ?? card.name) && one?.name !== card.name), card];
        });
        done?.(card);
      } },
      field(t("paste.name"), name), main.map(([, control]) => control),
      h("div", { class: "wide" }, field(t("paste.text"), text)),
      rest.length > 0 && h("details", { class: "wide" }, h("summary", {}, t("paste.more")), h("div", { class: "grid" }, rest.map(([, control]) => control))),
      h("div", { class: "wide" }, result),
      h("div", { class: "actions wide" },
        h("button", { type: "submit", class: "primary" }, t("paste.take")),
        h("button", { type: "button", onclick: check }, t("paste.check")))),
    ];
  });
}

function printedField(one, said) {
  if (one.kind === "flag") {
    const id = uid("flag");
    return h("div", { class: "field flag" }, h("input", { type: "checkbox", id, checked: said[one.name] === true,
      onchange: (event) => { said[one.name] = event.target.checked || undefined; } }), h("label", { for: id }, one.name));
  }
  const before = said[one.name];
  const value = Array.isArray(before) ? before.join(", ") : before === undefined ? "" : String(before);
  const take = (text) => {
    if (!text) return undefined;
    if (one.many) return text.split(/[,\s—–-]*[,\s][,\s—–-]*/).filter(Boolean).map((word) => word.toLowerCase());
    if (["number", "integer"].includes(one.kind) && /^-?\d+$/.test(text)) return Number(text);
    return one.kind === "word" ? text.toLowerCase() : text;
  };
  const id = uid("printed");
  const control = h("input", { type: "text", value, maxlength: "200", list: one.words.length ? id : null,
    placeholder: one.words.length > 1 && one.words.length < 40 ? one.words.slice(0, 3).join(", ") : null,
    onchange: (event) => { said[one.name] = take(event.target.value.trim()); } });
  const made = field(one.name, control);
  if (one.words.length) made.append(h("datalist", { id }, one.words.slice(0, 400).map((word) => h("option", { value: word }))));
  return made;
}
