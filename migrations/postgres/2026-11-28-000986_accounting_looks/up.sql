-- The day on which everything was last looked through for what has no posting.
alter table accounting_links add column looked_through_on date;
-- Since when the program works on what it has taken over.
alter table accounting_postings add column taken_at timestamptz;
-- What is new of payments, by the time in their ids.
create index payments_newest on payments (organization_id, id);
create index expense_payments_newest on expense_payments (organization_id, id);
