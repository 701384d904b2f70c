create table provider_reports_kept (
  id blob primary key not null,
  network text not null,
  month text not null,
  kind text not null,
  document text not null,
  attempts integer not null,
  error text,
  made_at integer not null,
  sent_at integer,
  receipt blob,
  constraint provider_reports_once unique (network, month, kind)
) strict;
insert into provider_reports_kept
select id, network, month, kind, document, attempts, error, made_at, sent_at, receipt from provider_reports
where replaced_at is null;
drop table provider_reports;
alter table provider_reports_kept rename to provider_reports;
