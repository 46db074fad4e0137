// Which page is shown, and in which language.

import { getOnce } from "./api.js";
import { fill, h, select } from "./dom.js";
import { link, route } from "./fragment.js";
import { language, nameOf, remember, remembered, speak, t } from "./text.js";
import * as ask from "./ask.js";

const pages = {
  ask: async () => ask,
  rules: () => import("./rulebook.js"),
  rule: () => import("./rulebook.js"),
  erratum: () => import("./erratum.js"),
};
const LOADED = { rules: "rules", rule: "rules", ask: "ask", erratum: "erratum" };

let names = [["en", "English"]];
let shown = 0;

function top(page) {
  const game = ask.store.scenario?.game ?? "mtg";
  const to = (name, href) => h("a", { href, "aria-current": LOADED[page] === name ? "page" : null }, t(`page.${name}`));
  document.getElementById("skip").textContent = t("skip");
  fill(document.getElementById("top"),
    h("a", { class: "brand", href: ask.store.link || "#/ask" }, "Ludex"),
    h("nav", { "aria-label": t("pages") }, to("ask", ask.store.link || "#/ask"), to("rules", link("rules", [game])), to("erratum", link("erratum", [game]))),
    h("label", { class: "language" }, h("span", { class: "unseen" }, t("language.choose")),
      select(names, language, { "data-key": "language", onchange: async (event) => {
        remember(event.target.value);
        await speak(event.target.value);
        await show();
      } })));
}

async function show() {
  const now = ++shown;
  const where = route();
  const main = document.getElementById("main");
  const page = pages[where.page] ? where.page : "ask";
  top(page);
  try {
    const found = await pages[page]();
    if (now !== shown) return;
    await found.show(main, where);
    if (now !== shown) return;
    document.title = `${found.title(where)} · Ludex`;
    top(page);
  } catch (error) {
    if (now === shown) main.replaceChildren(h("div", { class: "error", role: "alert" }, h("p", { lang: "en" }, error.message),
      error.status < 500 ? back(where) : h("p", {}, t("error.server"))));
  }
}

const back = ({ page, parts }) => page === "rule" && h("p", {}, h("a", { href: link("rules", [parts[0]]) }, t("rule.back")));

async function begin() {
  const wanted = [remembered(), ...navigator.languages.map((one) => one.slice(0, 2))].filter(Boolean);
  let known = ["en"];
  const page = getOnce("api/page").then((found) => { known = found.languages; }, () => {});
  if (wanted[0] !== "en") {
    await page;
    await speak(wanted.find((one) => known.includes(one)) ?? "en");
  }
  window.addEventListener("hashchange", () => {
    const { page, query } = route();
    if (page === "ask" && ask.store.link && `s=${query.get("s")}` === ask.store.link.split("?")[1] && document.querySelector(".ask")) return;
    show().then(() => { if (page !== "ask") document.getElementById("main").focus(); window.scrollTo(0, 0); });
  });
  await show();
  await page;
  names = await Promise.all(known.map(async (code) => [code, await nameOf(code)]));
  top(route().page);
}

begin();
