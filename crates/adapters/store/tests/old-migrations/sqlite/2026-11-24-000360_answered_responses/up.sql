-- When a status said what became of a response: without a receipt, it is asked for once more.
alter table sent_responses add column answered_at integer;
