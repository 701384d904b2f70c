drop index expenses_owed;
drop table invoice_views;
alter table received_responses drop column status;
