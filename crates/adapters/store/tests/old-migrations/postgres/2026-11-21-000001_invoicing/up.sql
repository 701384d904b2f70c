-- See docs/storage.md. Tables of a tenant lead their key with organization_id, so that they can be
-- partitioned or distributed by it.

create table organizations (
  id uuid primary key,
  name text not null,
  ico text,
  dic text,
  ic_dph text,
  vat_payer boolean not null,
  street text not null,
  city text not null,
  postal_code text not null,
  country text not null,
  email text,
  phone text,
  registration text,
  default_due_days integer,
  plan text not null,
  created_at timestamptz not null
);

create table users (
  id uuid primary key,
  email text not null constraint users_email unique,
  password_hash text not null,
  created_at timestamptz not null
);

create table memberships (
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  role text not null,
  primary key (organization_id, user_id)
);
create index memberships_of_user on memberships (user_id);

create table partners (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null
);

create table partner_organizations (
  organization_id uuid not null references organizations,
  partner_id uuid not null references partners,
  primary key (organization_id, partner_id)
);
create index partner_organizations_of_partner on partner_organizations (partner_id);

-- a user's key names user and organization, a partner's key the partner
create table api_keys (
  id uuid primary key,
  hash bytea not null constraint api_keys_hash unique,
  hint text not null,
  tier text not null,
  scopes text not null,
  user_id uuid references users,
  organization_id uuid references organizations,
  partner_id uuid references partners,
  created_at timestamptz not null,
  revoked_at timestamptz,
  check ((partner_id is null) = (user_id is not null)
    and (partner_id is null) = (organization_id is not null))
);

create table bank_accounts (
  organization_id uuid not null references organizations,
  id uuid not null,
  currency text not null,
  iban text not null,
  bic text,
  bank_name text,
  is_default boolean not null,
  primary key (organization_id, id)
);

create table contacts (
  organization_id uuid not null references organizations,
  id uuid not null,
  search_name text not null, -- lower case, no diacritics
  ico text,
  dic text,
  party text not null, -- JSON
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index contacts_newest on contacts (organization_id, created_at desc, id desc);
create index contacts_ico on contacts (organization_id, ico) where ico is not null;
create index contacts_dic on contacts (organization_id, dic) where dic is not null;

create table vehicles (
  organization_id uuid not null references organizations,
  id uuid not null,
  plate text not null,
  primary key (organization_id, id),
  constraint vehicles_plate unique (organization_id, plate)
);

-- how the numbers of a series look; without a row as by default
create table number_series (
  organization_id uuid not null references organizations,
  invoice_type text not null,
  prefix text not null,
  year_style text not null,
  width integer not null,
  primary key (organization_id, invoice_type)
);

-- the count that the series' next invoice gets; room in the page keeps updates cheap
create table number_counters (
  organization_id uuid not null references organizations,
  invoice_type text not null,
  year integer not null,
  next bigint not null,
  primary key (organization_id, invoice_type, year)
) with (fillfactor = 50);

-- columns for what is filtered, sorted and summed; the document is the truth
create table invoices (
  organization_id uuid not null,
  id uuid not null,
  invoice_type text not null,
  number text not null,
  status text not null,
  customer_id uuid not null,
  customer_name text not null,
  subtotal numeric(18,2) not null,
  vat_total numeric(18,2) not null,
  total numeric(18,2) not null,
  paid_amount numeric(18,2) not null,
  currency text not null,
  exchange_rate numeric,
  issue_date date not null,
  due_date date not null,
  created_at timestamptz not null,
  version integer not null,
  document text not null, -- JSON
  primary key (organization_id, id),
  constraint invoices_number unique (organization_id, number),
  foreign key (organization_id, customer_id) references contacts
);
create index invoices_newest on invoices (organization_id, created_at desc, id desc);
create index invoices_status on invoices (organization_id, status, created_at desc, id desc);
create index invoices_type on invoices (organization_id, invoice_type, created_at desc, id desc);
create index invoices_currency on invoices (organization_id, currency, created_at desc, id desc);
create index invoices_customer on invoices (organization_id, customer_id, created_at desc, id desc);
create index invoices_issued on invoices (organization_id, issue_date, created_at, id);
create index invoices_due on invoices (organization_id, due_date, created_at, id);

create table payments (
  organization_id uuid not null,
  invoice_id uuid not null,
  id uuid not null,
  amount numeric(18,2) not null,
  paid_on date not null,
  method text not null,
  primary key (organization_id, invoice_id, id),
  foreign key (organization_id, invoice_id) references invoices
);

create table attachments (
  organization_id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  id uuid not null,
  filename text not null,
  mime_code text not null,
  description text,
  size bigint not null,
  content bytea not null,
  primary key (organization_id, invoice_id, position),
  foreign key (organization_id, invoice_id) references invoices
);
-- PDF, images and zip do not compress further
alter table attachments alter column content set storage external;

create table events (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  payload text not null, -- JSON
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create index events_in_order on events (organization_id, created_at, id);

-- at work until running_until as long as status is null
create table idempotency_keys (
  organization_id uuid not null,
  operation text not null,
  key text not null,
  token uuid not null,
  fingerprint bytea not null,
  running_until timestamptz not null,
  status integer,
  body bytea,
  answered_at timestamptz,
  primary key (organization_id, operation, key)
) with (fillfactor = 70);
create index idempotency_keys_age on idempotency_keys (running_until);

create table exchange_rates (
  bank text not null,
  date date not null,
  currency text not null,
  rate numeric not null,
  primary key (bank, date, currency)
);

-- one row per organization and operation: the current minute. Lost in a crash, which costs nothing.
create unlogged table request_counts (
  organization_id uuid not null,
  operation text not null,
  window_start bigint not null, -- Unix seconds
  count integer not null,
  primary key (organization_id, operation)
) with (fillfactor = 50);
