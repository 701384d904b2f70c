-- Contracts by which invoices recur. Columns for what is filtered and found; the content is the truth.
create table contracts (
  organization_id uuid not null references organizations,
  id uuid not null,
  tier text not null, -- test, live: of the key that made it
  state text not null, -- active, paused, ended, cancelled
  customer_id uuid not null,
  due_on date, -- of the next period; null when the contract is over
  problem text, -- its code
  retry_at timestamptz, -- of a problem
  version integer not null,
  created_at timestamptz not null,
  content text not null, -- JSON
  primary key (organization_id, id)
);
create index contracts_newest on contracts (organization_id, created_at desc, id desc);
-- those of all organizations that a worker looks for
create index contracts_due on contracts (due_on, organization_id, id) where state = 'active';
create index contracts_stuck on contracts (organization_id, tier) where problem is not null;

-- The invoice of each period. The key keeps a period from being invoiced twice, whatever becomes of the
-- invoice; so it does not refer to it.
create table contract_invoices (
  organization_id uuid not null,
  contract_id uuid not null,
  period_first date not null,
  period_last date not null,
  period_number bigint not null,
  due_on date not null,
  invoice_id uuid not null,
  send_state text not null, -- none, waiting, queued, refused
  send_reason text,
  created_at timestamptz not null,
  primary key (organization_id, contract_id, period_first),
  constraint contract_invoices_invoice unique (organization_id, invoice_id),
  foreign key (organization_id, contract_id) references contracts
);
create index contract_invoices_newest
  on contract_invoices (organization_id, contract_id, created_at desc, invoice_id desc);
