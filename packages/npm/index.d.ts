/** A document: its bytes, or its text. */
export type Document = Uint8Array | ArrayBuffer | string;

export type RuleSet =
  | "auto"
  | "peppol-ubl"
  | "peppol-selfbilling-ubl"
  | "en16931-ubl"
  | "en16931-cii"
  | "xrechnung-ubl"
  | "xrechnung-cii";

export interface Options {
  /** What the document is called in the verdict. */
  name?: string;
  /** By default `auto`: what the document asks for. */
  ruleset?: RuleSet;
  /** A release of Peppol's rules, `3.0.21`, `3.0.22` or `next`; by default the one in force. */
  release?: string;
  /** When: a Date, or milliseconds since 1970; by default now. */
  now?: Date | number;
  /** How many findings are listed, 1,000 by default; the first of each rule is always there. */
  max_findings?: number;
}

export type Flag = "fatal" | "warning" | "information";

export interface Finding {
  /** `BR-CO-15`; `schema-…`, `guard-…` and `dead-…` are our own. */
  rule: string;
  /** The version of the rules that it is one of. */
  release: string | null;
  flag: Flag;
  message: string;
  /** How to fix it. */
  hint: string;
  /** Business terms, `BT-112`. */
  terms: string[];
  xpath: string;
  line: number;
  column: number;
  expected: string | null;
  actual: string | null;
}

/** What `billhook validate --format json` writes of a document. */
export interface Verdict {
  document: string;
  ruleset: string;
  release: string;
  valid: boolean;
  schema_valid: boolean;
  errors: number;
  warnings: number;
  /** Findings that are counted and not listed. */
  unlisted: number;
  /** What KoSIT's validator makes of an XRechnung. */
  kosit?: { scenario: string; recommendation: string; levels?: Record<string, "error" | "warning" | "information"> };
  notes: string[];
  findings: Finding[];
}

export interface Term {
  id: string;
  name: string;
  ubl: string;
  cii: string;
  rules: string[];
}

export interface Rule {
  rule: string;
  flag: Flag;
  rulesets: string[];
  terms: { id: string; name: string | null }[];
  message: string;
  hint: string;
  links: string[];
}

export type Page = { term: Term } | { rules: Rule[] };

export interface Entry {
  /** `BT-131` */
  term: string;
  name: string;
  value: string;
  /** Unit, currency or scheme. */
  of?: string;
}

/** What an invoice says. */
export interface View {
  credit_note: boolean;
  head: Entry[];
  seller: Entry[];
  buyer: Entry[];
  payment: Entry[];
  lines: Entry[][];
  vat: Entry[][];
  totals: Entry[];
  /** What is not shown because there is too much of it. */
  left_out: number;
}

export class Rules {
  constructor(module: WebAssembly.Module);
  /** From the file of this package, or from where `source` says. */
  static load(source?: string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module): Promise<Rules>;
  /** Bytes of the longest document that is read. */
  readonly maxBytes: number;
  /** Throws an Error for options that cannot be used, and a RangeError for a document longer than `maxBytes`. */
  validate(document: Document, options?: Options): Verdict;
  /** A rule or a business term; throws an Error for an id that is unknown. */
  explain(id: string): Page;
  /** What the document says; null where it is no invoice. */
  view(document: Document): View | null;
}

/** The rules, loaded once. */
export function load(): Promise<Rules>;

/** In Node.js alone, where nothing has to be waited for. */
export function validate(document: Document, options?: Options): Verdict;
/** In Node.js alone. */
export function explain(id: string): Page;
/** In Node.js alone. */
export function view(document: Document): View | null;
