#!/bin/sh
# Runs the official EN 16931 and Peppol rules over the golden files: nothing may fire.
#
#   ORACLE=/path/to/oracle.py ORACLE_XSLT=/path/to/stylesheets tests/official-rules.sh
#
# oracle.py needs the Python packages saxonche and lxml; the stylesheets are those of
# OpenPeppol 2026.5 (phax/phive-rules). PYTHON names another interpreter than python3.
set -eu
cd "$(dirname "$0")/../../../../../fixtures/golden/ubl"
run() {
    "${PYTHON:-python3}" "$ORACLE" check "$1" "$2"/*.xml
}
{ run peppol-ubl bis-billing-3; run peppol-selfbilling-ubl bis-self-billing-3; } |
    python3 -c '
import json, sys
records = [json.loads(line) for line in sys.stdin]
bad = [r for r in records if r.get("failed") or r.get("fired") or r.get("errors")]
for record in bad:
    print(json.dumps(record, ensure_ascii=False))
print(f"{len(records)} documents, {len(bad)} with findings")
sys.exit(1 if bad or not records else 0)
'
