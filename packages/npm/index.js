// The module of apps/validate-wasm as JavaScript calls it. The page /validate runs this very file.

const bytesOf = document => (typeof document === "string" ? new TextEncoder().encode(document) : new Uint8Array(document));

const secondsOf = now => Math.floor((now instanceof Date ? now.getTime() : now) / 1000);

/** Compiles the module: from where it is, from an answer that brings it, or from its bytes. */
const compile = async source => {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const isPlace = typeof source === "string" || source instanceof URL;
  return WebAssembly.compileStreaming(isPlace ? fetch(source) : source);
};

export class Rules {
  #module;
  #exports;

  constructor(module) {
    this.#module = module;
  }

  static async load(source = new URL("./billing-rules.wasm", import.meta.url)) {
    return new Rules(await compile(source));
  }

  get maxBytes() {
    return this.#live().max_bytes() >>> 0;
  }

  validate(document, options = {}) {
    const chosen = { ...options, now: secondsOf(options.now ?? Date.now()) };
    const written = bytesOf(JSON.stringify(chosen));
    return this.#ask("validate", [bytesOf(document), written], written.length);
  }

  explain(id) {
    return this.#ask("explain", [bytesOf(String(id))]);
  }

  view(document) {
    return this.#ask("view", [bytesOf(document)]);
  }

  #live() {
    this.#exports ??= new WebAssembly.Instance(this.#module).exports;
    return this.#exports;
  }

  #ask(name, parts, ...numbers) {
    const answer = JSON.parse(this.#call(name, parts, numbers));
    if (answer?.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  #call(name, parts, numbers) {
    const live = this.#live();
    try {
      let at = live.input(parts.reduce((sum, part) => sum + part.length, 0)) >>> 0;
      if (at === 0) throw new RangeError("the document is larger than any that is read");
      for (const part of parts) {
        new Uint8Array(live.memory.buffer, at, part.length).set(part);
        at += part.length;
      }
      const length = live[name](...numbers) >>> 0;
      return new TextDecoder().decode(new Uint8Array(live.memory.buffer, live.output() >>> 0, length));
    } catch (error) {
      // after a trap nothing is known of its memory: the next call gets a new one
      if (error instanceof WebAssembly.RuntimeError) this.#exports = undefined;
      throw error;
    }
  }
}

let usual;

/** The rules, loaded once. */
export const load = () => (usual ??= Rules.load());
