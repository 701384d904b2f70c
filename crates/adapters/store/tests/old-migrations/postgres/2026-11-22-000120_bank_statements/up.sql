-- Bank statements with their lines, and the payments that people are to confirm.

-- the variable symbol without leading zeros: by it lines find their invoices
alter table invoices add column payment_symbol text;
update invoices set payment_symbol = nullif(ltrim(substring(document from '"variable_symbol"\s*:\s*"([0-9]+)"'), '0'), '');
create index invoices_open_symbol on invoices (organization_id, payment_symbol)
  where status in ('issued', 'sent', 'partially_paid', 'overdue');

create table bank_statements (
  organization_id uuid not null references organizations,
  id uuid not null,
  sha256 bytea not null,
  bank_account_id uuid not null,
  iban text not null,
  currency text not null,
  format text not null, -- camt.053, csv
  number text,
  booked_from date,
  booked_to date,
  lines integer not null,
  repeated integer not null,
  pending integer not null,
  recorded integer not null,
  proposed integer not null,
  refused integer not null,
  unmatched integer not null,
  ignored integer not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint bank_statements_bytes unique (organization_id, sha256)
);
create index bank_statements_newest on bank_statements (organization_id, created_at desc, id desc);

-- a line of an account is there once, whatever statements it came in
create table bank_statement_lines (
  organization_id uuid not null,
  id uuid not null,
  statement_id uuid not null,
  iban text not null,
  currency text not null,
  format text not null,
  position integer not null,
  key text not null,
  content text not null,
  counterparty_account text,
  state text not null,
  reason text not null,
  invoice_id uuid,
  line text not null, -- JSON
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint bank_statement_lines_key unique (organization_id, iban, currency, key),
  foreign key (organization_id, statement_id) references bank_statements
);
create index bank_statement_lines_in_order on bank_statement_lines (organization_id, statement_id, id);
create index bank_statement_lines_content
  on bank_statement_lines (organization_id, iban, currency, content);
create index bank_statement_lines_payer
  on bank_statement_lines (organization_id, counterparty_account) where state = 'recorded';

create table payment_proposals (
  organization_id uuid not null,
  id uuid not null,
  statement_id uuid not null,
  line_id uuid not null,
  invoice_id uuid not null,
  invoice_number text not null,
  amount numeric(18,2) not null,
  reason text not null,
  state text not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, line_id) references bank_statement_lines
);
create index payment_proposals_newest
  on payment_proposals (organization_id, created_at desc, id desc);
create index payment_proposals_open on payment_proposals (organization_id, created_at desc, id desc)
  where state = 'open';
create index payment_proposals_line on payment_proposals (organization_id, line_id);
create index payment_proposals_invoice
  on payment_proposals (organization_id, invoice_id, created_at desc, id desc);
