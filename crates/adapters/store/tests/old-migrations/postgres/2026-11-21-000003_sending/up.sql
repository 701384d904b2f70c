-- The durable queue. state: waiting, running, dead; state_at: not before, until, since.
create table jobs (
  id uuid primary key not null,
  kind text not null,
  organization_id uuid references organizations,
  subject_id uuid,
  key text constraint jobs_key unique,
  state text not null,
  state_at timestamptz not null,
  token uuid, -- of the worker that has it
  attempts bigint not null,
  last_error text,
  created_at timestamptz not null
) with (fillfactor = 70);
create index jobs_due on jobs (kind, state_at) where state <> 'dead';
create index jobs_newest on jobs (created_at desc, id desc);
create index jobs_subject on jobs (subject_id) where subject_id is not null;

-- without a row: never registered, no option set, sends leave at once
create table peppol_accounts (
  organization_id uuid primary key not null references organizations,
  status text not null, -- none, enrolled, send_only, deactivated
  network text, -- test, live; none when the status is none
  participant text, -- scheme:value
  held_by text, -- JSON
  since timestamptz,
  like_production boolean not null,
  prepayment_overdue boolean not null,
  send_mode text not null, -- immediate, scheduled, manual
  send_time text -- HH:MM in Bratislava, of scheduled
);
create unique index peppol_accounts_enrolled on peppol_accounts (network, participant)
  where status = 'enrolled';

-- whole sends' worth
create table credit_accounts (
  organization_id uuid primary key not null references organizations,
  available bigint not null check (available >= 0),
  reserved bigint not null check (reserved >= 0)
) with (fillfactor = 70);

-- one line for each move of a submission, and for each key of a purchase
create table credit_entries (
  organization_id uuid not null references credit_accounts,
  id uuid not null,
  kind text not null, -- top_up, reserve, capture, release
  amount bigint not null,
  submission_id uuid,
  key text,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint credit_entries_move unique (organization_id, submission_id, kind),
  constraint credit_entries_key unique (organization_id, key)
);
create index credit_entries_newest on credit_entries (organization_id, created_at desc, id desc);

-- documents that were sent for somebody else's system, under their own numbers
create table recorded_invoices (
  organization_id uuid not null references organizations,
  id uuid not null,
  number text not null,
  variable_symbol text,
  type_code text,
  issue_date date,
  due_date date,
  currency text,
  payable numeric,
  counterparty text,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint recorded_invoices_number unique (organization_id, number)
);

create table submissions (
  organization_id uuid not null references organizations,
  id uuid not null,
  invoice_id uuid not null, -- in recorded_invoices, or in invoices when native
  native boolean not null,
  number text not null,
  network text not null,
  state text not null,
  attempts integer not null,
  doubtful boolean not null,
  parked boolean not null,
  held boolean not null,
  message_id uuid not null constraint submissions_message unique,
  sender text not null,
  receiver text not null,
  document_type text not null,
  process text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sent_at timestamptz,
  delivered_at timestamptz,
  transaction_id text,
  error text,
  primary key (organization_id, id)
) with (fillfactor = 70);
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
  organization_id uuid not null,
  submission_id uuid not null,
  sent bytea not null,
  original bytea,
  primary key (organization_id, submission_id),
  foreign key (organization_id, submission_id) references submissions
);

create table submission_receipts (
  organization_id uuid not null,
  submission_id uuid not null,
  id uuid not null,
  received_at timestamptz not null,
  evidence bytea not null,
  primary key (organization_id, submission_id, id),
  foreign key (organization_id, submission_id) references submissions
);

create table staged_documents (
  organization_id uuid not null references organizations,
  id uuid not null,
  network text not null,
  receiver text,
  sent bytea not null,
  original bytea,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index staged_documents_expiry on staged_documents (expires_at);

create table received_documents (
  organization_id uuid not null references organizations,
  id uuid not null,
  network text not null,
  message_id uuid not null,
  transaction_id text not null,
  sender text not null,
  sender_name text,
  receiver text not null,
  document_type text not null,
  process text not null,
  number text,
  type_code text,
  issue_date date,
  due_date date,
  payable numeric,
  currency text,
  size bigint not null,
  received_at timestamptz not null,
  acknowledged_at timestamptz,
  primary key (organization_id, id),
  constraint received_documents_message unique (network, message_id)
);
create index received_documents_newest on received_documents (organization_id, received_at desc, id desc);
create index received_documents_open on received_documents (organization_id, received_at desc, id desc)
  where acknowledged_at is null;
create index received_documents_sender on received_documents (organization_id, sender, received_at desc, id desc);
-- a document may say a number of any length, and PostgreSQL has no longer keys than 2,704 bytes
create index received_documents_number on received_documents (organization_id, number, received_at desc, id desc)
  where length(number) <= 200;

create table received_contents (
  organization_id uuid not null,
  received_id uuid not null,
  document bytea not null,
  evidence bytea not null,
  primary key (organization_id, received_id),
  foreign key (organization_id, received_id) references received_documents
);

-- what happened to documents and registrations
create table peppol_trail (
  organization_id uuid not null references organizations,
  id uuid not null,
  at timestamptz not null,
  event text not null,
  document_id uuid,
  invoice_id uuid,
  number text,
  detail text,
  primary key (organization_id, id)
);
create index peppol_trail_in_order on peppol_trail (organization_id, at, id);
create index peppol_trail_document on peppol_trail (organization_id, document_id, at, id);

-- event_id: it happens once under this. seq: its place in the feed, given after its commit, in order,
-- together with its deliveries.
alter table events add column event_id text;
alter table events add column seq bigint;
create unique index events_once on events (organization_id, event_id) where event_id is not null;
create unique index events_fed on events (seq) where seq is not null;
create index events_unfed on events (created_at, id) where seq is null;
