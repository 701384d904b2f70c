-- Lower case, no diacritics. Of organizations that are here already only the case is folded.
alter table organizations add column search_name text not null default '';
update organizations set search_name = lower(name);
create index organizations_ico on organizations (ico) where ico is not null;

-- A partner asks an organization to confirm that it may act for it in the network.
create table claims (
  organization_id uuid not null references organizations,
  id uuid not null,
  partner_id uuid not null references partners,
  network text not null, -- test, live
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz, -- this claim, or another one of the organization
  primary key (organization_id, id)
);

-- one for each mail that was sent
create table claim_tokens (
  hash bytea primary key not null, -- SHA-256
  organization_id uuid not null,
  claim_id uuid not null,
  foreign key (organization_id, claim_id) references claims
);
