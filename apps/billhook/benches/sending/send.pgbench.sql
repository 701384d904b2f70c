\set org random(1, 64)
\set a random(1, 9000000000000000000)
BEGIN;
INSERT INTO idempotency_keys (organization_id, operation, key, token, fingerprint, running_until) VALUES (lpad(to_hex(:org::bigint), 32, '0')::uuid, 'connector.send', :a::text, gen_random_uuid(), '\x00', now());
COMMIT;
BEGIN;
UPDATE idempotency_keys SET status = 200, body = convert_to(:answer, 'UTF8'), answered_at = now() WHERE organization_id = lpad(to_hex(:org::bigint), 32, '0')::uuid AND operation = 'connector.send' AND key = :a::text;
INSERT INTO recorded_invoices (organization_id, id, number, variable_symbol, type_code, issue_date, due_date, currency, payable, counterparty, created_at) VALUES (lpad(to_hex(:org::bigint), 32, '0')::uuid, lpad(to_hex(:a::bigint), 32, '0')::uuid, :a::text, '1', '380', current_date, current_date, 'EUR', 123.00, 'Dunajská stavebná a. s.', now());
INSERT INTO submissions (organization_id, id, invoice_id, native, number, network, state, attempts, doubtful, parked, held, message_id, sender, receiver, document_type, process, created_at, updated_at) VALUES (lpad(to_hex(:org::bigint), 32, '0')::uuid, lpad(to_hex(:a::bigint), 32, '0')::uuid, lpad(to_hex(:a::bigint), 32, '0')::uuid, false, :a::text, 'test', 'queued', 0, false, false, false, gen_random_uuid(), :sender, :receiver, :type, :process, now(), now());
INSERT INTO submission_documents (organization_id, submission_id, sent) VALUES (lpad(to_hex(:org::bigint), 32, '0')::uuid, lpad(to_hex(:a::bigint), 32, '0')::uuid, convert_to(:document, 'UTF8'));
INSERT INTO jobs (id, kind, organization_id, subject_id, state, state_at, attempts, created_at) VALUES (lpad(to_hex(:a::bigint), 32, '0')::uuid, 'peppol.send', lpad(to_hex(:org::bigint), 32, '0')::uuid, lpad(to_hex(:a::bigint), 32, '0')::uuid, 'waiting', now(), 0, now());
INSERT INTO peppol_trail (organization_id, id, at, event, document_id, invoice_id, number) VALUES (lpad(to_hex(:org::bigint), 32, '0')::uuid, gen_random_uuid(), now(), 'queued', lpad(to_hex(:a::bigint), 32, '0')::uuid, lpad(to_hex(:a::bigint), 32, '0')::uuid, :a::text);
COMMIT;
