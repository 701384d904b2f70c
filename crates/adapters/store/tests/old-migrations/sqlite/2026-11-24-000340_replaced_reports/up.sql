-- A report that another takes the place of stays, with its receipt.
create table provider_reports_kept (
  id blob primary key not null, -- of the message, in each attempt
  network text not null,
  month text not null, -- 2027-01, of UTC
  kind text not null, -- tsr, eusr
  document text not null,
  attempts integer not null,
  error text, -- of the last attempt
  made_at integer not null,
  sent_at integer,
  receipt blob,
  replaced_at integer -- when a later one took its place
) strict;
insert into provider_reports_kept
  (id, network, month, kind, document, attempts, error, made_at, sent_at, receipt)
select id, network, month, kind, document, attempts, error, made_at, sent_at, receipt from provider_reports;
drop table provider_reports;
alter table provider_reports_kept rename to provider_reports;
create unique index provider_reports_once on provider_reports (network, month, kind) where replaced_at is null;
