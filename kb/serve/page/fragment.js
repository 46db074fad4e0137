// The whole situation in the fragment of the address, which no browser sends to a server.

export const LONGEST = 6000;
const MOST = 200_000; // characters of a situation that are read back

const toText = (bytes) => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

async function through(bytes, transform, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) { await reader.cancel(); throw new RangeError("too large"); }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function encode(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  if (typeof CompressionStream === "undefined") return `j${toText(bytes)}`;
  return `z${toText(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

export async function decode(text) {
  if (text.length > MOST) throw new RangeError("too large");
  let bytes = toBytes(text.slice(1));
  if (text[0] === "z") bytes = await through(bytes, new DecompressionStream("deflate-raw"), MOST);
  else if (text[0] !== "j") throw new SyntaxError("not a situation");
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

// #/page/part/part?name=value
export function route() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const parts = path.split("/").map((part) => { try { return decodeURIComponent(part); } catch { return part; } });
  return { page: parts[0] || "ask", parts: parts.slice(1), query: new URLSearchParams(query) };
}

export function link(page, parts = [], query = {}) {
  const path = [page, ...parts.map(encodeURIComponent)].join("/");
  const said = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return `#/${path}${said.length ? `?${new URLSearchParams(said)}` : ""}`;
}
