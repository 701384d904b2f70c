-- Mail about invoices: what was asked for, and what became of it.
create table emails (
  organization_id uuid not null references organizations,
  id uuid not null,
  invoice_id uuid not null,
  kind text not null, -- invoice, reminder
  tier text not null,
  recipient text not null,
  language text not null,
  with_xml boolean not null,
  step integer, -- days after the due date, of an automatic reminder
  state text not null, -- queued, sent, failed, withdrawn
  created_at timestamptz not null,
  ended_at timestamptz,
  error text,
  primary key (organization_id, id),
  foreign key (organization_id, invoice_id) references invoices
) with (fillfactor = 90);
create index emails_of_invoice on emails (organization_id, invoice_id, tier, created_at desc, id desc);
create index emails_newest on emails (organization_id, created_at);
-- an automatic reminder goes out once
create unique index emails_step on emails (organization_id, invoice_id, tier, step)
  where step is not null;

-- no row: no automatic reminders
create table reminder_settings (
  organization_id uuid not null references organizations,
  tier text not null,
  days text not null, -- after the due date, growing: 3,10,30
  language text,
  primary key (organization_id, tier)
);
