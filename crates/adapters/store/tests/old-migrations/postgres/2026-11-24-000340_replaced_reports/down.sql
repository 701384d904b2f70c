drop index provider_reports_once;
delete from provider_reports where replaced_at is not null;
alter table provider_reports drop column replaced_at;
alter table provider_reports add constraint provider_reports_once unique (network, month, kind);
