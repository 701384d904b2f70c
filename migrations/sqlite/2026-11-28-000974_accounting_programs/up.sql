-- The accounting program of an organization, one for the keys of each tier.
create table accounting_links (
  organization_id blob not null references organizations,
  id blob not null,
  tier text not null, -- test, live
  kind text not null,
  url text,
  settings text not null, -- JSON
  secret blob, -- encrypted
  token blob unique, -- SHA-256
  from_date text not null,
  failures integer not null,
  error text,
  retry_at integer,
  answered_at integer,
  version integer not null,
  created_at integer not null,
  primary key (organization_id, id),
  unique (organization_id, tier)
) strict;
create unique index accounting_links_in_turn on accounting_links (id);

-- What is written into the program of a link. subject_id is the id of an invoice, an expense, a payment or a set-off,
-- without a reference: what is deleted is dropped from here when its turn comes.
create table accounting_postings (
  organization_id blob not null,
  link_id blob not null,
  id blob not null,
  kind text not null,
  subject_id blob not null,
  document_id blob not null, -- the invoice or expense that it is of
  counterpart_id blob, -- the expense of a set-off
  state text not null, -- pending, created, failed
  is_doubtful integer not null check (is_doubtful in (0, 1)),
  attempts integer not null,
  program_id text,
  program_number text,
  note text,
  created_at integer not null,
  concluded_at integer,
  primary key (organization_id, link_id, id),
  unique (organization_id, link_id, kind, subject_id),
  foreign key (organization_id, link_id) references accounting_links
) strict;
create index accounting_postings_pending on accounting_postings (organization_id, link_id, subject_id)
  where state = 'pending';
create index accounting_postings_newest
  on accounting_postings (organization_id, link_id, created_at desc, id desc);
