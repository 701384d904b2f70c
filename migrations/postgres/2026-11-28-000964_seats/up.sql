-- Transactions over Peppol of an organization, by month: apart from the invoices that it issues, so that who sends and
-- who issues do not wait for each other.
create table peppol_volumes (
  organization_id uuid not null references organizations,
  month date not null, -- its first day
  transactions bigint not null,
  is_reported boolean not null, -- usage.limit_exceeded was published
  primary key (organization_id, month)
) with (fillfactor=50);
insert into peppol_volumes (organization_id, month, transactions, is_reported)
  select organization_id, date_trunc('month', sent_at at time zone 'Europe/Bratislava')::date, count(*), false
  from submissions where network = 'live' and sent_at is not null group by 1, 2;

-- Seats beyond those of its plan that an organization has paid for, by month. What was charged for them is in the ledger
-- (credit_entries of the kind seat) or with whoever else charges.
create table paid_seats (
  organization_id uuid not null references organizations,
  month date not null, -- its first day
  number integer not null, -- from 1 on
  paid_at timestamptz not null,
  primary key (organization_id, month, number)
);

-- Months for which an organization was told that a seat was not paid for.
create table unpaid_seats (
  organization_id uuid not null references organizations,
  month date not null, -- its first day
  primary key (organization_id, month)
);
