-- As on PostgreSQL: see docs/storage.md for how types lie.
-- The durable queue. state: waiting, running, dead; state_at: not before, until, since.
create table jobs (
  id blob primary key not null,
  kind text not null,
  organization_id blob references organizations,
  subject_id blob,
  key text constraint jobs_key unique,
  state text not null,
  state_at integer not null,
  token blob, -- of the worker that has it
  attempts integer not null,
  last_error text,
  created_at integer not null
) strict;
create index jobs_due on jobs (kind, state_at) where state <> 'dead';
create index jobs_newest on jobs (created_at desc, id desc);
create index jobs_subject on jobs (subject_id) where subject_id is not null;

-- without a row: never registered, no option set, sends leave at once
create table peppol_accounts (
  organization_id blob primary key not null references organizations,
  status text not null, -- none, enrolled, send_only, deactivated
  network text, -- test, live; none when the status is none
  participant text, -- scheme:value
  held_by text, -- JSON
  since integer,
  like_production integer not null,
  prepayment_overdue integer not null,
  send_mode text not null, -- immediate, scheduled, manual
  send_time text -- HH:MM in Bratislava, of scheduled
) strict;
create unique index peppol_accounts_enrolled on peppol_accounts (network, participant)
  where status = 'enrolled';

-- whole sends' worth
create table credit_accounts (
  organization_id blob primary key not null references organizations,
  available integer not null check (available >= 0),
  reserved integer not null check (reserved >= 0)
) strict;

-- one line for each move of a submission, and for each key of a purchase
create table credit_entries (
  organization_id blob not null references credit_accounts,
  id blob not null,
  kind text not null, -- top_up, reserve, capture, release
  amount integer not null,
  submission_id blob,
  key text,
  created_at integer not null,
  primary key (organization_id, id),
  constraint credit_entries_move unique (organization_id, submission_id, kind),
  constraint credit_entries_key unique (organization_id, key)
) strict;
create index credit_entries_newest on credit_entries (organization_id, created_at desc, id desc);

-- documents that were sent for somebody else's system, under their own numbers
create table recorded_invoices (
  organization_id blob not null references organizations,
  id blob not null,
  number text not null,
  variable_symbol text,
  type_code text,
  issue_date text,
  due_date text,
  currency text,
  payable text,
  counterparty text,
  created_at integer not null,
  primary key (organization_id, id),
  constraint recorded_invoices_number unique (organization_id, number)
) strict;

create table submissions (
  organization_id blob not null references organizations,
  id blob not null,
  invoice_id blob not null, -- in recorded_invoices, or in invoices when native
  native integer not null,
  number text not null,
  network text not null,
  state text not null,
  attempts integer not null,
  doubtful integer not null,
  parked integer not null,
  held integer not null,
  message_id blob not null constraint submissions_message unique,
  sender text not null,
  receiver text not null,
  document_type text not null,
  process text not null,
  created_at integer not null,
  updated_at integer not null,
  sent_at integer,
  delivered_at integer,
  transaction_id text,
  error text,
  primary key (organization_id, id)
) strict;
create index submissions_newest on submissions (organization_id, created_at desc, id desc);
create index submissions_invoice on submissions (organization_id, invoice_id, created_at desc, id desc);
create index submissions_open on submissions (organization_id, created_at desc, id desc)
  where state in ('queued', 'sending');
create index submissions_failed on submissions (organization_id, created_at desc, id desc)
  where state = 'failed';
-- an invoice issued here is under way once
create unique index submissions_native on submissions (organization_id, invoice_id)
  where native and state <> 'failed';

-- what is handed over, and what came in when it was changed
create table submission_documents (
  organization_id blob not null,
  submission_id blob not null,
  sent blob not null,
  original blob,
  primary key (organization_id, submission_id),
  foreign key (organization_id, submission_id) references submissions
) strict;

create table submission_receipts (
  organization_id blob not null,
  submission_id blob not null,
  id blob not null,
  received_at integer not null,
  evidence blob not null,
  primary key (organization_id, submission_id, id),
  foreign key (organization_id, submission_id) references submissions
) strict;

create table staged_documents (
  organization_id blob not null references organizations,
  id blob not null,
  network text not null,
  receiver text,
  sent blob not null,
  original blob,
  expires_at integer not null,
  created_at integer not null,
  primary key (organization_id, id)
) strict;
create index staged_documents_expiry on staged_documents (expires_at);

create table received_documents (
  organization_id blob not null references organizations,
  id blob not null,
  network text not null,
  message_id blob not null,
  transaction_id text not null,
  sender text not null,
  sender_name text,
  receiver text not null,
  document_type text not null,
  process text not null,
  number text,
  type_code text,
  issue_date text,
  due_date text,
  payable text,
  currency text,
  size integer not null,
  received_at integer not null,
  acknowledged_at integer,
  primary key (organization_id, id),
  constraint received_documents_message unique (network, message_id)
) strict;
create index received_documents_newest on received_documents (organization_id, received_at desc, id desc);
create index received_documents_open on received_documents (organization_id, received_at desc, id desc)
  where acknowledged_at is null;
create index received_documents_sender on received_documents (organization_id, sender, received_at desc, id desc);
-- a document may say a number of any length, and PostgreSQL has no longer keys than 2,704 bytes
create index received_documents_number on received_documents (organization_id, number, received_at desc, id desc)
  where length(number) <= 200;

create table received_contents (
  organization_id blob not null,
  received_id blob not null,
  document blob not null,
  evidence blob not null,
  primary key (organization_id, received_id),
  foreign key (organization_id, received_id) references received_documents
) strict;

-- what happened to documents and registrations
create table peppol_trail (
  organization_id blob not null references organizations,
  id blob not null,
  at integer not null,
  event text not null,
  document_id blob,
  invoice_id blob,
  number text,
  detail text,
  primary key (organization_id, id)
) strict;
create index peppol_trail_in_order on peppol_trail (organization_id, at, id);
create index peppol_trail_document on peppol_trail (organization_id, document_id, at, id);

-- event_id: it happens once under this. seq: its place in the feed, given after its commit, in order,
-- together with its deliveries.
alter table events add column event_id text;
alter table events add column seq integer;
create unique index events_once on events (organization_id, event_id) where event_id is not null;
create unique index events_fed on events (seq) where seq is not null;
create index events_unfed on events (created_at, id) where seq is null;
