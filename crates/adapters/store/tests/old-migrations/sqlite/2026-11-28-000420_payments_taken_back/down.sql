delete from payment_proposals where undoes is not null;
drop index bank_statement_lines_invoice;
alter table payment_proposals drop column undoes;
