\set org random(1, 64)
\set contact random(1, 9000000000000000000)
\set invoice random(1, 9000000000000000000)
\set event random(1, 9000000000000000000)
BEGIN;
INSERT INTO number_counters (organization_id, invoice_type, year, next) VALUES (lpad(to_hex(:org::bigint), 32, '0')::uuid, 'pgbench', 2026, 2) ON CONFLICT (organization_id, invoice_type, year) DO UPDATE SET next = number_counters.next + 1 RETURNING next - 1 AS number \gset
INSERT INTO contacts (organization_id, id, search_name, ico, dic, party, created_at) VALUES (lpad(to_hex(:org::bigint), 32, '0')::uuid, lpad(to_hex(:contact::bigint), 32, '0')::uuid, 'dunajska stavebna a. s.', '35876549', '2020876550', :party, now());
INSERT INTO invoices (organization_id, id, invoice_type, number, status, customer_id, customer_name, subtotal, vat_total, total, paid_amount, currency, exchange_rate, issue_date, due_date, created_at, version, document) VALUES (lpad(to_hex(:org::bigint), 32, '0')::uuid, lpad(to_hex(:invoice::bigint), 32, '0')::uuid, 'invoice', 'PB' || :number::text, 'issued', lpad(to_hex(:contact::bigint), 32, '0')::uuid, 'Dunajská stavebná a. s.', 847.33, 194.89, 1042.22, 0, 'EUR', null, current_date, current_date + 14, now(), 1, :document);
INSERT INTO events (organization_id, id, name, payload, created_at) VALUES (lpad(to_hex(:org::bigint), 32, '0')::uuid, lpad(to_hex(:event::bigint), 32, '0')::uuid, 'invoice.created', :payload, now());
COMMIT;
