alter table sent_responses drop column answered_at;
