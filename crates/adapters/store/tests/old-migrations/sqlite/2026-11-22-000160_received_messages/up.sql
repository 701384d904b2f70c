-- The message in which another access point sent a received document. Its ids are unique among those of that
-- access point only: nobody can take another's.
create table received_messages (
  organization_id blob not null,
  received_id blob not null,
  network text not null,
  provider text not null, -- seat id of the access point
  message_id text not null, -- of AS4
  instance text not null, -- of the envelope; its hash with the provider is received_documents.message_id
  status_to text, -- who is told what became of it
  status_always integer not null, -- told of success too
  primary key (organization_id, received_id),
  foreign key (organization_id, received_id) references received_documents,
  constraint received_messages_once unique (network, provider, message_id)
) strict;
