drop index expense_payments_newest;
drop index payments_newest;
alter table accounting_postings drop column taken_at;
alter table accounting_links drop column looked_through_on;
