-- Bank accounts, vehicles and customers are made, changed and retired over the API; an organization
-- has a logo and an accent colour.

alter table bank_accounts add column created_at integer not null default 0;
alter table bank_accounts add column retired_at integer;
update bank_accounts set created_at =
  (select o.created_at from organizations o where o.id = bank_accounts.organization_id);
create index bank_accounts_newest on bank_accounts (organization_id, created_at desc, id desc);

-- of the vehicles in use no two have the same plate: a constraint cannot say that
create table vehicles_in_use (
  organization_id blob not null references organizations,
  id blob not null,
  plate text not null,
  created_at integer not null default 0,
  retired_at integer,
  primary key (organization_id, id)
) strict, without rowid;
insert into vehicles_in_use
  select v.organization_id, v.id, v.plate, o.created_at, null
  from vehicles v join organizations o on o.id = v.organization_id;
drop table vehicles;
alter table vehicles_in_use rename to vehicles;
create unique index vehicles_plate on vehicles (organization_id, plate) where retired_at is null;
create index vehicles_newest on vehicles (organization_id, created_at desc, id desc);

alter table contacts add column ic_dph text;
alter table contacts add column retired_at integer;
update contacts set ic_dph = json_extract(party, '$.ic_dph');
create index contacts_ic_dph on contacts (organization_id, ic_dph, created_at desc, id desc)
  where ic_dph is not null;

-- a logo is known by its SHA-256, in hexadecimal: invoices that were issued keep theirs
alter table organizations add column accent_colour text;
alter table organizations add column logo text;
create table logos (
  organization_id blob not null references organizations,
  sha256 text not null,
  mime_code text not null,
  content blob not null,
  created_at integer not null,
  primary key (organization_id, sha256)
) strict;
