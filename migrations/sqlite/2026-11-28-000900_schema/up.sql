-- The whole schema: docs/storage.md tells how it is meant. Later changes are migrations of their own, which only add.
-- Tables of a tenant lead their key with organization_id, so that they can be partitioned or distributed by it.

-- ==================== organizations, people and keys

create table organizations (
  id blob primary key not null,
  name text not null,
  ico text,
  dic text,
  ic_dph text,
  vat_payer integer not null,
  street text not null,
  city text not null,
  postal_code text not null,
  country text not null,
  email text,
  phone text,
  registration text,
  default_due_days integer,
  plan text not null,
  created_at integer not null,
  search_name text not null default '', -- lower case, no diacritics
  accent_colour text,
  logo text,
  -- a partner wrote the e-mail address: a mail to it proves nothing
  email_by_partner integer not null default 0
) strict;
create index organizations_ico on organizations (ico) where ico is not null;
create index organizations_dic on organizations (dic) where dic is not null;

create table users (
  id blob primary key not null,
  email text not null constraint users_email unique,
  password_hash text not null,
  created_at integer not null
) strict, without rowid;

create table memberships (
  organization_id blob not null references organizations,
  user_id blob not null references users,
  role text not null,
  primary key (organization_id, user_id)
) strict, without rowid;
create index memberships_of_user on memberships (user_id);

create table partners (
  id blob primary key not null,
  name text not null,
  created_at integer not null
) strict, without rowid;

create table partner_organizations (
  organization_id blob not null references organizations,
  partner_id blob not null references partners,
  primary key (organization_id, partner_id)
) strict, without rowid;
create index partner_organizations_of_partner on partner_organizations (partner_id);

-- The people of a partner.
create table partner_members (
  partner_id blob not null references partners,
  user_id blob not null references users,
  role text not null,
  primary key (partner_id, user_id)
) strict, without rowid;
create index partner_members_of_user on partner_members (user_id);

-- A logo is known by its SHA-256, in hexadecimal: issued invoices keep theirs.
create table logos (
  organization_id blob not null references organizations,
  sha256 text not null,
  mime_code text not null,
  content blob not null,
  created_at integer not null,
  primary key (organization_id, sha256)
) strict;

-- a user's key names user and organization, a partner's key the partner
create table api_keys (
  id blob primary key not null,
  hash blob not null constraint api_keys_hash unique,
  hint text not null,
  tier text not null,
  scopes text not null,
  user_id blob references users,
  organization_id blob references organizations,
  partner_id blob references partners,
  created_at integer not null,
  revoked_at integer,
  name text,
  created_by blob, -- a key; none: the command line
  last_used_at integer, -- to the minute
  expires_at integer,
  check ((partner_id is null) = (user_id is not null) and (partner_id is null) = (organization_id is
    not null))
) strict;
create index api_keys_of_organization on api_keys (organization_id, created_at desc, id desc) where
  organization_id is not null;
create index api_keys_of_partner on api_keys (partner_id, created_at desc, id desc) where partner_id
  is not null;

-- A row for each thing that is counted: its current minute. Lost in a crash, which costs nothing.
create table request_windows (
  -- an organization, a key, or an invoice for its public link
  subject_id blob not null,
  operation text not null,
  window_start integer not null, -- Unix seconds
  count integer not null,
  primary key (subject_id, operation)
) strict, without rowid;

-- How many invoices an organization has issued in a month of Europe/Bratislava: counted in the
-- transaction that issues.
create table usage_months (
  organization_id blob not null references organizations,
  month text not null, -- its first day
  invoices integer not null,
  primary key (organization_id, month)
) strict, without rowid;

-- Sessions of people in browsers, found by the hash of their cookie.
create table sessions (
  hash blob primary key not null, -- SHA-256
  id blob not null constraint sessions_id unique,
  user_id blob not null references users,
  created_at integer not null,
  last_seen_at integer not null, -- to the minute
  agent text not null -- what the browser says it is
) strict;
create index sessions_of_user on sessions (user_id);
create index sessions_seen on sessions (last_seen_at);

-- Sign-ins that wait for the second factor.
create table pending_sign_ins (
  hash blob primary key not null, -- of the cookie
  user_id blob not null references users,
  password_hash text not null,
  created_at integer not null
) strict;
create index pending_sign_ins_oldest on pending_sign_ins (created_at);

-- The second factor of people who sign in.
create table second_factors (
  user_id blob primary key not null references users,
  secret blob not null, -- encrypted
  created_at integer not null,
  confirmed_at integer, -- null: begun
  last_step integer not null,
  recovery blob not null, -- the SHA-256 of each code that is left
  failures integer not null,
  failed_at integer,
  version integer not null
) strict;

-- Forgotten passwords for which a mail was asked.
create table password_resets (
  id blob primary key not null,
  email text not null, -- whether it has an account or not
  requested_at integer not null,
  used_at integer
) strict;
create index password_resets_oldest on password_resets (requested_at);
create index password_resets_of_address on password_resets (email);

-- each mail has a token of its own
create table password_reset_tokens (
  hash blob primary key not null,
  reset_id blob not null references password_resets on delete cascade
) strict;
create index password_reset_tokens_of_reset on password_reset_tokens (reset_id);

-- Invitations into companies and partners.
create table invitations (
  id blob primary key not null,
  organization_id blob references organizations,
  partner_id blob references partners,
  email text not null, -- in small letters
  role text not null,
  invited_by blob not null references users,
  created_at integer not null,
  expires_at integer not null,
  accepted_at integer,
  ended_at integer,
  check ((organization_id is null) <> (partner_id is null))
) strict;
create index invitations_of_organization on invitations (organization_id, created_at);
create index invitations_of_partner on invitations (partner_id, created_at);

-- each mail has a token of its own
create table invitation_tokens (
  hash blob primary key not null,
  invitation_id blob not null references invitations on delete cascade
) strict;
create index invitation_tokens_of_invitation on invitation_tokens (invitation_id);

-- Keys that sign access tokens.
create table oauth_signing_keys (
  id text primary key not null, -- kid
  point blob not null, -- the public half
  private blob not null, -- encrypted
  created_at integer not null,
  retired_at integer
) strict;
-- one signs
create unique index oauth_signing_keys_current on oauth_signing_keys ((retired_at is null)) where
  retired_at is null;

-- Clients of OAuth 2.1. Everything secret is kept as its SHA-256; the private halves of keys are
-- encrypted.
create table oauth_clients (
  id text primary key not null,
  -- null: a client on the user's device, which keeps no secret
  secret_hash blob,
  content text not null, -- JSON: what it said of itself
  created_at integer not null,
  -- when the document of a client that nobody registered was read; its id is the address
  fetched_at integer,
  origin blob -- as oauth_grants.origin
) strict;
create index oauth_clients_oldest on oauth_clients (created_at);

-- Requests for authorization, until their code is exchanged, and some time longer: a code that is
-- used twice must be noticed.
create table oauth_grants (
  id blob primary key not null,
  client_id text not null references oauth_clients on delete cascade,
  stage text not null, -- pending, approved, exchanged, cancelled
  request text not null, -- JSON
  approval text, -- JSON
  code_hash blob constraint oauth_grants_code unique,
  connection_id blob,
  created_at integer not null,
  -- where it came from, as half of a SHA-256 of the address: what strangers leave is bounded for
  -- each
  origin blob
) strict;
create index oauth_grants_oldest on oauth_grants (created_at);
create index oauth_grants_of_client on oauth_grants (client_id);
create index oauth_grants_pending on oauth_grants (created_at, origin) where stage = 'pending';

create table oauth_connections (
  organization_id blob not null references organizations,
  id blob not null,
  client_id text not null references oauth_clients,
  client_name text not null,
  redirect_host text not null,
  user_id blob not null references users,
  tier text not null, -- test, live
  scopes text not null,
  resource text not null, -- agent_api, mcp
  created_at integer not null,
  last_used_at integer, -- to the minute
  revoked_at integer,
  revoked_because text,
  calls integer not null default 0, -- calls that an application made over it
  primary key (organization_id, id),
  check ((revoked_at is null) = (revoked_because is null))
) strict;
create index oauth_connections_newest on oauth_connections (organization_id, created_at desc, id
  desc);
create index oauth_connections_of_client on oauth_connections (client_id);

create table oauth_refresh_tokens (
  hash blob primary key not null,
  organization_id blob not null,
  connection_id blob not null,
  created_at integer not null,
  expires_at integer not null,
  used_at integer,
  foreign key (organization_id, connection_id) references oauth_connections
) strict;
create index oauth_refresh_tokens_ended on oauth_refresh_tokens (expires_at);

-- Tokens of SAPI-SK, as hashes. Their clients are keys of organizations.
create table sapi_tokens (
  id blob primary key not null,
  hash blob not null constraint sapi_tokens_hash unique,
  kind text not null, -- access, refresh
  -- what one exchange of credentials gave, with its renewals
  grant_id blob not null,
  key_id blob not null references api_keys,
  scopes text not null,
  issued_at integer not null,
  expires_at integer not null,
  ended_at integer -- renewed or revoked
) strict;
create index sapi_tokens_of_grant on sapi_tokens (grant_id);
create index sapi_tokens_expired on sapi_tokens (expires_at);

-- Wrong secrets of a client.
create table sapi_failures (
  key_id blob not null references api_keys,
  origin blob not null,
  count integer not null,
  since integer,
  locked_until integer,
  primary key (key_id, origin)
) strict, without rowid;

-- One row: sealed with the key of secrets, so that another key is noticed when the service
-- starts.
create table secrets_marks (
  id integer primary key not null,
  sealed blob not null,
  created_at integer not null
) strict;

-- ==================== jobs, answers kept for repeats

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
-- What metrics count at each scrape, and what the queue tells.
create index jobs_dead on jobs (kind) where state = 'dead';
create index jobs_running on jobs (kind) where state = 'running';

-- One row, written now and then: whether the database takes changes.
create table heartbeat (
  id integer primary key not null,
  at integer not null
) strict;

-- at work until running_until as long as status is null
create table idempotency_keys (
  organization_id blob not null,
  operation text not null,
  key text not null,
  token blob not null,
  fingerprint blob not null,
  running_until integer not null,
  status integer,
  body blob,
  answered_at integer,
  primary key (organization_id, operation, key)
) strict;
create index idempotency_keys_age on idempotency_keys (running_until);

create table exchange_rates (
  bank text not null,
  date text not null,
  currency text not null,
  rate text not null,
  primary key (bank, date, currency)
) strict, without rowid;

-- ==================== events and webhooks

create table events (
  organization_id blob not null,
  id blob not null,
  name text not null,
  payload text not null, -- JSON
  created_at integer not null,
  -- event_id: it happens once under this. seq: its place in the feed, given after its commit, in
  -- order, together with its deliveries.
  event_id text,
  seq integer,
  primary key (organization_id, id)
) strict;
create index events_in_order on events (organization_id, created_at, id);
create unique index events_once on events (organization_id, event_id) where event_id is not null;
create unique index events_fed on events (seq) where seq is not null;
create index events_unfed on events (created_at, id) where seq is null;
create index events_placed on events (created_at) where seq is not null;

-- One row: the last place that was given in the feed. Whoever gives places holds its lock.
create table feed_places (
  id integer primary key not null check (id = 1),
  last integer not null
) strict;

-- the events that a partner sees: of organizations that it managed when they came into the feed
create table partner_feed (
  partner_id blob not null references partners,
  seq integer not null,
  primary key (partner_id, seq)
) strict;
create index partner_feed_seq on partner_feed (seq);

-- A company's, or a partner's: then `only` may name the one organization whose events it
-- receives.
create table webhook_endpoints (
  id blob primary key not null,
  organization_id blob references organizations,
  partner_id blob references partners,
  only_organization_id blob references organizations,
  url text not null,
  events text not null, -- names with spaces between
  consecutive_failures integer not null,
  off_at integer, -- null while it is active
  off_reason text, -- failures, owner
  secrets blob not null, -- encrypted
  created_at integer not null,
  -- who said where an endpoint's deliveries go: kind and id of a key, a connection or a person,
  -- and the environment; null of those that are older. off_reason has one more: access_ended,
  -- when the connection or the membership of the maker ended.
  made_by blob,
  made_by_kind text,
  made_in text, -- test, live
  constraint webhook_endpoints_owner check ((organization_id is null) <> (partner_id is null)),
  constraint webhook_endpoints_only check (only_organization_id is null or partner_id is not null),
  constraint webhook_endpoints_off check ((off_at is null) = (off_reason is null))
) strict;
create index webhook_endpoints_organization on webhook_endpoints (organization_id, created_at, id)
  where organization_id is not null;
create index webhook_endpoints_partner on webhook_endpoints (partner_id, created_at, id) where
  partner_id is not null;

-- state: pending, delivering, delivered, failed; state_at: due, until, since, since. The body is
-- that of the event, whose row stays as long as this one; a test has its own.
create table webhook_deliveries (
  organization_id blob not null references organizations,
  id blob not null,
  endpoint_id blob not null references webhook_endpoints,
  event text not null,
  source_id blob, -- in events
  test_body text,
  state text not null,
  state_at integer not null,
  gave_up text, -- last_attempt, endpoint_off
  attempts integer not null,
  failures integer not null,
  created_at integer not null,
  primary key (organization_id, id),
  constraint webhook_deliveries_body check ((source_id is null) <> (test_body is null))
) strict;
create index webhook_deliveries_open on webhook_deliveries (endpoint_id, state, state_at) where
  state = 'pending' or state = 'delivering';
create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, created_at desc, id desc,
  event);
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, created_at desc, id desc,
  event) where state = 'failed';
create index webhook_deliveries_ended on webhook_deliveries (created_at) where state = 'delivered'
  or state = 'failed';
create index webhook_deliveries_source on webhook_deliveries (organization_id, source_id) where
  source_id is not null;

create table webhook_attempts (
  organization_id blob not null,
  delivery_id blob not null,
  number integer not null,
  started_at integer not null,
  finished_at integer not null,
  outcome text not null,
  status integer, -- of an answer
  answer text not null,
  primary key (organization_id, delivery_id, number),
  foreign key (organization_id, delivery_id) references webhook_deliveries on delete cascade
) strict;

-- ==================== invoices

create table contacts (
  organization_id blob not null references organizations,
  id blob not null,
  search_name text not null, -- lower case, no diacritics
  ico text,
  dic text,
  party text not null, -- JSON
  created_at integer not null,
  ic_dph text,
  retired_at integer,
  primary key (organization_id, id)
) strict;
create index contacts_newest on contacts (organization_id, created_at desc, id desc);
create index contacts_ico on contacts (organization_id, ico, created_at desc, id desc) where ico is
  not null;
create index contacts_dic on contacts (organization_id, dic, created_at desc, id desc) where dic is
  not null;
create index contacts_ic_dph on contacts (organization_id, ic_dph, created_at desc, id desc) where
  ic_dph is not null;
create index contacts_name on contacts (organization_id, search_name);

create table bank_accounts (
  organization_id blob not null references organizations,
  id blob not null,
  currency text not null,
  iban text not null,
  bic text,
  bank_name text,
  is_default integer not null,
  created_at integer not null default 0,
  retired_at integer,
  primary key (organization_id, id)
) strict, without rowid;
create index bank_accounts_newest on bank_accounts (organization_id, created_at desc, id desc);

-- of the vehicles in use no two have the same plate: a constraint cannot say that
create table vehicles (
  organization_id blob not null references organizations,
  id blob not null,
  plate text not null,
  created_at integer not null default 0,
  retired_at integer,
  primary key (organization_id, id)
) strict, without rowid;
create unique index vehicles_plate on vehicles (organization_id, plate) where retired_at is null;
create index vehicles_newest on vehicles (organization_id, created_at desc, id desc);

-- how the numbers of a series look; without a row as by default
create table number_series (
  organization_id blob not null references organizations,
  invoice_type text not null,
  prefix text not null,
  year_style text not null,
  width integer not null,
  primary key (organization_id, invoice_type)
) strict, without rowid;

-- the count that the series' next invoice gets; room in the page keeps updates cheap
create table number_counters (
  organization_id blob not null references organizations,
  invoice_type text not null,
  year integer not null,
  next integer not null,
  primary key (organization_id, invoice_type, year)
) strict, without rowid;

-- columns for what is filtered, sorted and summed; the document is the truth
create table invoices (
  organization_id blob not null,
  id blob not null,
  invoice_type text not null,
  number text,
  status text not null,
  customer_id blob not null,
  customer_name text not null,
  subtotal integer not null,
  vat_total integer not null,
  total integer not null,
  paid_amount integer not null,
  currency text not null,
  exchange_rate text,
  issue_date text not null,
  created_at integer not null,
  version integer not null,
  document text not null, -- JSON
  origin text not null default 'native', -- native, connector
  due_date text,
  -- Archived and locked keep an invoice from being changed; neither is in the document.
  archived_at integer,
  locked_at integer,
  -- the variable symbol without leading zeros: by it lines find their invoices
  payment_symbol text,
  -- who asked for what was issued at once, and whose id that is: key, connection, person; null of
  -- what the service issued by itself and of what was a draft before (its history says it)
  issued_by blob,
  issued_by_kind text,
  -- which invoice a note refers to, and what credit notes in force take back of an invoice
  original_id blob,
  credited_amount integer not null default 0,
  primary key (organization_id, id),
  constraint invoices_number unique (organization_id, number),
  foreign key (organization_id, customer_id) references contacts,
  constraint invoices_numbered check ((number is null) = (status in ('draft', 'pending_approval')))
) strict;
create index invoices_status on invoices (organization_id, status, created_at desc, id desc);
create index invoices_type on invoices (organization_id, invoice_type, created_at desc, id desc);
create index invoices_currency on invoices (organization_id, currency, created_at desc, id desc);
create index invoices_customer on invoices (organization_id, customer_id, created_at desc, id desc);
create index invoices_issued on invoices (organization_id, issue_date, created_at, id);
create index invoices_newest on invoices (organization_id, created_at desc, id desc, issue_date,
  due_date, origin);
create index invoices_due on invoices (organization_id, due_date, created_at, id);
-- Invoices that can become overdue, of all organizations: looked for each night.
create index invoices_open_due on invoices (due_date, organization_id, id) where status in
  ('issued', 'sent', 'partially_paid') and invoice_type <> 'credit_note';
create index invoices_open_symbol on invoices (organization_id, payment_symbol) where status in
  ('issued', 'sent', 'partially_paid', 'overdue');
create index invoices_of_original on invoices (organization_id, original_id) where original_id is
  not null;
-- What is owed: few of many invoices. The index has all that is read.
create index invoices_owed on invoices (organization_id, due_date, currency, exchange_rate, total,
  paid_amount, credited_amount, status, invoice_type) where status in ('issued', 'sent',
  'partially_paid', 'overdue') and invoice_type in ('invoice', 'final_invoice', 'debit_note');

-- The VAT of each invoice that was issued here, in minor units, by the rates that there are: a
-- projection of its document. Of credit notes it is negative; of self-billed invoices the
-- supplier owes it.
create table invoice_vat (
  organization_id blob not null,
  invoice_id blob not null,
  tax_date text not null,
  currency text not null,
  exchange_rate text,
  taxable_0 integer not null,
  taxable_5 integer not null,
  tax_5 integer not null,
  taxable_19 integer not null,
  tax_19 integer not null,
  taxable_23 integer not null,
  tax_23 integer not null,
  -- rates of before 2025, for notes to supplies of that time
  taxable_10 integer not null default 0,
  tax_10 integer not null default 0,
  taxable_20 integer not null default 0,
  tax_20 integer not null default 0,
  primary key (organization_id, tax_date, invoice_id)
) strict, without rowid;
create unique index invoice_vat_of_invoice on invoice_vat (organization_id, invoice_id);

-- A line for every change of an invoice. That of a deleted draft stays: no foreign key.
create table invoice_history (
  organization_id blob not null references organizations,
  invoice_id blob not null,
  id blob not null,
  created_at integer not null,
  action text not null,
  -- the key; null of what the service does by itself
  actor blob,
  version integer not null,
  before text not null, -- JSON: what changed, as it was
  after text not null, -- JSON: the same, as it is
  -- whose id actor is: key, connection, person
  actor_kind text,
  primary key (organization_id, invoice_id, id)
) strict;
create index invoice_history_newest on invoice_history (organization_id, invoice_id, created_at
  desc, id desc);

create table payments (
  organization_id blob not null,
  invoice_id blob not null,
  id blob not null,
  amount integer not null,
  paid_on text not null,
  method text not null,
  offset_id blob, -- the set-off that made a payment
  -- Money that came in, by day: what is read of the invoice stands beside the payment.
  currency text,
  exchange_rate text,
  incoming integer,
  primary key (organization_id, invoice_id, id),
  foreign key (organization_id, invoice_id) references invoices
) strict, without rowid;
create index payments_by_date on payments (organization_id, paid_on, currency, exchange_rate,
  amount, incoming) where incoming;

-- The bytes of a file are kept once for an organization, whichever of its invoices have the file.
create table attachment_contents (
  organization_id blob not null references organizations,
  hash blob not null, -- SHA-256
  content blob not null,
  primary key (organization_id, hash)
) strict;

create table attachments (
  organization_id blob not null,
  invoice_id blob not null,
  position integer not null,
  id blob not null,
  filename text not null,
  mime_code text not null,
  description text,
  size integer not null,
  hash blob not null,
  primary key (organization_id, invoice_id, position),
  foreign key (organization_id, invoice_id) references invoices,
  foreign key (organization_id, hash) references attachment_contents
) strict;
create index attachments_of_content on attachments (organization_id, hash);

-- Which PDFs were handed out: by their hashes, so that one can be told from any other file later.
create table handed_out_pdfs (
  organization_id blob not null references organizations,
  invoice_id blob not null,
  sha256 blob not null,
  size integer not null,
  renderer text not null,
  language text not null,
  tier text not null, -- test, live
  created_at integer not null,
  primary key (organization_id, invoice_id, sha256)
) strict;
create index handed_out_pdfs_hash on handed_out_pdfs (sha256);

-- ==================== the network: what is sent

-- without a row: never registered, no option set, sends leave at once
create table peppol_accounts (
  organization_id blob primary key not null references organizations,
  status text not null, -- none, enrolled, send_only, deactivated
  network text, -- test, live; none when the status is none
  participant text, -- scheme:value
  held_by text, -- JSON
  since integer,
  strict_sandbox integer not null,
  prepayment_overdue integer not null,
  send_mode text not null, -- immediate, scheduled, manual
  send_time text, -- HH:MM in Bratislava, of scheduled
  takes_responses integer not null default 0
) strict;
create unique index peppol_accounts_enrolled on peppol_accounts (network, participant) where status
  = 'enrolled';

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

create table submissions (
  organization_id blob not null references organizations,
  id blob not null,
  invoice_id blob not null,
  -- issued here; else recorded from a connector
  native integer not null,
  number text not null,
  network text not null,
  state text not null,
  attempts integer not null,
  ambiguous integer not null,
  needs_operator integer not null,
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
  -- each attempt asks for it, since the rules of 2027 depend on it
  issue_date text,
  -- BT-3 of what was sent: a response names it
  type_code text,
  -- type, year, receiver and number of what is sent: a document is under way to a receiver once,
  -- until it failed
  document_key text,
  primary key (organization_id, id)
) strict;
-- an invoice issued here is under way once
create unique index submissions_native on submissions (organization_id, network, invoice_id) where
  native and state <> 'failed';
create index submissions_newest on submissions (organization_id, network, created_at desc, id desc);
create index submissions_open on submissions (organization_id, network, created_at desc, id desc)
  where state in ('queued', 'sending');
create index submissions_failed on submissions (organization_id, network, created_at desc, id desc)
  where state = 'failed';
create index submissions_invoice on submissions (organization_id, invoice_id, network, created_at
  desc, id desc);
create index submissions_need_operator on submissions (network) where needs_operator;
create unique index submissions_document on submissions (organization_id, network, document_key)
  where state <> 'failed';

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

-- What each attempt of a submission asked: look-ups, certificates, the message. Nothing is
-- decided by it.
create table submission_hops (
  organization_id blob not null,
  submission_id blob not null,
  id blob not null,
  kept_at integer not null, -- when the attempt was over
  hops text not null, -- JSON
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
  -- of what happened before, the document says in which network; else the registration
  network text not null default 'live',
  -- who asked for what a line tells, and whose id it is: key, connection, person; null of what
  -- the service did by itself
  actor blob,
  actor_kind text,
  primary key (organization_id, id)
) strict;
create index peppol_trail_in_order on peppol_trail (organization_id, network, at, id);
create index peppol_trail_document on peppol_trail (organization_id, document_id, network, at, id);

-- What the monthly reports of this provider are counted from: a line for each message with
-- another access point.
create table peppol_exchanges (
  network text not null,
  direction text not null, -- in, out
  message blob not null, -- message_id of what was sent or received
  at integer not null, -- when the receipt came, or was given
  provider text not null, -- seat id of the other access point
  document_type text not null,
  process text not null,
  c1_country text, -- of the envelope
  c4_country text, -- of our receiver
  -- our company, whatever identifiers it has; null of messages of the provider itself
  end_user text,
  primary key (network, message, direction)
) strict, without rowid;
create index peppol_exchanges_by_time on peppol_exchanges (network, at, message);

-- ==================== the network: what is received

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
  -- the total with VAT (BT-112) beside what is left to pay
  total text,
  primary key (organization_id, id),
  constraint received_documents_message unique (network, message_id)
) strict;
create index received_documents_newest on received_documents (organization_id, network, received_at
  desc, id desc);
create index received_documents_open on received_documents (organization_id, network, received_at
  desc, id desc) where acknowledged_at is null;
create index received_documents_sender on received_documents (organization_id, network, sender,
  received_at desc, id desc);
-- a document may say a number of any length, and PostgreSQL has no longer keys than 2,704 bytes
create index received_documents_number on received_documents (organization_id, network, number,
  received_at desc, id desc) where length(number) <= 200;
create index received_documents_due on received_documents (organization_id, network, due_date,
  currency, payable, type_code, id) where due_date is not null;

create table received_contents (
  organization_id blob not null,
  received_id blob not null,
  document blob not null,
  evidence blob not null,
  primary key (organization_id, received_id),
  foreign key (organization_id, received_id) references received_documents
) strict;

-- The message in which another access point sent a received document. Its ids are unique among
-- those of that access point only: nobody can take another's.
create table received_messages (
  organization_id blob not null,
  received_id blob not null,
  network text not null,
  provider text not null, -- seat id of the access point
  message_id text not null, -- of AS4
  -- of the envelope; its hash with the provider is received_documents.message_id
  instance text not null,
  status_to text, -- who is told what became of it
  status_always integer not null, -- told of success too
  primary key (organization_id, received_id),
  foreign key (organization_id, received_id) references received_documents,
  constraint received_messages_once unique (network, provider, message_id)
) strict;
-- The same document may be brought by another access point: it is known by what its sender calls
-- it.
create index received_messages_by_instance on received_messages (network, substr(instance, 1, 200));

-- Which sent document a response is about that came; the response itself is a received document.
create table received_responses (
  organization_id blob not null,
  id blob not null,
  network text not null,
  submission_id blob not null,
  invoice_id blob not null,
  received_at integer not null,
  primary key (organization_id, id),
  foreign key (organization_id, id) references received_documents,
  foreign key (organization_id, submission_id) references submissions
) strict;
create index received_responses_of_submission on received_responses (organization_id,
  submission_id);
create index received_responses_of_invoice on received_responses (organization_id, invoice_id,
  network);

-- What organizations answer to documents that they received (Peppol Invoice Response).
create table sent_responses (
  organization_id blob not null,
  id blob not null constraint sent_responses_message unique, -- of the message, in each attempt
  received_id blob not null,
  -- among the responses to the document, from 0
  position integer not null,
  network text not null,
  sender text not null,
  receiver text not null,
  document text not null,
  -- queued, sent, delivered, failed, not_supported
  state text not null,
  attempts integer not null,
  error text,
  receipt blob,
  created_at integer not null,
  updated_at integer not null,
  version integer not null,
  -- When a status said what became of a response: without a receipt, it is asked for once more.
  answered_at integer,
  primary key (organization_id, id),
  foreign key (organization_id, received_id) references received_documents,
  constraint sent_responses_places unique (organization_id, received_id, position)
) strict;

-- Messages that other access points sent to this provider itself, statuses, with our receipts.
-- They belong to no organization.
create table received_service_messages (
  network text not null,
  -- hash of provider and instance, as received_documents.message_id
  envelope blob not null,
  provider text not null, -- seat id of the access point
  message_id text not null, -- of AS4
  instance text not null, -- of the envelope
  document_type text not null,
  document blob not null, -- without its envelope
  transaction_id text not null, -- of our receipt
  receipt blob not null,
  received_at integer not null,
  primary key (network, envelope),
  constraint received_service_messages_once unique (network, provider, message_id)
) strict;

-- What the sender of a received message is told of it (Message Level Status). Decided once; sent
-- under one id.
create table message_statuses (
  organization_id blob not null,
  received_id blob not null,
  -- message id and instance of the status itself
  status_id blob not null,
  sender text not null, -- our identifier as a service provider
  state text not null, -- waiting, sent, failed, not_owed
  response text, -- AP, AB, RE; null until decided
  document blob,
  receiver text,
  -- told where the receiver is not registered
  otherwise text,
  attempts integer not null,
  error text,
  receipt blob,
  due_at integer not null,
  ended_at integer,
  version integer not null,
  primary key (organization_id, received_id),
  foreign key (organization_id, received_id) references received_messages,
  constraint message_statuses_once unique (status_id)
) strict;
create index message_statuses_open on message_statuses (due_at) where state = 'waiting';

-- Each attempt to tell a status (MLS): what it asked, and why it brought no receipt. Nothing is
-- decided by it.
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

-- ==================== the network: who is in it

-- A partner asks an organization to confirm that it may act for it in the network.
create table claims (
  organization_id blob not null references organizations,
  id blob not null,
  partner_id blob not null references partners,
  network text not null, -- test, live
  requested_at integer not null,
  expires_at integer not null,
  -- this claim, or another one of the organization
  confirmed_at integer,
  -- A claim holds for the address and the DIČ that it was opened for.
  email text,
  dic text,
  primary key (organization_id, id)
) strict;
create index claims_partner on claims (partner_id, requested_at);
create index claims_recipient on claims (email, requested_at) where email is not null;

-- one for each mail that was sent
create table claim_tokens (
  hash blob primary key not null, -- SHA-256
  organization_id blob not null,
  claim_id blob not null,
  foreign key (organization_id, claim_id) references claims
) strict, without rowid;

-- Participants of ours in the registry of a network (SML): how far each entry has come.
create table peppol_entries (
  network text not null,
  participant text not null, -- in lower case
  organization_id blob not null references organizations,
  source text not null, -- what brought it about, for the events
  state text not null, -- pending, listed, refused
  -- encrypted; until the participant has moved here
  migration_key blob,
  error_code text,
  error_message text,
  attempts integer not null,
  retry_at integer not null,
  changed_at integer not null,
  primary key (network, participant)
) strict, without rowid;
create index peppol_entries_due on peppol_entries (network, retry_at);

-- What the Peppol Directory was told of business cards: whose, and what they said.
create table peppol_cards (
  network text not null,
  participant text not null, -- in lower case
  -- what the card said; null before it was told
  name text,
  country text,
  error text,
  attempts integer not null, -- that failed since it was told something
  retry_at integer not null,
  primary key (network, participant)
) strict, without rowid;

-- Participants of whom something has changed that a business card depends on (registration, entry
-- in the registry, name, country) since the Peppol Directory was last brought up to date.
create table peppol_card_changes (
  network text not null,
  participant text not null, -- in lower case
  change blob not null, -- the last one
  primary key (network, participant)
) strict, without rowid;

-- What the state's portal told of taxpayers that chose this provider. Tokens are kept as hashes.
create table state_notices (
  token_hash blob primary key not null,
  dic text not null,
  received_at integer not null
) strict, without rowid;

-- What the operator was told by mail of certificates that end: once for each step.
create table certificate_notices (
  fingerprint blob not null, -- SHA-256 of the certificate
  days integer not null, -- before its end: 60, 30, 7
  told_at integer not null,
  primary key (fingerprint, days)
) strict, without rowid;

-- ==================== expenses, set-off, bank, contracts, exports, mail

-- Invoices of suppliers. Columns for what is filtered, sorted and summed; the content is the
-- truth.
create table expenses (
  organization_id blob not null references organizations,
  id blob not null,
  expense_type text not null, -- invoice, credit_note, debit_note
  number text not null, -- the supplier's
  -- processing, needs_review, pending_approval, approved, rejected
  status text not null,
  payment_status text not null, -- unpaid, partially_paid, paid
  supplier_id blob not null,
  -- of the supplier: lower case, no diacritics
  search_name text not null,
  total integer not null,
  paid_amount integer not null,
  currency text not null,
  issue_date text not null,
  due_date text,
  received_id blob, -- the document that came over the network
  network text, -- of that document
  created_at integer not null,
  version integer not null,
  content text not null, -- JSON
  review text not null, -- JSON
  -- what is owed of it; null while a received document stands for it
  owed integer,
  primary key (organization_id, id),
  foreign key (organization_id, supplier_id) references contacts,
  foreign key (organization_id, received_id) references received_documents
) strict;
create index expenses_newest on expenses (organization_id, created_at desc, id desc, issue_date,
  due_date);
create index expenses_status on expenses (organization_id, status, created_at desc, id desc);
create index expenses_payment_status on expenses (organization_id, payment_status, created_at desc,
  id desc);
create index expenses_supplier on expenses (organization_id, supplier_id, created_at desc, id desc);
create unique index expenses_document on expenses (organization_id, received_id) where status <>
  'rejected' and received_id is not null;
-- whether an expense was made of a received document, whatever became of it
create index expenses_of_received on expenses (organization_id, received_id, created_at) where
  received_id is not null;
create index expenses_due on expenses (organization_id, due_date, network, currency, owed) where
  owed is not null;
create index expenses_of_document on expenses (organization_id, received_id) where received_id is
  not null;
-- What was spent in a month, from the index alone.
create index expenses_by_issue_date on expenses (organization_id, issue_date, network, currency,
  expense_type, total) where status <> 'rejected';

-- What a supplier is known by (contact, IČO, DIČ or VAT number): its document is kept once under
-- each, in a year, in the sandbox and outside it.
create table expense_identities (
  organization_id blob not null,
  network text not null, -- test of the sandbox, else live
  identity text not null,
  expense_type text not null,
  number text not null,
  year integer not null, -- of issue
  expense_id blob not null,
  primary key (organization_id, identity, number, expense_type, year, network),
  foreign key (organization_id, expense_id) references expenses
) strict, without rowid;
create index expense_identities_expense on expense_identities (organization_id, expense_id);

create table expense_payments (
  organization_id blob not null,
  expense_id blob not null,
  id blob not null,
  amount integer not null,
  paid_on text not null,
  method text not null,
  offset_id blob,
  primary key (organization_id, expense_id, id),
  foreign key (organization_id, expense_id) references expenses
) strict, without rowid;

-- The references keep settled documents from being deleted.
create table offsets (
  organization_id blob not null,
  id blob not null,
  invoice_id blob not null,
  expense_id blob not null,
  amount integer not null,
  currency text not null,
  offset_date text not null,
  reference text,
  note text,
  invoice_outstanding integer not null, -- before it
  expense_outstanding integer not null, -- before it
  accounting_status text not null,
  network text, -- of the expense's document
  created_at integer not null,
  primary key (organization_id, id),
  foreign key (organization_id, invoice_id) references invoices,
  foreign key (organization_id, expense_id) references expenses
) strict;
create index offsets_newest on offsets (organization_id, created_at desc, id desc);
create index offsets_invoice on offsets (organization_id, invoice_id, created_at desc, id desc);
create index offsets_expense on offsets (organization_id, expense_id, created_at desc, id desc);

create table bank_statements (
  organization_id blob not null references organizations,
  id blob not null,
  sha256 blob not null,
  bank_account_id blob not null,
  iban text not null,
  currency text not null,
  format text not null, -- camt.053, csv
  number text,
  booked_from text,
  booked_to text,
  lines integer not null,
  repeated integer not null,
  pending integer not null,
  recorded integer not null,
  proposed integer not null,
  refused integer not null,
  unmatched integer not null,
  ignored integer not null,
  created_at integer not null,
  primary key (organization_id, id),
  constraint bank_statements_bytes unique (organization_id, sha256)
) strict;
create index bank_statements_newest on bank_statements (organization_id, created_at desc, id desc);

-- a line of an account is there once, whatever statements it came in
create table bank_statement_lines (
  organization_id blob not null,
  id blob not null,
  statement_id blob not null,
  iban text not null,
  currency text not null,
  format text not null,
  position integer not null,
  key text not null,
  content text not null,
  counterparty_account text,
  state text not null,
  reason text not null,
  invoice_id blob,
  line text not null, -- JSON
  created_at integer not null,
  primary key (organization_id, id),
  constraint bank_statement_lines_key unique (organization_id, iban, currency, key),
  foreign key (organization_id, statement_id) references bank_statements
) strict;
create index bank_statement_lines_in_order on bank_statement_lines (organization_id, statement_id,
  id);
create index bank_statement_lines_content on bank_statement_lines (organization_id, iban, currency,
  content);
create index bank_statement_lines_payer on bank_statement_lines (organization_id,
  counterparty_account) where state = 'recorded';
create index bank_statement_lines_invoice on bank_statement_lines (organization_id, invoice_id)
  where state = 'recorded';

create table statement_mappings (
  organization_id blob not null references organizations,
  id blob not null,
  fingerprint text not null, -- the names of the columns, folded
  mapping text not null, -- JSON
  created_at integer not null,
  primary key (organization_id, id)
) strict;
create index statement_mappings_newest on statement_mappings (organization_id, created_at desc, id
  desc);

create table payment_proposals (
  organization_id blob not null,
  id blob not null,
  statement_id blob not null,
  line_id blob not null,
  invoice_id blob not null,
  invoice_number text not null,
  amount integer not null,
  reason text not null,
  state text not null,
  created_at integer not null,
  decided_at integer,
  -- A bank takes money back: a proposal may undo the payment of an earlier line.
  undoes blob,
  primary key (organization_id, id),
  foreign key (organization_id, line_id) references bank_statement_lines
) strict;
create index payment_proposals_newest on payment_proposals (organization_id, created_at desc, id
  desc);
create index payment_proposals_open on payment_proposals (organization_id, created_at desc, id desc)
  where state = 'open';
create index payment_proposals_line on payment_proposals (organization_id, line_id);
create index payment_proposals_invoice on payment_proposals (organization_id, invoice_id, created_at
  desc, id desc);

-- Contracts by which invoices recur. Columns for what is filtered and found; the content is the
-- truth.
create table contracts (
  organization_id blob not null references organizations,
  id blob not null,
  tier text not null, -- test, live: of the key that made it
  state text not null, -- active, paused, ended, cancelled
  customer_id blob not null,
  -- of the next period; null when the contract is over
  due_on text,
  problem text, -- its code
  retry_at integer, -- of a problem
  version integer not null,
  created_at integer not null,
  content text not null, -- JSON
  primary key (organization_id, id)
) strict;
create index contracts_newest on contracts (organization_id, created_at desc, id desc);
-- those of all organizations that a worker looks for
create index contracts_due on contracts (due_on, organization_id, id) where state = 'active';
create index contracts_stuck on contracts (organization_id, tier) where problem is not null;

-- The invoice of each period. The key keeps a period from being invoiced twice, whatever becomes
-- of the invoice; so it does not refer to it.
create table contract_invoices (
  organization_id blob not null,
  contract_id blob not null,
  period_first text not null,
  period_last text not null,
  period_number integer not null,
  due_on text not null,
  invoice_id blob not null,
  send_state text not null, -- none, waiting, queued, refused
  send_reason text,
  created_at integer not null,
  primary key (organization_id, contract_id, period_first),
  unique (organization_id, invoice_id),
  foreign key (organization_id, contract_id) references contracts
) strict;
create index contract_invoices_newest on contract_invoices (organization_id, contract_id, created_at
  desc, invoice_id desc);

-- Exports for accounting. They are made in steps, each of which moves the progress and appends a
-- piece to each file: see crates/domain/accounting-export.
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

-- Not among the files by their hash: no two pieces are the same, they are deleted with their
-- export, and they do not count as what an organization keeps.
create table export_parts (
  organization_id blob not null,
  export_id blob not null,
  file text not null,
  position integer not null,
  content blob not null,
  primary key (organization_id, export_id, file, position),
  foreign key (organization_id, export_id) references exports
) strict;

-- Mail about invoices: what was asked for, and what became of it.
create table emails (
  organization_id blob not null references organizations,
  id blob not null,
  invoice_id blob not null,
  kind text not null, -- invoice, reminder
  tier text not null,
  recipient text not null,
  language text not null,
  with_xml integer not null,
  -- days after the due date, of an automatic reminder
  step integer,
  state text not null, -- queued, sent, failed, withdrawn
  created_at integer not null,
  ended_at integer,
  error text,
  primary key (organization_id, id),
  foreign key (organization_id, invoice_id) references invoices
) strict;
create index emails_of_invoice on emails (organization_id, invoice_id, tier, created_at desc, id
  desc);
create index emails_newest on emails (organization_id, created_at);
-- an automatic reminder goes out once
create unique index emails_step on emails (organization_id, invoice_id, tier, step) where step is
  not null;

-- no row: no automatic reminders
create table reminder_settings (
  organization_id blob not null references organizations,
  tier text not null,
  days text not null, -- after the due date, growing: 3,10,30
  language text,
  primary key (organization_id, tier)
) strict, without rowid;

-- ==================== reports

-- Reports to the tax authority: one of each document that a Slovak firm with a VAT number sent or
-- received.
create table tax_reports (
  organization_id blob not null,
  id blob not null constraint tax_reports_message unique, -- of the message, in each attempt
  network text not null,
  direction text not null, -- sent, received
  submission_id blob, -- of a document that was sent
  invoice_id blob, -- of the same
  received_id blob,
  counterparty text not null, -- who it was for, or came from
  -- under which the authority knows the document
  original blob not null,
  state text not null, -- queued, sent, accepted, rejected
  issues text not null, -- JSON
  created_at integer not null,
  end_user text, -- whose tax data these are
  -- the tax data document, the same in each attempt
  document text,
  sent_at integer,
  -- the receipt of the authority's access point
  evidence blob,
  decided_at integer,
  attempts integer not null default 0, -- to reach the authority
  due_at integer not null default 0,
  given_up_at integer, -- no attempt can succeed, or none is left
  -- A report that deletes another one (code D), of which it takes the document.
  deletes blob,
  primary key (organization_id, id),
  foreign key (organization_id, submission_id) references submissions,
  foreign key (organization_id, received_id) references received_documents,
  constraint tax_reports_of_submission unique (organization_id, submission_id),
  constraint tax_reports_of_received unique (organization_id, received_id)
) strict;
create index tax_reports_of_invoice on tax_reports (organization_id, invoice_id, network);
create index tax_reports_of_original on tax_reports (organization_id, original);
create index tax_reports_open on tax_reports (due_at) where state = 'queued';
create unique index tax_reports_deleted_once on tax_reports (organization_id, deletes);

-- A report that another takes the place of stays, with its receipt.
create table provider_reports (
  id blob primary key not null, -- of the message, in each attempt
  network text not null,
  month text not null, -- 2027-01, of UTC
  kind text not null, -- tsr, eusr
  document text not null,
  attempts integer not null,
  error text, -- of the last attempt
  made_at integer not null,
  sent_at integer,
  receipt blob,
  replaced_at integer -- when a later one took its place
) strict;
create unique index provider_reports_once on provider_reports (network, month, kind) where
  replaced_at is null;

insert into feed_places (id, last) values (1, 0);
