-- where it came from, as half of a SHA-256 of the address: what strangers leave is bounded for each; null of what is older
alter table oauth_grants add column origin blob;
alter table oauth_clients add column origin blob;
create index oauth_grants_pending on oauth_grants (created_at, origin) where stage = 'pending';
