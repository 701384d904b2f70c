-- A company's, or a partner's: then `only` may name the one organization whose events it receives.
create table webhook_endpoints (
  id uuid primary key not null,
  organization_id uuid references organizations,
  partner_id uuid references partners,
  only_organization_id uuid references organizations,
  url text not null,
  events text not null, -- names with spaces between
  consecutive_failures bigint not null,
  off_at timestamptz, -- null while it is active
  off_reason text, -- failures, owner
  secrets bytea not null, -- encrypted
  created_at timestamptz not null,
  constraint webhook_endpoints_owner check ((organization_id is null) <> (partner_id is null)),
  constraint webhook_endpoints_only check (only_organization_id is null or partner_id is not null),
  constraint webhook_endpoints_off check ((off_at is null) = (off_reason is null))
) with (fillfactor = 70);
create index webhook_endpoints_organization on webhook_endpoints (organization_id, created_at, id)
  where organization_id is not null;
create index webhook_endpoints_partner on webhook_endpoints (partner_id, created_at, id)
  where partner_id is not null;

-- state: pending, delivering, delivered, failed; state_at: due, until, since, since.
-- The body is that of the event, whose row stays as long as this one; a test has its own.
create table webhook_deliveries (
  organization_id uuid not null references organizations,
  id uuid not null,
  endpoint_id uuid not null references webhook_endpoints,
  event text not null,
  source_id uuid, -- in events
  test_body text,
  state text not null,
  state_at timestamptz not null,
  gave_up text, -- last_attempt, endpoint_off
  attempts bigint not null,
  failures bigint not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  constraint webhook_deliveries_body check ((source_id is null) <> (test_body is null))
) with (fillfactor = 70);
create index webhook_deliveries_open on webhook_deliveries (endpoint_id, state, state_at)
  where state = 'pending' or state = 'delivering';
create index webhook_deliveries_newest
  on webhook_deliveries (endpoint_id, created_at desc, id desc, event);
create index webhook_deliveries_failed
  on webhook_deliveries (endpoint_id, created_at desc, id desc, event) where state = 'failed';
create index webhook_deliveries_ended on webhook_deliveries (created_at)
  where state = 'delivered' or state = 'failed';
create index webhook_deliveries_source on webhook_deliveries (organization_id, source_id)
  where source_id is not null;

create table webhook_attempts (
  organization_id uuid not null,
  delivery_id uuid not null,
  number bigint not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  outcome text not null,
  status integer, -- of an answer
  answer text not null,
  primary key (organization_id, delivery_id, number),
  foreign key (organization_id, delivery_id) references webhook_deliveries on delete cascade
);

-- One row: the last place that was given in the feed. Whoever gives places holds its lock.
create table feed_places (
  id integer primary key not null check (id = 1),
  last bigint not null
) with (fillfactor = 50);
insert into feed_places (id, last) values (1, 0);

-- the events that a partner sees: of organizations that it managed when they came into the feed
create table partner_feed (
  partner_id uuid not null references partners,
  seq bigint not null,
  primary key (partner_id, seq)
);
create index partner_feed_seq on partner_feed (seq);
create index events_placed on events (created_at) where seq is not null;
