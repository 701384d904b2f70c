-- Exports for accounting. They are made in steps, each of which moves the progress and appends a piece to
-- each file: see crates/domain/accounting-export.
create table exports (
  organization_id blob not null references organizations,
  id blob not null,
  tier text not null, -- test, live: of the key that asked for it
  period_from text not null,
  period_to text not null,
  files integer not null, -- PDFs and XMLs too
  state text not null, -- waiting, running, ready, failed
  progress text not null, -- JSON
  error text,
  created_at integer not null,
  finished_at integer,
  expires_at integer not null,
  version integer not null,
  primary key (organization_id, id)
) strict;
create index exports_newest on exports (organization_id, tier, created_at desc, id desc);
create index exports_expired on exports (expires_at);

-- Not among the files by their hash: no two pieces are the same, they are deleted with their export, and
-- they do not count as what an organization keeps.
create table export_parts (
  organization_id blob not null,
  export_id blob not null,
  file text not null,
  position integer not null,
  content blob not null,
  primary key (organization_id, export_id, file, position),
  foreign key (organization_id, export_id) references exports
) strict;

-- whether an expense was made of a received document, whatever became of it
create index expenses_of_received on expenses (organization_id, received_id, created_at)
  where received_id is not null;
