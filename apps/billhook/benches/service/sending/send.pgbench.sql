\set org random(1, 64)
\set a random(1, 9000000000000000000)
BEGIN;
INSERT INTO idempotency_keys (organization_id, operation, key, token, fingerprint, running_until) VALUES (lpad(to_hex(:org::bigint), 32, '0')::uuid, 'connector.send', :a::text, gen_random_uuid(), '\x00', now());
COMMIT;
BEGIN;
UPDATE idempotency_keys SET status = 200, body = convert_to(:answer, 'UTF8'), answered_at = now() WHERE organization_id = lpad(to_hex(:org::bigint), 32, '0')::uuid AND operation = 'connector.send' AND key = :a::text;
INSERT INTO contacts (organization_id, id, search_name, party, created_at) VALUES (lpad(to_hex(:org::bigint), 32, '0')::uuid, lpad(to_hex(:org::bigint), 32, '0')::uuid, 'dunajska stavebna a. s.', '{"name":"Dunajská stavebná a. s.","vat_payer": true}', now()) ON CONFLICT (organization_id, id) DO NOTHING;
INSERT INTO invoices (organization_id, id, origin, invoice_type, number, status, customer_id, customer_name, subtotal, vat_total, total, paid_amount, currency, issue_date, due_date, created_at, version, document) VALUES (lpad(to_hex(:org::bigint), 32, '0')::uuid, lpad(to_hex(:a::bigint), 32, '0')::uuid, 'connector', 'invoice', :a::text, 'issued', lpad(to_hex(:org::bigint), 32, '0')::uuid, 'Dunajská stavebná a. s.', 100.00, 23.00, 123.00, 0, 'EUR', current_date, current_date, now(), 1, '{"invoice_type":"invoice","type_code":"380","self_billed": false,"variable_symbol":"1","currency":"EUR"}');
INSERT INTO events (organization_id, id, name, payload, created_at) VALUES (lpad(to_hex(:org::bigint), 32, '0')::uuid, lpad(to_hex(:a::bigint), 32, '0')::uuid, 'invoice.created', '{"event":"invoice.created","data":{"invoiceNumber":"1","status":"issued","total":"123.00"}}', now());
INSERT INTO submissions (organization_id, id, invoice_id, native, number, network, state, attempts, ambiguous, needs_operator, held, message_id, sender, receiver, document_type, process, created_at, updated_at) VALUES (lpad(to_hex(:org::bigint), 32, '0')::uuid, lpad(to_hex(:a::bigint), 32, '0')::uuid, lpad(to_hex(:a::bigint), 32, '0')::uuid, false, :a::text, 'test', 'queued', 0, false, false, false, gen_random_uuid(), :sender, :receiver, :type, :process, now(), now());
INSERT INTO submission_documents (organization_id, submission_id, sent) VALUES (lpad(to_hex(:org::bigint), 32, '0')::uuid, lpad(to_hex(:a::bigint), 32, '0')::uuid, convert_to(:document, 'UTF8'));
INSERT INTO jobs (id, kind, organization_id, subject_id, state, state_at, attempts, created_at) VALUES (lpad(to_hex(:a::bigint), 32, '0')::uuid, 'peppol.send', lpad(to_hex(:org::bigint), 32, '0')::uuid, lpad(to_hex(:a::bigint), 32, '0')::uuid, 'waiting', now(), 0, now());
INSERT INTO peppol_trail (organization_id, id, at, event, document_id, invoice_id, number) VALUES (lpad(to_hex(:org::bigint), 32, '0')::uuid, gen_random_uuid(), now(), 'queued', lpad(to_hex(:a::bigint), 32, '0')::uuid, lpad(to_hex(:a::bigint), 32, '0')::uuid, :a::text);
COMMIT;
