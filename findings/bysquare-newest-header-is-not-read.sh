#!/usr/bin/env bash
# npm bysquare: 4.0.1 writes every PAY by square code under the newest version (the text begins 08), also where nothing of
# that version is in it. Its own 2.12.4 and 3.0.0 refuse such a code ("Unsupported version"). What 2.12.4 writes (00) all
# three read. So a code that says the oldest version that carries it is read by more apps.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes > /dev/null
npm install --silent --ignore-scripts --no-audit --no-fund \
  newest@npm:bysquare@4.0.1 older@npm:bysquare@3.0.0 oldest@npm:bysquare@2.12.4 > /dev/null
cat > codes.mjs <<'JS'
import * as newest from "newest/pay";
import * as older from "older";
import * as oldest from "oldest";
const bankAccounts = [{ iban: "SK3112000000198742637541" }];
const beneficiary = { name: "Firma s. r. o." };
const payment = { type: 1, amount: 12.5, currencyCode: "EUR", variableSymbol: "20260001", bankAccounts, beneficiary };
const read = (by, code) => {
  try { return by.decode(code).payments[0].amount; } catch (error) { return error.message; }
};
for (const [name, writer] of [["4.0.1", newest], ["2.12.4", oldest]]) {
  const code = writer.encode({ payments: [payment] });
  console.log(name, code.slice(0, 2), [newest, older, oldest].map((by) => read(by, code)).join(", "));
}
JS
seen=$(node codes.mjs)
echo "$seen"
[ "$seen" = "4.0.1 08 12.5, Unsupported version, Unsupported version
2.12.4 00 12.5, 12.5, 12.5" ]
