alter table invoice_history drop column actor_kind;
