-- Who keeps an invoice or a payment keeps its figures too: what they are is for the program to say.
drop trigger payment_currency;
drop trigger invoice_vat_void;
drop trigger invoice_vat_gone;
drop trigger invoice_vat_new;

-- an invoice has one row, which a change of its tax point moves
drop index invoice_vat_of_invoice;
create unique index invoice_vat_of_invoice on invoice_vat (organization_id, invoice_id);
