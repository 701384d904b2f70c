-- A company's, or a partner's: then `only` may name the one organization whose events it receives.
create table webhook_endpoints (
  id blob primary key not null,
  organization_id blob references organizations,
  partner_id blob references partners,
  only_organization_id blob references organizations,
  url text not null,
  events text not null, -- names with spaces between
  consecutive_failures integer not null,
  off_at integer, -- null while it is active
  off_reason text, -- failures, owner
  secrets blob not null, -- encrypted
  created_at integer not null,
  constraint webhook_endpoints_owner check ((organization_id is null) <> (partner_id is null)),
  constraint webhook_endpoints_only check (only_organization_id is null or partner_id is not null),
  constraint webhook_endpoints_off check ((off_at is null) = (off_reason is null))
) strict;
create index webhook_endpoints_organization on webhook_endpoints (organization_id, created_at, id)
  where organization_id is not null;
create index webhook_endpoints_partner on webhook_endpoints (partner_id, created_at, id)
  where partner_id is not null;

-- state: pending, delivering, delivered, failed; state_at: due, until, since, since.
-- The body is that of the event, whose row stays as long as this one; a test has its own.
create table webhook_deliveries (
  organization_id blob not null references organizations,
  id blob not null,
  endpoint_id blob not null references webhook_endpoints,
  event text not null,
  source_id blob, -- in events
  test_body text,
  state text not null,
  state_at integer not null,
  gave_up text, -- last_attempt, endpoint_off
  attempts integer not null,
  failures integer not null,
  created_at integer not null,
  primary key (organization_id, id),
  constraint webhook_deliveries_body check ((source_id is null) <> (test_body is null))
) strict;
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
  organization_id blob not null,
  delivery_id blob not null,
  number integer not null,
  started_at integer not null,
  finished_at integer not null,
  outcome text not null,
  status integer, -- of an answer
  answer text not null,
  primary key (organization_id, delivery_id, number),
  foreign key (organization_id, delivery_id) references webhook_deliveries on delete cascade
) strict;

-- One row: the last place that was given in the feed. Whoever gives places holds its lock.
create table feed_places (
  id integer primary key not null check (id = 1),
  last integer not null
) strict;
insert into feed_places (id, last) values (1, 0);

-- the events that a partner sees: of organizations that it managed when they came into the feed
create table partner_feed (
  partner_id blob not null references partners,
  seq integer not null,
  primary key (partner_id, seq)
) strict;
create index partner_feed_seq on partner_feed (seq);
create index events_placed on events (created_at) where seq is not null;
