"""The rows of an invoice, one transaction each, in a plain loop: python3 sqlite_loop.py FILE SECONDS

Prints transactions a second. The texts are those of an invoice in the file."""
import os, sqlite3, sys, time

file, seconds = sys.argv[1], float(sys.argv[2])
db = sqlite3.connect(file, isolation_level=None, timeout=10)
db.execute("pragma journal_mode=wal")
db.execute("pragma synchronous=full")
db.execute("pragma foreign_keys=on")
invoice = db.execute("select * from invoices limit 1").fetchone()
names = [column[0] for column in db.execute("select * from invoices limit 1").description]
document = invoice[names.index("document")]
(party,) = db.execute("select party from contacts limit 1").fetchone()
(payload,) = db.execute("select payload from events limit 1").fetchone()
insert_invoice = "insert into invoices (%s) values (%s)" % (",".join(names), ",".join("?" * len(names)))

begin, done = time.monotonic(), 0
while time.monotonic() - begin < seconds:
    org = (done % 64 + 1).to_bytes(16, "big")
    contact, now = os.urandom(16), time.time_ns() // 1000
    db.execute("begin immediate")
    (number,) = db.execute(
        "insert into number_counters (organization_id, invoice_type, year, next) values (?, 'loop', 2026, 2) "
        "on conflict (organization_id, invoice_type, year) do update set next = next + 1 returning next - 1",
        (org,)).fetchone()
    db.execute(
        "insert into contacts (organization_id, id, search_name, ico, dic, party, created_at) values (?,?,?,?,?,?,?)",
        (org, contact, "dunajska stavebna a. s.", "35876549", "2020876550", party, now))
    row = dict(zip(names, invoice))
    row.update(organization_id=org, id=os.urandom(16), number=f"L{number}", customer_id=contact, created_at=now, document=document)
    db.execute(insert_invoice, [row[name] for name in names])
    db.execute(
        "insert into events (organization_id, id, name, payload, created_at) values (?,?,?,?,?)",
        (org, os.urandom(16), "invoice.created", payload, now))
    db.execute("commit")
    done += 1
print(done / (time.monotonic() - begin))
