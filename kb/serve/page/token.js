// The token of a server that wants one; it is asked for once, however many requests wait for it.

import { dialog, field, h } from "./dom.js";
import { t } from "./text.js";

let waiting = null;

export function askToken() {
  waiting ??= new Promise((settle) => {
    let given = "";
    const shown = dialog(t("token.title"), t("close"), (close) => {
      const input = h("input", { type: "password", autocomplete: "off", maxlength: "500" });
      return h("form", { onsubmit: (event) => { event.preventDefault(); given = input.value.trim(); close(); } },
        field(t("token.label"), input), h("div", { class: "actions" }, h("button", { type: "submit", class: "primary" }, t("done"))));
    });
    shown.addEventListener("close", () => { waiting = null; settle(given); });
  });
  return waiting;
}
