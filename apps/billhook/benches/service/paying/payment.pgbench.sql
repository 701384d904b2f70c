\set n random(1, :invoices)
\set a random(1, 9000000000000000000)
SELECT organization_id AS org, id AS invoice FROM numbered WHERE n = :n \gset
BEGIN;
SET LOCAL synchronous_commit = off;
INSERT INTO idempotency_keys (organization_id, operation, key, token, fingerprint, running_until) VALUES (:org::uuid, 'payments.record', 'p' || :a::text, gen_random_uuid(), '\x00', now());
COMMIT;
BEGIN;
SELECT * FROM invoices WHERE organization_id = :org::uuid AND id = :invoice::uuid FOR UPDATE;
SELECT * FROM payments WHERE organization_id = :org::uuid AND invoice_id = :invoice::uuid;
UPDATE invoices SET status = 'partially_paid', paid_amount = paid_amount + 0.01, version = version + 1 WHERE organization_id = :org::uuid AND id = :invoice::uuid;
INSERT INTO payments (organization_id, invoice_id, id, amount, paid_on, method, currency, incoming) VALUES (:org::uuid, :invoice::uuid, lpad(to_hex(:a::bigint), 32, '0')::uuid, 0.01, current_date, 'bank_transfer', 'EUR', true);
INSERT INTO invoice_history (organization_id, invoice_id, id, created_at, action, version, before, after) VALUES (:org::uuid, :invoice::uuid, lpad(to_hex(:a::bigint), 32, '0')::uuid, now(), 'payment_recorded', 2, :before, :after);
INSERT INTO events (organization_id, id, name, payload, created_at) VALUES (:org::uuid, gen_random_uuid(), 'payment.received', :received, now()), (:org::uuid, gen_random_uuid(), 'invoice.updated', :updated, now());
UPDATE idempotency_keys SET status = 201, body = convert_to(:answer, 'UTF8'), answered_at = now() WHERE organization_id = :org::uuid AND operation = 'payments.record' AND key = 'p' || :a::text;
COMMIT;
