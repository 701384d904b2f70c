-- Each attempt to tell a status (MLS): what it asked, and why it brought no receipt. Nothing is decided by it.
create table message_status_attempts (
  organization_id uuid not null,
  received_id uuid not null,
  id uuid not null,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  error text, -- null: the other side has the status
  hops text not null, -- JSON
  primary key (organization_id, received_id, id),
  foreign key (organization_id, received_id) references message_statuses
);
