drop table message_statuses;
