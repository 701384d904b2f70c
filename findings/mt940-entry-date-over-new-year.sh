#!/usr/bin/env bash
# npm mt940js 1.3.5 and @centrapay/swift-parser 1.0.1: tag :61: has a value date with a year and an entry date without one.
# Both packages give the entry date the value date's year, also where the year ends between the two: value date 31 December
# 2026, entered on 2 January, comes as entered on 2 January 2026, a year before.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes > /dev/null
npm install --silent --ignore-scripts --no-audit --no-fund mt940js@1.3.5 @centrapay/swift-parser@1.0.1 > /dev/null
cat > statement.sta <<'STA'
:20:STATEMENT
:25:1200/1987426375
:28C:365/1
:60F:C261231EUR1000,00
:61:2612310102C120,00NTRFNONREF//A1
:86:payment
:62F:C270102EUR1120,00
-
STA
cat > read.cjs <<'JS'
const text = require("fs").readFileSync("statement.sta", "utf8");
const day = (date) => date.toISOString().slice(0, 10);
const shown = (name, [{ transactions: [one] }]) => `${name} ${day(one.date)} ${day(one.entryDate)}`;
console.log(shown("mt940js", new (require("mt940js").Parser)().parse(text)));
console.log(shown("swift-parser", require("@centrapay/swift-parser").parse({ type: "mt940", data: text })));
JS
seen=$(TZ=UTC node read.cjs)
echo "$seen"
[ "$seen" = "mt940js 2026-12-31 2026-01-02
swift-parser 2026-12-31 2026-01-02" ]
