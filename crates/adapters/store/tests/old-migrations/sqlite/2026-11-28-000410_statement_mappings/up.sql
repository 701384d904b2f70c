-- Which column is which in files of banks that nobody knows, as people of an organization said once.

create table statement_mappings (
  organization_id blob not null references organizations,
  id blob not null,
  fingerprint text not null, -- the names of the columns, folded
  mapping text not null, -- JSON
  created_at integer not null,
  primary key (organization_id, id)
) strict;
create index statement_mappings_newest on statement_mappings (organization_id, created_at desc, id desc);
