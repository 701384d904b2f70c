-- Invoices of suppliers. Columns for what is filtered, sorted and summed; the content is the truth.
create table expenses (
  organization_id uuid not null references organizations,
  id uuid not null,
  expense_type text not null, -- invoice, credit_note, debit_note
  number text not null, -- the supplier's
  status text not null, -- processing, needs_review, pending_approval, approved, rejected
  payment_status text not null, -- unpaid, partially_paid, paid
  supplier_id uuid not null,
  supplier_key text not null, -- what makes the supplier the same: IČO, else DIČ, else the contact
  search_name text not null, -- of the supplier: lower case, no diacritics
  total numeric(18,2) not null,
  paid_amount numeric(18,2) not null,
  currency text not null,
  issue_date date not null,
  due_date date,
  received_id uuid, -- the document that came over the network
  network text, -- of that document
  created_at timestamptz not null,
  version integer not null,
  content text not null, -- JSON
  review text not null, -- JSON
  primary key (organization_id, id),
  foreign key (organization_id, supplier_id) references contacts,
  foreign key (organization_id, received_id) references received_documents
);
create index expenses_newest on expenses (organization_id, created_at desc, id desc, issue_date, due_date);
create index expenses_status on expenses (organization_id, status, created_at desc, id desc);
create index expenses_payment_status on expenses (organization_id, payment_status, created_at desc, id desc);
create index expenses_supplier on expenses (organization_id, supplier_id, created_at desc, id desc);
-- a supplier's document is kept once, in the sandbox and outside it
create unique index expenses_number on expenses (organization_id, supplier_key, expense_type, number)
  where status <> 'rejected' and coalesce(network, 'live') <> 'test';
create unique index expenses_test_number on expenses (organization_id, supplier_key, expense_type, number)
  where status <> 'rejected' and network = 'test';
create unique index expenses_document on expenses (organization_id, received_id)
  where status <> 'rejected' and received_id is not null;

create table expense_payments (
  organization_id uuid not null,
  expense_id uuid not null,
  id uuid not null,
  amount numeric(18,2) not null,
  paid_on date not null,
  method text not null,
  offset_id uuid,
  primary key (organization_id, expense_id, id),
  foreign key (organization_id, expense_id) references expenses
);

-- the set-off that made a payment
alter table payments add column offset_id uuid;

-- The references keep settled documents from being deleted.
create table offsets (
  organization_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  expense_id uuid not null,
  amount numeric(18,2) not null,
  currency text not null,
  offset_date date not null,
  reference text,
  note text,
  invoice_outstanding numeric(18,2) not null, -- before it
  expense_outstanding numeric(18,2) not null, -- before it
  accounting_status text not null,
  network text, -- of the expense's document
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, invoice_id) references invoices,
  foreign key (organization_id, expense_id) references expenses
);
create index offsets_newest on offsets (organization_id, created_at desc, id desc);
create index offsets_invoice on offsets (organization_id, invoice_id, created_at desc, id desc);
create index offsets_expense on offsets (organization_id, expense_id, created_at desc, id desc);
