// The page /validate: a chosen or dropped file is judged by the module, and shown. Texts of documents and of rules are
// put in as text, never as markup.
const MOST_PLACES = 20;

const byId = id => document.getElementById(id);
const check = byId("check");
const words = new Map([...document.querySelectorAll("#words [data-word]")].map(it => [it.dataset.word, it.textContent]));
const say = name => words.get(name) ?? name;

/** An element with attributes and children; a child that is a string is text, and nothing for null. */
const make = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.flat().filter(child => child !== null && child !== undefined && child !== ""));
  return made;
};
const english = text => make("span", { lang: "en" }, text);
const fact = (label, value) => make("div", {}, make("dt", {}, label), make("dd", {}, value));
const section = (heading, ...children) => make("section", {}, make("h2", {}, heading), ...children);

// the verdict

const BADGES = { fatal: ["bad", say("fatal")], warning: ["warn", say("warning")], information: ["info", say("information")] };

const place = finding => [
  `${say("line")} ${finding.line}:${finding.column} `,
  finding.xpath ? make("code", {}, finding.xpath) : null,
];

const aboutTerm = ({ id, name }) => (name ? `${id} ${name}` : id);

const aboutForm = form => [
  make("p", {}, english(form.message)),
  make("p", { class: "hint" }, english(form.rulesets.join(", "))),
  form.terms.length ? make("p", { class: "hint" }, english(form.terms.map(aboutTerm).join(", "))) : null,
  ...form.links.map(link => make("p", {}, make("a", { href: link, rel: "noreferrer", hreflang: "en" }, say("official")))),
];

/** What is known of a rule: asked when somebody opens it. */
const about = (rules, id) => {
  const details = make("details", { class: "more" }, make("summary", {}, `${say("about")} ${id}`));
  details.addEventListener("toggle", () => details.append(...rules.explain(id).rules.flatMap(aboutForm)), { once: true });
  return details;
};

const furtherPlaces = further =>
  further.length === 0
    ? null
    : make("details", { class: "more" },
        make("summary", {}, `${say("places")}: ${further.length}`),
        make("ul", {}, further.slice(0, MOST_PLACES).map(one => make("li", {}, ...place(one)))));

/** The findings of a rule that say the same: the first in full. */
const finding = (rules, [first, ...further]) => {
  const [kind, label] = BADGES[first.flag];
  return make("li", { class: "panel" },
    make("h3", {}, first.rule, " ", make("span", { class: `badge ${kind}` }, label)),
    make("p", {}, english(first.message)),
    make("p", {}, english(first.hint)),
    make("p", { class: "hint" }, ...place(first), first.release ? ` · ${say("release")} ${first.release}` : null),
    furtherPlaces(further),
    about(rules, first.rule));
};

const byRule = findings => {
  const groups = new Map();
  for (const one of findings) groups.get(one.rule)?.push(one) ?? groups.set(one.rule, [one]);
  return [...groups.values()];
};

const factsOf = verdict =>
  make("dl", { class: "facts" },
    fact(say("ruleset"), verdict.ruleset),
    fact(say("release"), verdict.release),
    fact(say("errors"), String(verdict.errors)),
    fact(say("warnings"), String(verdict.warnings)),
    verdict.unlisted ? fact(say("unlisted"), String(verdict.unlisted)) : null,
    verdict.kosit ? fact(say("kosit"), english(verdict.kosit.recommendation)) : null);

const verdictOf = (rules, verdict) => {
  const [kind, label] = verdict.valid ? ["good", say("valid")] : ["bad", say("invalid")];
  const groups = byRule(verdict.findings);
  return [
    make("section", {},
      make("h2", {}, verdict.document, " ", make("span", { class: `badge ${kind}` }, label)),
      factsOf(verdict),
      ...verdict.notes.map(note => make("p", {}, english(note)))),
    section(say("findings"), groups.length
      ? make("ul", { class: "findings" }, groups.map(group => finding(rules, group)))
      : make("p", {}, say("none"))),
  ];
};

// the document

const LINE = ["BT-153", "BT-129", "BT-146", "BT-151", "BT-152", "BT-131"];
const VAT = ["BT-118", "BT-119", "BT-116", "BT-117"];

const label = entry => words.get(entry.term) ?? english(entry.name);
const valueOf = entry => (entry.of ? `${entry.value} ${entry.of}` : entry.value);
const list = (entries, kind) => make("dl", { class: kind }, entries.map(entry => fact(label(entry), valueOf(entry))));

const party = (heading, entries) => make("div", {}, make("h3", {}, heading), list(entries, "terms"));

const cell = (row, term, index) => {
  const values = row.filter(entry => entry.term === term || (term === "BT-153" && entry.term === "BT-154"));
  const attributes = { role: "cell", "data-label": say(term), ...(index ? { class: "amount" } : {}) };
  return make("td", attributes, values.map(valueOf).join("\n"));
};

const table = (rows, terms, kind) => {
  const heads = terms.map((term, index) =>
    make("th", { scope: "col", role: "columnheader", ...(index ? { class: "amount" } : {}) }, say(term)));
  const row = entries => make("tr", { role: "row" }, terms.map((term, index) => cell(entries, term, index)));
  return make("table", { role: "table", class: kind },
    make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, heads)),
    make("tbody", { role: "rowgroup" }, rows.map(row)));
};

const reasons = vat => vat.flat().filter(entry => entry.term === "BT-120").map(entry => make("p", { class: "remark" }, entry.value));

const documentOf = view => {
  if (view === null) return section(say("document"), make("p", {}, say("no-document")));
  const number = view.head.find(entry => entry.term === "BT-1")?.value ?? "";
  const title = `${say(view.credit_note ? "credit-note" : "invoice")} ${number}`;
  return section(say("document"), make("article", { class: "paper", "aria-label": title },
    make("h3", { class: "sum" }, title),
    make("div", { class: "parties" }, party(say("seller"), view.seller), party(say("buyer"), view.buyer)),
    list(view.head.filter(entry => entry.term !== "BT-1"), "facts"),
    table(view.lines, LINE, "lines"),
    view.vat.length ? [make("h3", {}, say("vat")), table(view.vat, VAT, "vat"), ...reasons(view.vat)] : null,
    make("h3", {}, say("totals")), list(view.totals, "totals"),
    view.payment.length ? [make("h3", {}, say("payment")), list(view.payment, "terms")] : null,
    view.left_out ? make("p", { class: "remark" }, `${say("left-out")} ${view.left_out}`) : null));
};

// what somebody does

const tell = text => { byId("state").textContent = text; };

let loading;
const loadRules = () => {
  const { rules, calls } = check.dataset;
  loading ??= import(calls).then(({ Rules }) => Rules.load(rules));
  return loading;
};

const judge = async file => {
  tell(say("loading"));
  const rules = await loadRules();
  if (file.size >= rules.maxBytes) return tell(`${say("too-large")} ${rules.maxBytes - 1}`);
  tell(say("at-work"));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const release = byId("release").value || undefined;
  const verdict = rules.validate(bytes, { name: file.name, release });
  byId("answer").replaceChildren(...verdictOf(rules, verdict), documentOf(rules.view(bytes)));
  tell(`${file.name}: ${say(verdict.valid ? "valid" : "invalid")}`);
};

let last;
const take = async file => {
  if (!file) return;
  last = file;
  byId("answer").replaceChildren();
  try {
    await judge(file);
  } catch (error) {
    console.error(error);
    tell(say("failed"));
  }
};

byId("file").addEventListener("change", event => take(event.target.files[0]));
byId("release").addEventListener("change", () => take(last));
addEventListener("dragover", event => event.preventDefault());
addEventListener("drop", event => {
  event.preventDefault();
  take(event.dataTransfer.files[0]);
});
