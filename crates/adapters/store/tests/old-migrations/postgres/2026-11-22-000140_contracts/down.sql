drop table contract_invoices;
drop table contracts;
