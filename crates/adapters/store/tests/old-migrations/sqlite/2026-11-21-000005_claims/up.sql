-- Lower case, no diacritics. Of organizations that are here already only the case is folded.
alter table organizations add column search_name text not null default '';
update organizations set search_name = lower(name);
create index organizations_ico on organizations (ico) where ico is not null;

-- A partner asks an organization to confirm that it may act for it in the network.
create table claims (
  organization_id blob not null references organizations,
  id blob not null,
  partner_id blob not null references partners,
  network text not null, -- test, live
  requested_at integer not null,
  expires_at integer not null,
  confirmed_at integer, -- this claim, or another one of the organization
  primary key (organization_id, id)
) strict;

-- one for each mail that was sent
create table claim_tokens (
  hash blob primary key not null, -- SHA-256
  organization_id blob not null,
  claim_id blob not null,
  foreign key (organization_id, claim_id) references claims
) strict, without rowid;
