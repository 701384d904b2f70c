drop index events_placed;
drop table partner_feed, feed_places, webhook_attempts, webhook_deliveries, webhook_endpoints;
update events set seq = null;
