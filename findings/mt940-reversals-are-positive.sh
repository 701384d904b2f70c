#!/usr/bin/env bash
# PyPI mt-940 5.1.1: a reversed credit (`RC` in tag :61:) takes money away, a reversed debit (`RD`) brings it back. With
# its defaults the package gives both a positive amount, so the movements do not add up to the difference of the balances.
# Here: 1,000.00 + 120.00 - 75.00 (RC) - 50.50 + 10.00 (RD) = 1,004.50, and the package's sum is 154.50 instead of 4.50.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet mt-940==5.1.1
cat > statement.sta <<'STA'
:20:STATEMENT
:25:1200/1987426375
:28C:1/1
:60F:C270101EUR1000,00
:61:2701020102C120,00NTRFNONREF//A1
:86:payment
:61:2701020102RC75,00NTRFNONREF//A2
:86:taken back
:61:2701020102D50,50NTRFNONREF//A3
:86:rent
:61:2701020102RD10,00NTRFNONREF//A4
:86:given back
:62F:C270102EUR1004,50
-
STA
seen=$(venv/bin/python - <<'PY'
import mt940
amounts = [movement.data["amount"].amount for movement in mt940.parse(open("statement.sta").read())]
print(*amounts, "sum", sum(amounts))
PY
)
echo "mt-940 5.1.1: $seen"
[ "$seen" = "120.00 75.00 -50.50 10.00 sum 154.50" ]
