drop index invoices_settled_by;
