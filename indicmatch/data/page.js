"use strict";
// Text from the files only ever becomes text nodes and attribute values: nothing of it is parsed as markup.

const META = JSON.parse(document.getElementById("data-meta").textContent);
const HIDDEN = new RegExp(`[${META.search.hidden}\\ud800-\\udfff]`, "gu");
const MARKS = /[\p{M}\u200c\u200d]/u;
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const SCRIPTS = {
  Deva: "Devanagari", Beng: "Bengali", Guru: "Gurmukhi", Gujr: "Gujarati", Orya: "Oriya", Taml: "Tamil", Telu: "Telugu", Knda: "Kannada",
  Mlym: "Malayalam", Sinh: "Sinhala", Olck: "Ol_Chiki", Mtei: "Meetei_Mayek", Arab: "Arabic", Latn: "Latin", Tibt: "Tibetan",
  Mymr: "Myanmar", Thaa: "Thaana", Hebr: "Hebrew", Cyrl: "Cyrillic", Grek: "Greek",
};

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  for (const child of children) if (child !== null && child !== undefined) made.append(child);
  return made;
}

function point(character) {
  return `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

// A text as nodes, with what no reader sees shown by name.
function shown(text) {
  const nodes = [];
  let start = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > start) nodes.push(text.slice(start, match.index));
    nodes.push(element("span", { class: "cp", title: point(match[0]) }, META.search.short[match[0]] || point(match[0])));
    start = match.index + match[0].length;
  }
  if (start < text.length) nodes.push(text.slice(start));
  return nodes;
}

// Language and direction by the letters of the text itself, as far as its file's language goes.
const LETTERS = new Map(Object.entries(SCRIPTS).map(([code, name]) => [code, new RegExp(`\\p{Script=${name}}`, "gu")]));

function direction(text, file) {
  const head = text.slice(0, 2000);
  let best = null, most = 0;
  for (const code of new Set([...file.scripts, "Latn", "Arab", "Deva"])) {
    const pattern = LETTERS.get(code);
    const count = pattern ? (head.match(pattern) || []).length : 0;
    if (count > most) [best, most] = [code, count];
  }
  const script = best || file.scripts[0] || "Latn";
  const own = file.lang && file.scripts.includes(script);
  return { dir: ["Arab", "Hebr", "Thaa"].includes(script) ? "rtl" : "ltr", lang: own ? file.lang : null };
}

// Places come as code points; a script counts in UTF-16 units.
function units(text, places) {
  if (!/[\ud800-\udfff]/.test(text.slice(0, 1 << 21))) return places;
  const wanted = [...new Set(places.flat())].sort((a, b) => a - b);
  const found = new Map();
  let at = 0, unit = 0, next = 0;
  while (next < wanted.length) {
    if (wanted[next] === at) { found.set(at, unit); next += 1; continue; }
    if (unit >= text.length) { found.set(wanted[next], unit); next += 1; continue; }
    unit += text.codePointAt(unit) > 0xffff ? 2 : 1;
    at += 1;
  }
  return places.map((place) => place.map((end) => found.get(end)));
}

// A mark that begins or ends inside a letter is widened to it: half a letter cannot be drawn.
function whole(text, [start, end]) {
  while (start > 0 && MARKS.test(text[start] || "")) start -= 1;
  while (end < text.length && MARKS.test(text[end])) end += 1;
  return [start, end];
}

function marked(text, places, changes) {
  const wrap = (kind) => ([start, end]) => [...whole(text, [start, end]), kind];
  const spans = [...places.map(wrap("mark")), ...changes.map(wrap("changed"))].filter(([start, end]) => start < end);
  const cuts = [...new Set([0, text.length, ...spans.flatMap(([start, end]) => [start, end])])].sort((a, b) => a - b);
  const nodes = [];
  for (let k = 0; k + 1 < cuts.length; k += 1) {
    const [from, to] = [cuts[k], cuts[k + 1]];
    const kinds = new Set(spans.filter(([start, end]) => start <= from && to <= end).map((span) => span[2]));
    let piece = shown(text.slice(from, to));
    if (kinds.has("changed")) piece = [element("span", { class: "changed" }, ...piece)];
    if (kinds.has("mark")) piece = [element("mark", {}, ...piece)];
    nodes.push(...piece);
  }
  return nodes;
}

// As the level `encoding` reads a text, and without joiners, digits in ASCII and in lower case: for searching only.
const REWRITE = META.search.rewrite;
const SEQUENCES = new RegExp(Object.keys(REWRITE).sort((a, b) => b.length - a.length).join("|") || "(?!)", "g");
const NOT_ASCII_DIGITS = /(?![0-9])\p{Nd}/gu;

function digit(character) {
  const code = character.codePointAt(0);
  if (code >= 0x1d7ce && code <= 0x1d7ff) return String((code - 0x1d7ce) % 10); // five sets, one after the other
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

function normal(text) {
  let now = text.normalize("NFC");
  if (/[^\u0000-\u007f]/.test(now)) {
    for (let pass = 0, before = ""; before !== now && pass < 4; pass += 1) {
      before = now;
      now = now.replace(SEQUENCES, (sequence) => REWRITE[sequence]);
    }
    now = now.replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ").replace(/[\u200c\u200d\ufe00-\ufe0f]/g, "").replace(HIDDEN, "");
    now = now.replace(NOT_ASCII_DIGITS, digit).normalize("NFC");
  }
  return now.toLowerCase().replace(/\s+/g, " ").trim();
}
