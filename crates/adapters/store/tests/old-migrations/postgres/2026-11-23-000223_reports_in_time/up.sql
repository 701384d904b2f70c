-- Reports to the tax authority are tried until the law's five days are over.
alter table tax_reports add column attempts integer not null default 0; -- to reach the authority
alter table tax_reports add column due_at timestamptz;
alter table tax_reports add column given_up_at timestamptz; -- no attempt can succeed, or none is left
update tax_reports set due_at = created_at + interval '5 days';
alter table tax_reports alter column due_at set not null;
create index tax_reports_open on tax_reports (due_at) where state = 'queued';
