-- Messages that other access points sent to this provider itself, statuses, with our receipts. They belong to no organization.
create table received_service_messages (
  network text not null,
  envelope blob not null, -- hash of provider and instance, as received_documents.message_id
  provider text not null, -- seat id of the access point
  message_id text not null, -- of AS4
  instance text not null, -- of the envelope
  document_type text not null,
  document blob not null, -- without its envelope
  transaction_id text not null, -- of our receipt
  receipt blob not null,
  received_at integer not null,
  primary key (network, envelope),
  constraint received_service_messages_once unique (network, provider, message_id)
) strict;
