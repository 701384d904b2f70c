-- Which column is which in files of banks that nobody knows, as people of an organization said once.

create table statement_mappings (
  organization_id uuid not null references organizations,
  id uuid not null,
  fingerprint text not null, -- the names of the columns, folded
  mapping text not null, -- JSON
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index statement_mappings_newest on statement_mappings (organization_id, created_at desc, id desc);
