\set a random(1, 9000000000000000000)
BEGIN;
INSERT INTO received_documents (organization_id, id, network, message_id, transaction_id, sender, sender_name, receiver, document_type, process, number, type_code, issue_date, due_date, total, payable, currency, size, received_at) SELECT organization_id, lpad(to_hex(:a::bigint), 32, '0')::uuid, network, lpad(to_hex(:a::bigint), 32, '0')::uuid, :a::text, sender, sender_name, receiver, document_type, process, number, type_code, issue_date, due_date, total, payable, currency, size, now() FROM one;
INSERT INTO received_contents (organization_id, received_id, document, evidence, packed) SELECT organization_id, lpad(to_hex(:a::bigint), 32, '0')::uuid, document, evidence, packed FROM one_contents;
INSERT INTO received_messages (organization_id, received_id, network, provider, message_id, instance, status_to, status_always) SELECT organization_id, lpad(to_hex(:a::bigint), 32, '0')::uuid, network, provider, :a::text, :a::text, status_to, status_always FROM one_message;
INSERT INTO message_statuses (organization_id, received_id, status_id, sender, state, attempts, due_at, version) SELECT organization_id, lpad(to_hex(:a::bigint), 32, '0')::uuid, lpad(to_hex(:a::bigint), 32, '0')::uuid, sender, state, attempts, due_at, version FROM one_status;
INSERT INTO jobs (id, kind, organization_id, subject_id, state, state_at, attempts, created_at) SELECT lpad(to_hex(:a::bigint), 32, '0')::uuid, 'peppol.status', organization_id, lpad(to_hex(:a::bigint), 32, '0')::uuid, 'waiting', now(), 0, now() FROM one;
INSERT INTO events (organization_id, id, name, payload, created_at) SELECT organization_id, lpad(to_hex(:a::bigint), 32, '0')::uuid, name, payload, now() FROM one_event;
INSERT INTO peppol_trail (organization_id, id, network, at, event, document_id, number) SELECT organization_id, lpad(to_hex(:a::bigint), 32, '0')::uuid, network, now(), 'received', lpad(to_hex(:a::bigint), 32, '0')::uuid, number FROM one;
COMMIT;
