drop table message_status_attempts;
