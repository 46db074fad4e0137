// A situation is the very mapping that a scenario file holds; these read and change it. What they
// do not know in it, they leave as it is. All of them are pure: they change the copy they are given.

const MOST = 200_000; // characters of a situation that can be shown

export const copy = (value) => structuredClone(value);
const isMapping = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isList = (value) => (value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]);

export const empty = (game, date, players) => ({
  game, ...(date ? { date } : {}),
  players: Object.fromEntries(players.map((player) => [player, {}])), do: [], ask: [],
});

// What came from a link or a file may be anything: keep what has the shape of a situation.
export function sane(value) {
  if (!isMapping(value) || JSON.stringify(value).length > MOST) return null;
  const made = { ...value };
  made.game = typeof value.game === "string" ? value.game : "";
  const players = isMapping(value.players) ? value.players : {};
  made.players = Object.fromEntries(
    Object.entries(players).map(([name, player]) => [name, isMapping(player) ? player : {}]));
  made.do = isList(value.do).filter(isMapping);
  made.ask = isList(value.ask).filter(isMapping);
  if (value.cards !== undefined) made.cards = isList(value.cards);
  if (value.date !== undefined) made.date = String(value.date);
  return made;
}

// As it is sent and saved: without what says nothing.
export function trimmed(scenario) {
  const made = copy(scenario);
  for (const key of ["do", "ask", "cards"]) if (Array.isArray(made[key]) && !made[key].length) delete made[key];
  if (made.date === "") delete made.date;
  return made;
}

export const players = (scenario) => Object.keys(scenario.players);

export function things(scenario, player, zone) {
  const held = scenario.players[player]?.[zone];
  if (typeof held === "number" || held === undefined || held === null) return [];
  return isList(held).map((one) => (isMapping(one) ? one : { card: String(one) }));
}

export const unnamed = (scenario, player, zone) =>
  typeof scenario.players[player]?.[zone] === "number" ? scenario.players[player][zone] : 0;

// Every card on the table, under the name that what is done and asked calls it by.
export function onTable(scenario, zones) {
  const found = [];
  for (const player of players(scenario)) {
    for (const zone of zones) {
      things(scenario, player, zone).forEach((thing, index) => found.push({ player, zone, index, thing }));
    }
  }
  const groups = new Map();
  for (const one of found) {
    one.name = one.thing.as ?? one.thing.card;
    if (!one.thing.as) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  }
  for (const [name, group] of groups) {
    const owners = new Set(group.map((one) => one.player));
    for (const owner of owners) {
      const own = group.filter((one) => one.player === owner);
      own.forEach((one, number) => {
        const whose = owners.size > 1 ? `${owner}'s ${name}` : name;
        one.name = own.length > 1 ? `${whose} (${number + 1})` : whose;
      });
    }
  }
  return found;
}

function put(scenario, player, zone, list) {
  const board = scenario.players[player];
  if (list.length) {
    board[zone] = list.map((one) => {
      const said = Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined));
      return Object.keys(said).length === 1 && "card" in said ? said.card : said;
    });
  } else delete board[zone];
}

export function addThing(scenario, player, zone, thing) {
  put(scenario, player, zone, [...things(scenario, player, zone), thing]);
}

export function setThing(scenario, player, zone, index, thing) {
  const list = things(scenario, player, zone);
  list[index] = thing;
  put(scenario, player, zone, list);
}

export function removeThing(scenario, player, zone, index) {
  const list = things(scenario, player, zone);
  const [gone] = list.splice(index, 1);
  put(scenario, player, zone, list);
  return gone;
}

function renamed(value, before, after) {
  if (value === before) return after;
  if (Array.isArray(value)) return value.map((one) => renamed(one, before, after));
  if (isMapping(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) =>
      [key === before ? after : key, renamed(one, before, after)]));
  }
  return value;
}

export function renamePlayer(scenario, before, after) {
  scenario.players = Object.fromEntries(Object.entries(scenario.players).map(([name, board]) =>
    [name === before ? after : name, renamed(board, before, after)]));
  for (const key of ["do", "ask", "turn", "priority", "teams", "stack"]) {
    if (scenario[key] !== undefined) scenario[key] = renamed(scenario[key], before, after);
  }
}

export const turn = (scenario) =>
  (isMapping(scenario.turn) ? scenario.turn : typeof scenario.turn === "string" ? { player: scenario.turn } : {});

// A part of the turn may have several words.
export const phaseOf = (about, word) =>
  about.phases.find((one) => one.words.includes(String(word ?? about.start).toLowerCase()))?.name ?? about.start;

export function setTurn(scenario, said) {
  const made = Object.fromEntries(Object.entries({ ...turn(scenario), ...said }).filter(([, value]) => value));
  if (Object.keys(made).length) scenario.turn = made;
  else delete scenario.turn;
}

const WORDS = new Set(["by", "ability", "targets", "x", "together", "for"]);

const plain = (value) => {
  if (Array.isArray(value)) return value.map(plain).join(", ");
  if (isMapping(value)) return Object.entries(value).map(([key, one]) => `${key}: ${plain(one)}`).join("; ");
  return String(value);
};

// A declaration: who does it to whom.
const pairs = (value) => Object.entries(value).map(([one, other]) =>
  (isMapping(other) ? Object.entries(other).map(([whom, number]) => `${one} → ${whom}: ${number}`).join(", ") : `${one} → ${plain(other)}`)).join("; ");

// A line of what is done, as somebody would say it: {by, text}.
export function told(step) {
  if (step.resolve) return { by: "", resolve: step.resolve };
  if (step.until !== undefined) return { by: "", until: plain(isMapping(step.until) ? Object.values(step.until) : step.until) };
  if (step.choose !== undefined) return { by: step.by ?? "", choose: plain(step.choose), decision: step.for ?? "" };
  const [action, value] = Object.entries(step).find(([key]) => !WORDS.has(key)) ?? ["", ""];
  const nothing = value === true || value === null || (isMapping(value) && !Object.keys(value).length);
  const by = step.by ?? (action === "pass" && typeof value === "string" ? value : "");
  const declared = isMapping(value) && !nothing;
  let text = nothing || by === value ? action : `${action} ${declared ? pairs(value) : plain(value)}`;
  if (step.ability !== undefined) text += ` [${step.ability}]`;
  const targets = isList(step.targets);
  if (targets.length) text += ` → ${targets.join(", ")}`;
  if (step.x !== undefined) text += ` (X = ${step.x})`;
  return { by, text };
}

export function asked(question) {
  if (question.may) return { kind: "may", ...told(question.may) };
  for (const kind of ["options", "targets", "declarations", "outcomes", "orders"]) {
    if (question[kind] !== undefined) {
      const said = isMapping(question[kind]) ? question[kind] : {};
      return { kind, ...(kind === "options" ? { by: said.by ?? "", text: "" }
        : kind === "outcomes" || kind === "orders" ? { by: "", text: Object.keys(said).length ? plain(said) : "" } : told(said)) };
    }
  }
  if (question.when !== undefined) return { kind: "when", by: question.of ?? "", text: plain(question.when) };
  if (question.what !== undefined) return { kind: "what", by: "", text: `${question.what}${question.of ? ` · ${question.of}` : ""}` };
  return { kind: "mentions", by: "", text: plain(question.mentions ?? "") };
}

export const gapReadings = (scenario) => (isMapping(scenario.readings) ? scenario.readings : {});
