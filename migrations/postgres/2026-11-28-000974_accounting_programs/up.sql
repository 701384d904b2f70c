-- The accounting program of an organization, one for the keys of each tier.
create table accounting_links (
  organization_id uuid not null references organizations,
  id uuid not null,
  tier text not null, -- test, live
  kind text not null,
  url text,
  settings text not null, -- JSON
  secret bytea, -- encrypted
  token bytea unique, -- SHA-256
  from_date date not null,
  failures bigint not null,
  error text,
  retry_at timestamptz,
  answered_at timestamptz,
  version integer not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, tier)
);
create unique index accounting_links_in_turn on accounting_links (id);

-- What is written into the program of a link. subject_id is the id of an invoice, an expense, a payment or a set-off,
-- without a reference: what is deleted is dropped from here when its turn comes.
create table accounting_postings (
  organization_id uuid not null,
  link_id uuid not null,
  id uuid not null,
  kind text not null,
  subject_id uuid not null,
  document_id uuid not null, -- the invoice or expense that it is of
  counterpart_id uuid, -- the expense of a set-off
  state text not null, -- pending, created, failed
  is_doubtful boolean not null,
  attempts bigint not null,
  program_id text,
  program_number text,
  note text,
  created_at timestamptz not null,
  concluded_at timestamptz,
  primary key (organization_id, link_id, id),
  unique (organization_id, link_id, kind, subject_id),
  foreign key (organization_id, link_id) references accounting_links
);
create index accounting_postings_pending on accounting_postings (organization_id, link_id, subject_id)
  where state = 'pending';
create index accounting_postings_newest
  on accounting_postings (organization_id, link_id, created_at desc, id desc);
