
const CHOICES = [["1", "right", "1"], ["0", "wrong", "2"], ["?", "cannot tell", "3"]];
const SAID = { 1: "right", 0: "wrong", "?": "cannot tell" };
const KEY = "indicmatch labels";
const NAMES = META.rows.map(() => ""); // of each row its file, line and check: an answer is one to this row, in whatever sample it comes
META.population.forEach(([block, line, check, , place]) => {
  if (place >= 0) NAMES[place] = JSON.stringify([META.files[block].name, line, check]);
});
const answers = read();
let now = Math.max(0, NAMES.findIndex((name) => answers[name] === undefined));

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "{}");
  } catch {
    return {}; // no storage here: the answers last as long as the page is open
  }
}

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), ...answers }));
  } catch {
    // as above
  }
}

function draw() {
  const [block, line, question, accepted, response] = META.rows[now];
  const file = META.files[block];
  const text = (value) => element("span", { class: "body", ...direction(value, file) }, ...(value ? shown(value) : ["(empty)"]));
  document.getElementById("card").replaceChildren(
    element("p", { class: "note" }, `${file.name}, line ${line}`),
    element("h2", {}, "Question"), text(question),
    element("h2", {}, accepted.length > 1 ? "Any of these is right" : "The answer"), ...accepted.map(text),
    element("h2", {}, "Response"), text(response));
  const done = NAMES.filter((name) => answers[name] !== undefined).length;
  document.getElementById("progress").value = done;
  document.getElementById("status").textContent = `Row ${now + 1} of ${META.rows.length}, ${done} labelled`;
  document.querySelectorAll("#answers button").forEach((button) => button.setAttribute("aria-pressed", String(button.value === answers[NAMES[now]])));
  document.getElementById("back").disabled = now === 0;
  document.getElementById("next").disabled = now === META.rows.length - 1;
}

function go(to) {
  now = Math.min(META.rows.length - 1, Math.max(0, to));
  draw();
}

function answer(value) {
  answers[NAMES[now]] = value;
  keep();
  go(now + 1);
}

function cell(value) {
  let text = String(value);
  if (META.safe && /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text)) text = `'${text}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text;
}

function csv() {
  const header = ["file", "line", "check", "stratum", "sampled", "label", "said", ...META.metrics, ...META.metrics.map((name) => `${name}_${META.top}`)];
  const lines = META.population.map(([block, line, check, stratum, place, raw, top]) => {
    const said = place < 0 ? undefined : answers[NAMES[place]];
    const label = said === "1" || said === "0" ? said : "";
    const signs = [...raw, ...top].map((sign) => (sign === "-" ? "" : sign));
    return [META.files[block].name, line, check, META.strata[stratum], place < 0 ? 0 : 1, label, SAID[said] || "", ...signs];
  });
  return [header, ...lines].map((line) => line.map(cell).join(",")).join("\n") + "\n";
}

function save() {
  const link = element("a", { href: URL.createObjectURL(new Blob([csv()], { type: "text/csv" })), download: "labels.csv" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

if (META.rows.length) {
  document.getElementById("answers").append(...CHOICES.map(([value, text, key]) => {
    const button = element("button", { type: "button", value, "aria-pressed": "false", "aria-keyshortcuts": key }, `${text} `, element("kbd", {}, key));
    button.addEventListener("click", () => answer(value));
    return button;
  }));
  document.getElementById("back").addEventListener("click", () => go(now - 1));
  document.getElementById("next").addEventListener("click", () => go(now + 1));
  document.getElementById("save").addEventListener("click", save);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const choice = CHOICES.find((its) => its[2] === event.key);
    if (choice) answer(choice[0]);
    else if (event.key === "ArrowLeft") go(now - 1);
    else if (event.key === "ArrowRight") go(now + 1);
    else if (event.key === "s") save();
    else return;
    event.preventDefault();
  });
  draw();
}
