-- See docs/storage.md. As on PostgreSQL, but: ids are blobs of 16 bytes, money is integer minor
-- units, time is integer microseconds, dates and exact decimals are text, booleans are 0 and 1.
-- Requests are counted in the memory of the one process that serves the file.

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
  created_at integer not null
) strict;

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
  check ((partner_id is null) = (user_id is not null)
    and (partner_id is null) = (organization_id is not null))
) strict;

create table bank_accounts (
  organization_id blob not null references organizations,
  id blob not null,
  currency text not null,
  iban text not null,
  bic text,
  bank_name text,
  is_default integer not null,
  primary key (organization_id, id)
) strict, without rowid;

create table contacts (
  organization_id blob not null references organizations,
  id blob not null,
  search_name text not null, -- lower case, no diacritics
  ico text,
  dic text,
  party text not null, -- JSON
  created_at integer not null,
  primary key (organization_id, id)
) strict;
create index contacts_newest on contacts (organization_id, created_at desc, id desc);
create index contacts_ico on contacts (organization_id, ico) where ico is not null;
create index contacts_dic on contacts (organization_id, dic) where dic is not null;

create table vehicles (
  organization_id blob not null references organizations,
  id blob not null,
  plate text not null,
  primary key (organization_id, id),
  constraint vehicles_plate unique (organization_id, plate)
) strict, without rowid;

-- how the numbers of a series look; without a row as by default
create table number_series (
  organization_id blob not null references organizations,
  invoice_type text not null,
  prefix text not null,
  year_style text not null,
  width integer not null,
  primary key (organization_id, invoice_type)
) strict, without rowid;

-- the count that the series' next invoice gets
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
  number text not null,
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
  due_date text not null,
  created_at integer not null,
  version integer not null,
  document text not null, -- JSON
  primary key (organization_id, id),
  constraint invoices_number unique (organization_id, number),
  foreign key (organization_id, customer_id) references contacts
) strict;
create index invoices_newest on invoices (organization_id, created_at desc, id desc);
create index invoices_status on invoices (organization_id, status, created_at desc, id desc);
create index invoices_type on invoices (organization_id, invoice_type, created_at desc, id desc);
create index invoices_currency on invoices (organization_id, currency, created_at desc, id desc);
create index invoices_customer on invoices (organization_id, customer_id, created_at desc, id desc);
create index invoices_issued on invoices (organization_id, issue_date, created_at, id);
create index invoices_due on invoices (organization_id, due_date, created_at, id);

create table payments (
  organization_id blob not null,
  invoice_id blob not null,
  id blob not null,
  amount integer not null,
  paid_on text not null,
  method text not null,
  primary key (organization_id, invoice_id, id),
  foreign key (organization_id, invoice_id) references invoices
) strict, without rowid;

create table attachments (
  organization_id blob not null,
  invoice_id blob not null,
  position integer not null,
  id blob not null,
  filename text not null,
  mime_code text not null,
  description text,
  size integer not null,
  content blob not null,
  primary key (organization_id, invoice_id, position),
  foreign key (organization_id, invoice_id) references invoices
) strict;

create table events (
  organization_id blob not null,
  id blob not null,
  name text not null,
  payload text not null, -- JSON
  created_at integer not null,
  primary key (organization_id, id)
) strict;
create index events_in_order on events (organization_id, created_at, id);

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
