
const ROWS = [...document.querySelectorAll("script.data-rows")].flatMap((script) => JSON.parse(script.textContent));
const PAGE = 50, SNIPPET = 220, BODY = 20000;
const [FILE, LINE, DOMAIN, QUESTION, ANSWER, RESPONSE, VERDICTS, FLIPS, MORE] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const TOP = META.levels[META.levels.length - 1];
const LAST = META.levels.filter(([name]) => !name.endsWith("+stem")).pop(); // stems are for words, and buckets have both metrics
const BUCKETS = ["both", "exact only", "overlap only", "neither"];
const EXACT = META.metrics.indexOf("exact_substring"), OVERLAP = META.metrics.indexOf("word_overlap");
const controls = {}, searched = [];
let found = ROWS, page = 0;

function select(name, label, options, half) {
  if (options.length < 3) return null;
  const list = element("select", { id: name }, ...options.map(([value, text]) => element("option", { value }, text)));
  controls[name] = list;
  return element("div", { class: half ? "field half" : "field" }, element("label", { for: name }, label), list);
}

function check(name, label) {
  const box = element("input", { type: "checkbox", id: name });
  controls[name] = box;
  return element("div", { class: "field check" }, box, element("label", { for: name }, label));
}

function build() {
  const numbered = (names) => names.map((name, place) => [String(place), name]);
  const languages = [...new Set(META.files.map((file) => file.language))].sort();
  const steps = META.steps.map((name, place) => [String(place), name]).slice(1);
  const parts = [
    select("language", "Language", [["", "all"], ...languages.map((name) => [name, name])], true),
    select("file", "File", [["", "all"], ...numbered(META.files.map((file) => file.name))], true),
    select("domain", "Domain", [["", "all"], ...numbered(META.domains)], true),
    select("metric", "Metric", [["", "any"], ...numbered(META.metrics)], true),
    META.steps.length > 1 ? select("step", "Flipped by", [["", "any step"], ...steps], true) : null,
    select("verdict", `Under ${TOP[0]}`, [["", "right or wrong"], ["1", "right"], ["0", "wrong"]], true),
    EXACT >= 0 && OVERLAP >= 0 ? select("bucket", `Bucket under ${LAST[0]}`, [["", "any"], ...numbered(BUCKETS)], true) : null,
    META.steps.length > 1 ? check("flipped", "flipped only") : null,
    ROWS.some((row) => row[MORE] && row[MORE].script) ? check("script", "wrong script only") : null,
  ];
  const form = document.getElementById("filters");
  form.append(...parts.filter(Boolean));
  controls.query = document.getElementById("query");
  let waiting = 0;
  controls.query.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(filter, 150); });
  form.addEventListener("change", filter);
  form.addEventListener("submit", (event) => { event.preventDefault(); filter(); });
  const names = ["where", "question", "answer", "response", "verdicts"];
  document.querySelector("#rows thead").append(element("tr", {}, ...names.map((name) => element("th", { scope: "col" }, name))));
}

const value = (name) => (controls[name] ? controls[name].value : "");
const on = (name) => Boolean(controls[name] && controls[name].checked);

function textOf(place) {
  const row = ROWS[place];
  if (searched[place] === undefined) searched[place] = normal(`${row[QUESTION]}\n${row[ANSWER]}\n${row[RESPONSE]}`);
  return searched[place];
}

function filter() {
  const query = value("query"), line = /(?:^|\s)line:(\d+)(?=\s|$)/.exec(query);
  const terms = normal(line ? query.replace(line[0], " ") : query).split(" ").filter(Boolean);
  const chosen = value("metric"), metrics = chosen === "" ? META.metrics.map((_, place) => place) : [Number(chosen)];
  const [spoken, file, domain, step, verdict, bucket] = ["language", "file", "domain", "step", "verdict", "bucket"].map(value);
  found = ROWS.filter((row, place) => {
    if (spoken !== "" && META.files[row[FILE]].language !== spoken) return false;
    if (file !== "" && row[FILE] !== Number(file)) return false;
    if (domain !== "" && row[DOMAIN] !== Number(domain)) return false;
    if (line && row[LINE] !== Number(line[1])) return false;
    if (on("script") && !(row[MORE] && row[MORE].script)) return false;
    if (on("flipped") && !metrics.some((metric) => turns(row[VERDICTS][metric]))) return false;
    if (step !== "" && !metrics.some((metric) => turned(row[VERDICTS][metric], Number(step)))) return false;
    if (verdict !== "" && !metrics.some((metric) => atTop(row[VERDICTS][metric]) === verdict)) return false;
    if (bucket !== "" && bucketOf(row) !== Number(bucket)) return false;
    return terms.every((term) => textOf(place).includes(term));
  });
  page = 0;
  render();
}

const turned = (signs, at) => signs[at] !== undefined && signs[at] !== signs[at - 1] && signs[at] !== "-" && signs[at - 1] !== "-";
const turns = (signs) => signs.includes("0") && signs.includes("1");
const atTop = (signs) => signs[Math.min(TOP[1], signs.length - 1)];
const bucketOf = (row) => 2 * (row[VERDICTS][EXACT][LAST[1]] !== "1") + (row[VERDICTS][OVERLAP][LAST[1]] !== "1");

function render() {
  const pages = Math.max(1, Math.ceil(found.length / PAGE)), format = (number) => number.toLocaleString("en");
  const shownRows = found.slice(page * PAGE, (page + 1) * PAGE);
  document.querySelector("#rows tbody").replaceChildren(...shownRows.map(line));
  document.getElementById("status").textContent =
    `${format(found.length)} of ${format(ROWS.length)} rows` + (META.left_out ? `; ${format(META.left_out)} more have no room on this page` : "") + (pages > 1 ? `, page ${format(page + 1)} of ${format(pages)}` : "");
  for (const place of ["pager", "pager-below"]) {
    const button = (text, to) => {
      const made = element("button", { type: "button", disabled: to < 0 || to >= pages }, text);
      made.addEventListener("click", () => { page = to; render(); document.getElementById("rows-section").scrollIntoView(); });
      return made;
    };
    document.getElementById(place).replaceChildren(...(pages > 1 ? [button("Previous", page - 1), button("Next", page + 1)] : []));
  }
}

function cell(label, row, text, from) {
  const file = META.files[row[FILE]], start = Math.max(0, (from || 0) - SNIPPET / 2);
  let piece = text.slice(start, start + SNIPPET + 100);
  while (start && piece && MARKS.test(piece[0])) piece = piece.slice(1);
  const clip = element("span", { class: "clip", ...direction(text, file) }, start ? "\u2026" : null, ...shown(piece));
  return element("td", { "data-label": label }, clip);
}

function line(row) {
  const first = row[FLIPS].find((flip) => flip[4].length);
  const more = element("button", { type: "button", "aria-expanded": "false" }, `line ${row[LINE]}`);
  const where = [more, element("span", { class: "note" }, META.files.length > 1 ? ` ${META.files[row[FILE]].name}` : "", ` ${META.domains[row[DOMAIN]]}`)];
  const made = element("tr", {},
    element("th", { scope: "row" }, ...where),
    cell("question", row, row[QUESTION]), cell("answer", row, row[ANSWER]),
    cell("response", row, row[RESPONSE], first ? units(row[RESPONSE], first[4])[0][0] : 0),
    element("td", { "data-label": "verdicts" }, ...META.metrics.map((name, place) => verdict(row, name, place))));
  more.addEventListener("click", () => toggle(made, more, row));
  return made;
}

const word = (sign) => ({ 1: "right", 0: "wrong" })[sign] || "not scored";
const sign = (mark) => element("span", { class: word(mark), "aria-hidden": "true" }, { 1: "\u2713", 0: "\u2717" }[mark] || "\u2013");

function verdict(row, name, place) {
  const signs = row[VERDICTS][place], raw = signs[0], now = atTop(signs);
  const flip = row[FLIPS].find((its) => its[0] === place && its[3]);
  const at = flip ? flip[1] : [...signs].findIndex((mark, k) => k && turned(signs, k));
  const label = `${name}: ${word(raw)} under raw, ${word(now)} under ${TOP[0]}`;
  const parts = raw === now && !turns(signs) ? [sign(raw)] : [sign(raw), "\u2192", sign(now)];
  if (at > 0) {
    const kind = signs[at] === "1" ? "rescued" : "broken";
    parts.push(" ", element("span", { class: `badge ${kind}` }, `${kind === "rescued" ? "+" : "\u2212"} ${META.steps[at]}`));
  }
  return element("span", { class: "verdict", role: "img", "aria-label": label + (at > 0 ? `, first turned by ${META.steps[at]}` : "") },
    `${name.replace("exact_substring", "exact").replace("word_overlap", "overlap")} `, ...parts);
}

function toggle(tr, button, row) {
  const open = button.getAttribute("aria-expanded") === "true";
  button.setAttribute("aria-expanded", String(!open));
  if (open) tr.nextElementSibling.remove();
  else tr.after(element("tr", { class: "detail" }, element("td", { colspan: 5 }, details(row))));
}

function details(row) {
  const more = row[MORE] || {}, flips = row[FLIPS], file = META.files[row[FILE]];
  const places = flips.flatMap((flip) => flip[4]), spots = (k) => flips.flatMap((flip) => flip[k].map(([start, end]) => [start, end]));
  const list = element("dl", {});
  const add = (name, ...nodes) => list.append(element("dt", {}, name), element("dd", {}, ...nodes));
  add("question", body(row[QUESTION], file, [], []));
  add("answer", body(row[ANSWER], file, [], flips.every((flip) => flip[9] === row[ANSWER]) ? spots(5) : []));
  if (more.references) add("accepted answers", ...more.references.flatMap((text) => [body(text, file, [], [])]));
  add("response", body(row[RESPONSE], file, flips.length ? places : plainPlaces(row), spots(6)));
  for (const [name, size] of Object.entries(more.cut || {})) add(`${name}, cut`, `the file has ${size.toLocaleString("en")} characters`);
  if (more.script) add("wrong script", `the answer stands in the response in ${SCRIPTS[more.script] || more.script} letters; it stays wrong`);
  add("verdicts", levels(row, more));
  flips.forEach((flip) => add(`${flip[2] ? "rescued" : "broken"} by ${META.steps[flip[1]]}`, element("strong", {}, META.metrics[flip[0]]), ...explained(flip, file)));
  return list;
}

function body(text, file, places, changes) {
  const size = text.length > BODY ? BODY : text.length;
  const inside = (spans) => units(text, spans).filter(([start]) => start < size).map(([start, end]) => [start, Math.min(end, size)]);
  const made = element("span", { class: "body", ...direction(text, file) }, ...marked(text.slice(0, size), inside(places), inside(changes)));
  if (!text) made.append(element("span", { class: "note", dir: "ltr" }, "(empty)"));
  if (size === text.length) return made;
  const all = element("button", { type: "button" }, `show all ${text.length.toLocaleString("en")} characters`);
  all.addEventListener("click", () => { made.replaceChildren(...shown(text)); all.remove(); });
  return element("div", {}, made, all);
}

// Where nothing flipped, the match is that of the protocol itself.
function plainPlaces(row) {
  const at = row[ANSWER] ? row[RESPONSE].toLowerCase().indexOf(row[ANSWER].toLowerCase()) : -1;
  if (at < 0 || row[RESPONSE].toLowerCase().length !== row[RESPONSE].length) return [];
  const before = (end) => [...row[RESPONSE].slice(0, end)].length;
  return [[before(at), before(at + row[ANSWER].length)]];
}

function levels(row, more) {
  const head = element("tr", {}, element("th", { scope: "col" }, "metric"), ...META.levels.map(([name]) => element("th", { scope: "col" }, name)));
  const lines = META.metrics.map((name, place) => {
    const signs = row[VERDICTS][place], numbers = more.values && more.values[name];
    const cells = META.levels.map(([, at], k) => {
      const number = numbers && (k === 0 ? numbers[0] : k === META.levels.length - 1 ? numbers[1] : null);
      return element("td", {}, number !== null && number !== undefined ? number.toFixed(3) : signs[at] === undefined ? "" : word(signs[at]));
    });
    return element("tr", {}, element("th", { scope: "row" }, name), ...cells);
  });
  return element("div", { class: "scroll" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...lines)));
}

function explained(flip, file) {
  const items = [];
  if (!flip[3]) items.push("a later step turns the verdict again");
  for (const [side, k] of [["answer", 5], ["response", 6]]) {
    for (const [start, end, before, after] of flip[k]) {
      const where = end - start > 1 ? `characters ${start + 1} to ${end}` : end > start ? `character ${start + 1}` : `before character ${start + 1}`;
      items.push(`${side}, ${where}: ${named(before)} ${before ? (after ? "becomes" : "goes") : ""} ${after ? named(after) : ""}${before ? "" : " comes in"}`);
    }
  }
  if (flip[7]) items.push(`and ${flip[7]} more places in the response`);
  if (!items.length) items.push("no text changed: the words are cut otherwise");
  const lines = items.map((text) => element("li", {}, ...shown(text.replace(/\s+/g, " "))));
  if (flip[8]) lines.push(element("li", {}, "words of the answer not found: before ", ...words(flip[8][0], file), ", after ", ...words(flip[8][1], file)));
  return [element("ul", { class: "plain" }, ...lines)];
}

function words(list, file) {
  if (!list.length) return ["none"];
  return list.flatMap((text, k) => [k ? " | " : "", element("bdi", direction(text, file), ...shown(text))]);
}

function named(text) {
  const points = [...text].slice(0, 24);
  const more = [...text].length - points.length;
  return points.map((character) => `${point(character)} ${META.names[character] || ""}`).join(" + ") + (more > 0 ? ` and ${more} more` : "");
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("button[data-line]");
  if (!link) return;
  controls.query.value = `line:${link.dataset.line}`;
  const file = META.files.findIndex((its) => its.name === link.dataset.file || its.name.startsWith(`${link.dataset.file} (`));
  for (const name of Object.keys(controls)) if (controls[name].tagName === "SELECT") controls[name].value = "";
  for (const name of ["flipped", "script"]) if (controls[name]) controls[name].checked = false;
  if (controls.file && file >= 0) controls.file.value = String(file);
  filter();
  document.getElementById("rows-section").scrollIntoView();
  const first = document.querySelector("#rows button");
  if (first) { first.click(); first.focus({ preventScroll: true }); }
});
window.addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((its) => { its.open = true; }));

// The texts are read for the search while nothing else is to do, so that even the first one does not wait.
function prepare(place, deadline) {
  while (place < ROWS.length && deadline.timeRemaining() > 2) textOf(place++);
  if (place < ROWS.length) requestIdleCallback((next) => prepare(place, next));
}

build();
render();
if (window.requestIdleCallback) requestIdleCallback((deadline) => prepare(0, deadline));
