// The server, as a few functions. What it refuses is a Refusal, with the place where there is one.

import { plainly } from "./text.js";

export class Refusal extends Error {
  constructor(error, status) {
    super(plainly(error.message ?? String(status)));
    this.line = error.line;
    this.column = error.column;
    this.status = status;
  }
}

async function settled(response) {
  let data;
  try { data = await response.json(); }
  catch { throw new Refusal({ message: `${response.status} ${response.statusText}` }, response.status); }
  if (!response.ok || data.error) throw new Refusal(data.error ?? {}, response.status);
  return data;
}

const PATIENCE = 3;

// A server may want a token: whoever has it types it once for this tab.
let token = null;
try { token = sessionStorage.getItem("token"); } catch { /* it is asked for again */ }

async function fetched(url, options) {
  let said;
  const send = () => {
    said = token;
    return fetch(url, { ...options, headers: { ...options.headers, ...(said ? { Authorization: `Bearer ${said}` } : {}) } });
  };
  let response = await send();
  // A server that has much to do says when to come again.
  for (let times = 0; response.status === 503 && times < PATIENCE; times++) {
    const wait = Number(response.headers.get("Retry-After") ?? 1);
    await new Promise((settle) => { setTimeout(settle, 1000 * Math.min(5, wait)); });
    if (options.signal?.aborted) return response;
    response = await send();
  }
  while (response.status === 401) {
    if (token === said) { // otherwise it was typed while this request was on its way
      const { askToken } = await import("./token.js");
      const given = await askToken();
      if (!given) return response;
      token = given;
      try { sessionStorage.setItem("token", given); } catch { /* for this page only, then */ }
    }
    response = await send();
  }
  return response;
}

const address = (path) => new URL(path, document.baseURI.split("#")[0]);

export async function get(path, parameters = {}, signal) {
  const url = address(path);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== "") url.searchParams.set(name, value);
  }
  return settled(await fetched(url, { signal, headers: { Accept: "application/json" } }));
}

const kept = new Map();
export function getOnce(path, parameters = {}) {
  const key = `${path}?${JSON.stringify(parameters)}`;
  if (!kept.has(key)) {
    kept.set(key, get(path, parameters).catch((error) => { kept.delete(key); throw error; }));
  }
  return kept.get(key);
}

const posted = (path, body, accept, signal) => fetched(address(path), {
  method: "POST",
  headers: { "Content-Type": "application/json", Accept: accept },
  body: JSON.stringify(body),
  signal,
});

export async function post(path, body, signal) {
  return settled(await posted(path, body, "application/json", signal));
}

// Long work: `told` hears of each event that is not the last; what comes back is the result.
export async function stream(path, body, told, signal) {
  const response = await posted(path, body, "text/event-stream", signal);
  if (!(response.headers.get("Content-Type") ?? "").startsWith("text/event-stream")) {
    return settled(response);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let left = "", result;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    left += value.replaceAll("\r\n", "\n");
    const events = left.split("\n\n");
    left = events.pop();
    for (const event of events) {
      let kind = "message", data = "";
      for (const line of event.split("\n")) {
        if (line.startsWith("event:")) kind = line.slice(6).trim();
        if (line.startsWith("data:")) data += line.slice(5).trim();
      }
      if (!data) continue;
      const found = JSON.parse(data);
      if (kind === "result") result = found;
      else if (kind === "error") throw new Refusal(found.error ?? found, found.status ?? 400);
      else told(found, kind);
    }
  }
  if (result === undefined) throw new Refusal({ message: "the search ended without a result" }, 503);
  return result;
}
