// The page on which a question is put: the situation on one side, the ruling on the other.

import { get, getOnce, post } from "./api.js";
import { announce, dialog, download, fill, focusKey, h } from "./dom.js";
import { decode, encode, link, LONGEST } from "./fragment.js";
import { questions, questionText } from "./questions.js";
import { rulingView, sort } from "./ruling.js";
import * as model from "./scenario.js";
import { steps } from "./steps.js";
import { setting, table } from "./table.js";
import { t } from "./text.js";
import { whatIf } from "./whatif.js";

const SOON = 250;
const LARGEST = 200_000;
const UNDONE = 100;

export const store = {
  games: [], examples: [], scenario: null, about: null, zone: {}, kind: "may", action: "",
  result: null, error: null, asking: false, old: false, next: null, nextError: "", nextOld: false,
  link: "", long: false, undone: [], one: null,
};

const places = {};
let timer, wanted, linking = 0;

const app = {
  store,
  model: {
    ...model,
    replaceThing(scenario, { player, zone, index }, into, said) {
      const clean = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
      if (into === zone) { model.setThing(scenario, player, zone, index, clean); return; }
      model.removeThing(scenario, player, zone, index);
      model.addThing(scenario, player, into, clean);
    },
  },
  table: () => model.onTable(store.scenario, store.about.zones.map((one) => one.name)),
  players: () => model.players(store.scenario),
  preferred: () => store.about.zones.find((one) => ["battlefield", "field", "expedition"].includes(one.name))?.name,
  change, begin, ask, answer,
  render(name) {
    if (!parts[name] || !places[name]) return;
    fill(places[name], parts[name](app));
    if (name === "ruling") places.ruling.closest(".ask")?.classList.toggle("fresh", !store.result && !store.error && !store.asking && !app.table().length);
  },
};

const parts = {
  setting, table, steps, questions,
  ruling: () => ruling(),
  tools: () => tools(),
};

// --- Changing it ----------------------------------------------------------------------------------

// `keeps`: the answer still holds. `one`: changes of that name in a row are undone at once.
// `except`: the part that shows it already.
function change(how, { keeps = false, one = null, except = null } = {}) {
  const made = model.copy(store.scenario);
  how(made);
  if (one === null || store.one !== one) store.undone.push(store.scenario);
  store.one = one;
  if (store.undone.length > UNDONE) store.undone.shift();
  take(made, keeps, except);
}

function take(scenario, keeps = false, except = null) {
  store.scenario = scenario;
  if (store.result && !keeps) store.old = true;
  renderAll(except);
  remember();
  soon();
}

async function begin(game, scenario = null) {
  store.about = store.games.find((one) => one.game === game) ?? store.games[0];
  store.zone = {};
  store.action = "";
  store.result = store.error = null;
  store.next = null;
  store.undone = [];
  take(scenario ?? model.empty(store.about.game, "", ["Anna", "Bert"]));
}

function soon() {
  store.nextOld = true;
  clearTimeout(timer);
  timer = setTimeout(look, SOON);
}

// What may be done next, which the steps and the questions offer.
async function look() {
  wanted?.abort();
  if (!store.about.questions.includes("may")) { store.next = { state: "answered", players: [] }; app.render("questions"); return; }
  const asking = wanted = new AbortController();
  try {
    const found = await post("api/options", { scenario: { ...model.trimmed(store.scenario), ask: [] } }, asking.signal);
    store.next = found;
    store.nextError = "";
  } catch (error) {
    if (error.name === "AbortError") return;
    store.next = null;
    store.nextError = error.message;
  }
  store.nextOld = false;
  app.render("steps");
  app.render("questions");
}

async function remember() {
  const now = ++linking;
  const text = await encode(model.trimmed(store.scenario));
  if (now !== linking) return;
  store.long = text.length > LONGEST;
  store.link = link("ask", [], store.long ? {} : { s: text });
  if (location.hash.replace(/^#\/?/, "").split(/[?/]/)[0].replace("ask", "") === "") {
    history.replaceState(null, "", store.link);
  }
  app.render("tools");
}

// --- Asking ---------------------------------------------------------------------------------------

async function ask(question) {
  const text = JSON.stringify(question);
  change((made) => {
    // What was just asked stands first, above what is answered again with it.
    made.ask = [question, ...made.ask.filter((one) => JSON.stringify(one) !== text)];
  });
  await answer();
}

let answering = 0;
async function answer({ quiet = false } = {}) {
  const now = ++answering;
  store.asking = true;
  store.error = null;
  app.render("ruling");
  if (!quiet) bring(places.ruling);
  try {
    const found = await post("api/ask", { scenario: model.trimmed(store.scenario) });
    if (now !== answering) return;
    store.result = found;
    store.old = false;
    announce(found.rulings.map((one) => `${t(`state.${sort(one)}`)}: ${one.sentence}`).join(" "));
  } catch (error) {
    if (now !== answering) return;
    store.error = error;
    store.result = null;
  }
  store.asking = false;
  app.render("ruling");
  app.render("questions");
  if (quiet) return;
  const shown = document.getElementById("ruling-title");
  shown?.focus({ preventScroll: true });
  if (shown) bring(shown);
}

// Where the ruling stands below the table, it is brought to sight; beside it, only its own column moves.
function bring(what) {
  const column = places.ruling.closest(".right");
  if (column && getComputedStyle(column).position === "sticky") {
    column.scrollTop += what.getBoundingClientRect().top - column.getBoundingClientRect().top - 12;
  } else what.scrollIntoView({ block: "start", behavior: calm() });
}

const calm = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth");

function ruling() {
  const title = h("h2", { id: "ruling-title", tabindex: "-1" }, t("ruling"));
  if (store.asking && !store.result) return [title, h("p", { class: "dim waiting", role: "status" }, t("asking"))];
  if (store.error) return [title, h("div", { class: "error", role: "alert" }, h("p", { lang: "en" }, store.error.message), h("p", {}, t("error.hint"))),
    store.scenario.ask.length > 0 && h("p", {}, h("button", { type: "button", "data-key": "refresh", onclick: () => answer() }, t("ask.again")))];
  if (!store.result) return [h("h2", { id: "ruling-title", tabindex: "-1" }, t("begin")), h("p", {}, t("ruling.none")), starts()];
  const all = store.result.rulings;
  const titles = new Set(all.map((one) => one.scenario));
  let last = null;
  return [title, (store.old || store.asking) && h("p", { class: "warning" }, t(store.asking ? "asking" : "ruling.old"), " ",
    !store.asking && (store.scenario.ask.length > 0 || store.scenario.variants) && h("button", { type: "button", "data-key": "refresh", onclick: () => answer() }, t("ask.again"))),
  h("div", { class: store.old ? "old" : "" }, all.map((one) => {
    const heading = titles.size > 1 && one.scenario !== last && h("p", { class: "dim", lang: "en" }, one.scenario);
    last = one.scenario;
    return [heading, rulingView(store, one, all.length > 1 ? numbered(one) : null)];
  })), !store.old && whatIf(app)];
}

const numbered = (one) => {
  const question = titled() && store.scenario.ask[one.number - 1];
  return `${one.number}. ${question ? questionText(question) : one.question}`;
};
const titled = () => !store.scenario.variants;

function starts() {
  return h("div", { class: "starts" }, h("h3", {}, t("examples")),
    h("ul", {}, store.examples.map((one) => h("li", {}, h("button", { type: "button", class: "start", "data-key": `start-${one.name}`,
      onclick: () => open(one.scenario) },
    h("strong", { lang: "en" }, one.scenario.title ?? one.name), h("span", { class: "dim" }, store.games.find((each) => each.game === one.scenario.game)?.title))))));
}

async function open(scenario) {
  const sane = model.sane(scenario);
  if (!sane || !store.games.some((one) => one.game === sane.game)) { store.error = new Error(t("file.game")); app.render("ruling"); return; }
  await begin(sane.game, sane);
  if (sane.ask.length || sane.variants) await answer();
}

// --- Files and links ------------------------------------------------------------------------------

function tools() {
  const file = h("input", { type: "file", accept: ".yaml,.yml,.txt,text/yaml,application/yaml", class: "unseen", tabindex: "-1", "aria-hidden": "true",
    onchange: async (event) => { const [one] = event.target.files; event.target.value = ""; if (one) await upload(one); } });
  return h("div", { class: "tools" },
    h("button", { type: "button", "data-key": "new", onclick: () => begin(store.scenario.game) }, t("new")),
    h("button", { type: "button", "data-key": "undo", disabled: !store.undone.length, onclick: () => { const before = store.undone.pop(); take(before); announce(t("undone")); } }, t("undo")),
    store.long
      ? h("button", { type: "button", "data-key": "link", onclick: save }, t("link.long"))
      : h("button", { type: "button", "data-key": "link", onclick: copyLink }, t("link")),
    h("button", { type: "button", "data-key": "save", onclick: save }, t("save")),
    h("button", { type: "button", "data-key": "load", onclick: () => file.click() }, t("load")), file,
    h("button", { type: "button", "data-key": "as-text", onclick: asText }, t("as.text")));
}

async function copyLink() {
  const url = new URL(store.link, document.baseURI.split("#")[0]).href;
  try { await navigator.clipboard.writeText(url); announce(t("link.copied")); flash(t("link.copied")); }
  catch { dialog(t("link"), t("close"), () => h("p", {}, h("input", { type: "text", readonly: true, class: "wide", value: url, "aria-label": t("link") }))); }
}

function flash(text) {
  const note = h("p", { class: "flash" }, text);
  places.tools.append(note);
  setTimeout(() => note.remove(), 2500);
}

const yaml = async () => (await post("api/write", { scenario: model.trimmed(store.scenario) })).yaml;

async function save() {
  try {
    const name = (store.scenario.title ?? "situation").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60);
    download(`${name || "situation"}.yaml`, await yaml());
  } catch (error) { store.error = error; app.render("ruling"); }
}

async function upload(file) {
  try {
    if (file.size > LARGEST) throw new Error(t("file.large"));
    await open((await post("api/read", { yaml: await file.text() })).scenario);
  } catch (error) { store.error = error; store.result = null; app.render("ruling"); }
}

async function asText() {
  let text = "", problem = "";
  try { text = await yaml(); } catch (error) { problem = error.message; text = JSON.stringify(model.trimmed(store.scenario), null, 1); }
  dialog(t("as.text"), t("close"), (close) => {
    const area = h("textarea", { rows: "18", spellcheck: "false", class: "code", value: text, "aria-label": t("as.text") });
    const said = h("p", { class: "error", role: "alert", hidden: !problem }, problem);
    const apply = async () => {
      try {
        const { scenario } = await post("api/read", { yaml: area.value });
        close();
        await open(scenario);
      } catch (error) {
        said.hidden = false;
        said.textContent = error.line ? t("at.line", { line: error.line, message: error.message }) : error.message;
        if (error.line) pointAt(area, error.line);
      }
    };
    return [h("p", { class: "hint" }, t("as.text.hint")), area, said,
      h("div", { class: "actions" }, h("button", { type: "button", class: "primary", onclick: apply }, t("as.text.take")))];
  });
}

export function pointAt(area, line) {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  area.setAttribute("aria-invalid", "true");
  area.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(area).lineHeight));
}

// --- The page -------------------------------------------------------------------------------------

function renderAll(except = null) { for (const name of Object.keys(parts)) if (name !== except) app.render(name); }

async function ready() {
  const [games, page] = await Promise.all([getOnce("api/games"), getOnce("api/page")]);
  store.games = games.games.filter((one) => one.actions);
  store.examples = page.examples;
}

export async function show(main, { query }) {
  await ready();
  const given = query.get("s");
  let failed = null, fresh = false;
  if (given && `s=${given}` !== store.link.split("?")[1]) {
    try {
      const sane = model.sane(await decode(given));
      if (!sane || !store.games.some((one) => one.game === sane.game)) throw new Error(t("file.game"));
      store.scenario = sane;
      fresh = true;
    } catch { failed = new Error(t("link.broken")); }
  }
  for (const name of Object.keys(parts)) places[name] = h("div", { class: `part ${name}` });
  if (!store.scenario || fresh) {
    const scenario = fresh ? store.scenario : model.empty(store.examples[0]?.scenario.game ?? store.games[0].game, "", ["Anna", "Bert"]);
    store.about = store.games.find((one) => one.game === scenario.game);
    store.result = store.error = store.next = null;
    store.undone = [];
    store.scenario = scenario;
  }
  store.error = failed ?? store.error;
  main.replaceChildren(h("div", { class: "ask" },
    h("h1", { class: "unseen" }, t("page.ask")),
    h("div", { class: "left" }, places.tools, places.setting, places.table, places.steps, places.questions),
    h("div", { class: "right", id: "answer" }, places.ruling)));
  renderAll();
  remember();
  soon();
  if (fresh && (store.scenario.ask.length || store.scenario.variants)) await answer({ quiet: true });
}

export const title = () => t("page.ask");
export { focusKey, get };
