-- Bank accounts, vehicles and customers are made, changed and retired over the API; an organization
-- has a logo and an accent colour.

alter table bank_accounts add column created_at timestamptz not null default now();
alter table bank_accounts add column retired_at timestamptz;
update bank_accounts b set created_at = o.created_at
  from organizations o where o.id = b.organization_id;
create index bank_accounts_newest on bank_accounts (organization_id, created_at desc, id desc);

alter table vehicles add column created_at timestamptz not null default now();
alter table vehicles add column retired_at timestamptz;
update vehicles v set created_at = o.created_at
  from organizations o where o.id = v.organization_id;
-- of the vehicles in use no two have the same plate: a constraint cannot say that
alter table vehicles drop constraint vehicles_plate;
create unique index vehicles_plate on vehicles (organization_id, plate) where retired_at is null;
create index vehicles_newest on vehicles (organization_id, created_at desc, id desc);

alter table contacts add column ic_dph text;
alter table contacts add column retired_at timestamptz;
update contacts set ic_dph = party::jsonb ->> 'ic_dph';
create index contacts_ic_dph on contacts (organization_id, ic_dph, created_at desc, id desc)
  where ic_dph is not null;

-- a logo is known by its SHA-256, in hexadecimal: invoices that were issued keep theirs
alter table organizations add column accent_colour text;
alter table organizations add column logo text;
create table logos (
  organization_id uuid not null references organizations,
  sha256 text not null,
  mime_code text not null,
  content bytea not null,
  created_at timestamptz not null,
  primary key (organization_id, sha256)
);
