drop index events_placed;
drop table partner_feed;
drop table feed_places;
drop table webhook_attempts;
drop table webhook_deliveries;
drop table webhook_endpoints;
update events set seq = null;
