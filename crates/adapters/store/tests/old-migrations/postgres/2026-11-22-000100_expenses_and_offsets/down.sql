drop table offsets;
alter table payments drop column offset_id;
drop table expense_payments;
drop table expenses;
