-- Who keeps an invoice or a payment keeps its figures too: what they are is for the program to say.
drop trigger payment_currency on payments;
drop function keep_payment_currency();
drop trigger invoice_vat_changed on invoices;
drop trigger invoice_vat_new on invoices;
drop function keep_invoice_vat();
drop view invoice_vat_of_documents;
drop function readable_json(text);
