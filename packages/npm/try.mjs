// Run by .ci/packages in a folder that has nothing but the installed package: each verdict is that of the command.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { explain, load, Rules, validate, view } from "billhook-rules";

const expected = JSON.parse(readFileSync(process.argv[2], "utf8"));
assert.ok(expected.some(one => one.valid) && expected.some(one => !one.valid));
for (const verdict of expected) {
  const bytes = readFileSync(verdict.document);
  assert.deepEqual(validate(bytes, { name: verdict.document }), verdict);
  assert.deepEqual(validate(bytes.toString(), { name: verdict.document }), verdict);
  assert.ok(view(bytes).lines.length > 0);
}
assert.equal(validate("<Invoice>").findings[0].rule, "guard-well-formed");
assert.equal(view("<Invoice>"), null);
assert.equal(explain("BR-CO-15").rules[0].rule, "BR-CO-15");
assert.throws(() => explain("BR-XX-99"), /no rule/);
assert.throws(() => validate("<a/>", { release: "1" }), /release: must be/);
const rules = await load();
assert.throws(() => rules.validate(new Uint8Array(rules.maxBytes + 70_000)), RangeError);
// what ends the module does not end the next call
const broken = new Rules(new WebAssembly.Module(readFileSync(new URL(import.meta.resolve("billhook-rules/billing-rules.wasm")))));
assert.equal(broken.validate("<a>".repeat(1_000_000)).findings[0].rule, "guard-depth");
assert.equal(broken.validate(expected[0].valid ? readFileSync(expected[0].document) : "").valid, expected[0].valid);
console.log(`npm: ${expected.length} verdicts are those of the command`);
