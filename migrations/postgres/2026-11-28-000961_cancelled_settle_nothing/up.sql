-- What is cancelled settles no advance: what was paid of that is not paid of it. It has no payments of its own.
update invoices set outstanding = outstanding + paid_amount, paid_amount = 0
  where status = 'cancelled' and origin = 'native' and paid_amount <> 0;
