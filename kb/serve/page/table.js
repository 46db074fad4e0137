// The table: game and day, whose turn it is, the players with their cards.

import { cardField, pasteCard, showCard } from "./cards.js";
import { announce, field, h, select } from "./dom.js";
import { onTable, phaseOf, players, renamePlayer, setTurn, things, turn, unnamed } from "./scenario.js";
import { day, t } from "./text.js";

export function setting(app) {
  const { store } = app;
  const { about, scenario } = store;
  const date = h("input", { type: "date", "data-key": "date", value: scenario.date ?? about.date,
    min: about.editions[0]?.from, max: about.date,
    onchange: (event) => {
      // The field stays as it is: somebody may be in the middle of typing a date.
      app.change((made) => { made.date = event.target.value || undefined; }, { one: "date", except: "setting" });
      const shown = document.querySelector(".setting .edition");
      shown?.replaceWith(edition(about, event.target.value || about.date));
    } });
  const said = turn(scenario);
  return h("section", { class: "setting panel", "aria-label": t("setting") },
    h("div", { class: "row" },
      field(t("game"), select(store.games.map((one) => [one.game, one.title]), scenario.game, {
        "data-key": "game", onchange: (event) => app.begin(event.target.value) })),
      field(t("date"), date),
      field(t("turn"), select([["", players(scenario)[0] ?? "–"], ...players(scenario).slice(1).map((one) => [one, one])], said.player === players(scenario)[0] ? "" : said.player ?? "", {
        "data-key": "turn", onchange: (event) => app.change((made) => setTurn(made, { player: event.target.value || undefined })) })),
      field(t("phase"), select(about.phases.map((one) => [one.name, one.name]), phaseOf(about, said.phase), {
        "data-key": "phase", lang: "en", onchange: (event) => app.change((made) => setTurn(made, { phase: event.target.value === about.start ? undefined : event.target.value })) }))),
    edition(about, scenario.date ?? about.date));
}

export function edition(about, date) {
  const found = about.editions.filter((one) => one.from <= date && (!one.to || date <= one.to)).at(-1);
  return h("p", { class: "edition" }, found
    ? [h("span", { lang: "en" }, found.text), found.note && h("span", { class: "dim", lang: "en" }, ` ${found.note}`)]
    : t("no.edition", { from: day(about.editions[0]?.from ?? ""), to: day(about.date) }));
}

export function table(app) {
  const { store } = app;
  const all = onTable(store.scenario, store.about.zones.map((one) => one.name));
  return h("section", { "aria-labelledby": "table-title" },
    h("h2", { id: "table-title" }, t("table")),
    h("div", { class: "players" }, players(store.scenario).map((player) => seat(app, player, all))),
    h("p", { class: "actions" }, h("button", { type: "button", class: "quiet", "data-key": "add-player",
      onclick: () => addPlayer(app) }, t("player.add"))));
}

function addPlayer(app) {
  const taken = new Set(players(app.store.scenario));
  const name = ["Anna", "Bert", "Clara", "David", "Emma", "Felix"].find((one) => !taken.has(one)) ?? `P${taken.size + 1}`;
  app.change((made) => { made.players[name] = {}; });
}

function seat(app, player, all) {
  const { store } = app;
  const zones = store.about.zones;
  const title = h("input", { type: "text", class: "player-name", value: player, maxlength: "60", "data-key": `name-${player}`,
    "aria-label": t("player.name", { player }),
    onchange: (event) => {
      const name = event.target.value.trim();
      if (!name || (name !== player && name in store.scenario.players)) { event.target.value = player; return; }
      app.change((made) => renamePlayer(made, player, name));
    } });
  const zone = store.zone[player] ?? preferred(zones);
  const where = select(zones.map((one) => [one.name, one.name]), zone, { "data-key": `zone-${player}`, lang: "en", "aria-label": t("cards.into", { player }),
    onchange: (event) => { store.zone[player] = event.target.value; } });
  const shown = zones.filter((one) => all.some((each) => each.player === player && each.zone === one.name) || unnamed(store.scenario, player, one.name));
  return h("section", { class: "seat panel", "aria-label": player },
    h("div", { class: "seat-head" }, title, attributes(app, player),
      players(store.scenario).length > 1 && h("button", { type: "button", class: "quiet icon", "data-key": `drop-${player}`,
        "aria-label": t("player.remove", { player }), onclick: () => app.change((made) => { delete made.players[player]; }) }, "✕")),
    shown.length ? shown.map((one) => h("div", { class: "zone" },
      h("h3", { lang: "en" }, one.name),
      h("ul", { class: "cards" },
        all.filter((each) => each.player === player && each.zone === one.name).map((each) => chip(app, each)),
        unnamed(store.scenario, player, one.name) > 0 && h("li", { class: "dim" }, t("cards.unnamed", { count: unnamed(store.scenario, player, one.name) })))))
      : h("p", { class: "dim empty" }, t("cards.none")),
    cardField({
      game: () => store.scenario.game, apart: store.about.apart, label: t("cards.add", { player }), key: `add-${player}`, more: where,
      chosen: (card) => {
        const into = where.value;
        const put = (made) => app.model.addThing(made, player, into, { card: card.name });
        if (card.paste) { pasteCard(app, { name: card.name }, (own) => app.change((made) => app.model.addThing(made, player, into, { card: own.name }))); return; }
        app.change(put);
        announce(t("cards.put", { name: card.name, zone: into }));
      },
    }));
}

const preferred = (zones) => (zones.find((one) => ["battlefield", "field", "expedition", "base"].includes(one.name)) ?? zones[0]).name;

function chip(app, place) {
  const { thing } = place;
  const states = Object.entries(thing).filter(([key]) => !["card", "as", "count"].includes(key)).map(([key, value]) => {
    if (value === true) return key;
    if (value !== null && typeof value === "object") {
      return Array.isArray(value) ? key : Object.entries(value).map(([word, number]) => `${number} ${word}`).join(", ");
    }
    return `${key} ${value}`;
  });
  if (thing.count > 1) states.unshift(`× ${thing.count}`);
  return h("li", {}, h("button", { type: "button", class: `chip${thing.tapped || thing.dull || thing.exhausted ? " turned" : ""}`,
    "data-key": `card-${place.player}-${place.zone}-${place.index}`, onclick: () => showCard(app, place) },
  h("span", { class: "chip-name" }, place.name), states.length > 0 && h("span", { class: "chip-state" }, states.join(" · "))));
}

function attributes(app, player) {
  const { store } = app;
  const shown = store.about.players.filter((one) => one.kind === "integer" && (one.default !== null || store.scenario.players[player][one.name] !== undefined));
  const flags = store.about.players.filter((one) => one.kind === "flag" || (one.kind === "integer" && !shown.includes(one)));
  return [
    shown.map((one) => h("label", { class: "number", title: one.says }, h("span", {}, one.name),
      h("input", { type: "number", inputmode: "numeric", "data-key": `${one.name}-${player}`, "aria-label": `${one.name}, ${player}`,
        value: String(store.scenario.players[player][one.name] ?? one.default ?? ""),
        onchange: (event) => app.change((made) => {
          const value = event.target.value;
          if (value === "" || Number(value) === one.default) delete made.players[player][one.name];
          else made.players[player][one.name] = Number(value);
        }) }))),
    flags.length > 0 && h("details", { class: "more", "data-key": `more-${player}` }, h("summary", { "aria-label": t("player.more", { player }) }, t("player.more.short")),
      h("div", { class: "more-box" }, flags.map((one) => (one.kind === "flag"
        ? h("label", { class: "flag", title: one.says }, h("input", { type: "checkbox", "data-key": `${one.name}-${player}`, checked: store.scenario.players[player][one.name] === true,
          onchange: (event) => app.change((made) => {
            if (event.target.checked) made.players[player][one.name] = true;
            else delete made.players[player][one.name];
          }) }), h("span", {}, one.name))
        : h("label", { class: "number", title: one.says }, h("span", {}, one.name), h("input", { type: "number", "data-key": `${one.name}-${player}`,
          onchange: (event) => app.change((made) => { if (event.target.value !== "") made.players[player][one.name] = Number(event.target.value); }) })))))),
  ];
}

export const count = (scenario, player, zone) => things(scenario, player, zone).length;
