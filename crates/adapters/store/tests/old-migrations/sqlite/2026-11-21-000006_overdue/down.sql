drop index invoices_open_due;
