-- Each attempt to tell a status (MLS): what it asked, and why it brought no receipt. Nothing is decided by it.
create table message_status_attempts (
  organization_id blob not null,
  received_id blob not null,
  id blob not null,
  began_at integer not null,
  ended_at integer not null,
  error text, -- null: the other side has the status
  hops text not null, -- JSON
  primary key (organization_id, received_id, id),
  foreign key (organization_id, received_id) references message_statuses
) strict;
