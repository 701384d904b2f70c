-- One row, written now and then: whether the database takes changes.
create table heartbeat (
  id integer primary key not null,
  at integer not null
) strict;

-- One row: sealed with the key of secrets, so that another key is noticed when the service starts.
create table secrets_marks (
  id integer primary key not null,
  sealed blob not null,
  created_at integer not null
) strict;
