import { readFileSync } from "node:fs";
import { Rules } from "./index.js";

export { Rules };

let usual;

const loaded = () =>
  (usual ??= new Rules(new WebAssembly.Module(readFileSync(new URL("./billing-rules.wasm", import.meta.url)))));

export const load = async () => loaded();

export const validate = (document, options) => loaded().validate(document, options);

export const explain = id => loaded().explain(id);

export const view = document => loaded().view(document);
