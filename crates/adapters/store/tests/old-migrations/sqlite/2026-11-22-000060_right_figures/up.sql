-- The total with VAT (BT-112) beside what is left to pay. Of documents that came before it is not
-- known: null, until somebody reads their bytes.
alter table received_documents add column total text;

-- From 2027 each attempt asks for it.
alter table submissions add column issue_date text;
update submissions set issue_date =
  (select i.issue_date from invoices i
   where i.organization_id = submissions.organization_id and i.id = submissions.invoice_id);

-- The default series get digits of their own. One that has drawn a number keeps its look.
insert into number_series (organization_id, invoice_type, prefix, year_style, width)
select distinct c.organization_id, c.invoice_type,
  case c.invoice_type when 'proforma' then 'ZF' when 'self_invoice' then 'SF'
    when 'final_invoice' then 'VF' when 'credit_note' then 'DB' else 'TB' end,
  'four', 4
from number_counters c
where c.invoice_type <> 'invoice' and not exists (select 1 from number_series s
  where s.organization_id = c.organization_id and s.invoice_type = c.invoice_type);

-- A claim holds for the address and the DIČ that it was opened for.
alter table claims add column email text;
alter table claims add column dic text;
update claims set
  email = (select o.email from organizations o where o.id = claims.organization_id),
  dic = (select o.dic from organizations o where o.id = claims.organization_id);
create index claims_partner on claims (partner_id, requested_at);
create index claims_recipient on claims (email, requested_at) where email is not null;

-- Whether a partner wrote the e-mail address: a mail to it proves nothing then.
alter table organizations add column email_by_partner integer not null default 0;
update organizations set email_by_partner = 1 where id in
  (select organization_id from partner_organizations);
create index organizations_dic on organizations (dic) where dic is not null;
