-- who said where an endpoint's deliveries go: kind and id of a key, a connection or a person, and the environment; null of
-- those that are older. off_reason has one more: access_ended, when the connection or the membership of the maker ended.
alter table webhook_endpoints add column made_by uuid;
alter table webhook_endpoints add column made_by_kind text;
alter table webhook_endpoints add column made_in text; -- test, live
