drop table payment_proposals;
drop table bank_statement_lines;
drop table bank_statements;
drop index invoices_open_symbol;
alter table invoices drop column payment_symbol;
