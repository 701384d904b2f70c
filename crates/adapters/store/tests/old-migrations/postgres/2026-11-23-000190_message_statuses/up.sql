-- What the sender of a received message is told of it (Message Level Status). Decided once; sent under one id.
create table message_statuses (
  organization_id uuid not null,
  received_id uuid not null,
  status_id uuid not null, -- message id and instance of the status itself
  sender text not null, -- our identifier as a service provider
  state text not null, -- waiting, sent, failed, not_owed
  response text, -- AP, AB, RE; null until decided
  document bytea,
  receiver text,
  otherwise text, -- told where the receiver is not registered
  attempts integer not null,
  error text,
  receipt bytea,
  due_at timestamptz not null,
  ended_at timestamptz,
  version integer not null,
  primary key (organization_id, received_id),
  foreign key (organization_id, received_id) references received_messages,
  constraint message_statuses_once unique (status_id)
);
create index message_statuses_open on message_statuses (due_at) where state = 'waiting';
