-- A report that another takes the place of stays, with its receipt.
alter table provider_reports add column replaced_at timestamptz; -- when a later one took its place
alter table provider_reports drop constraint provider_reports_once;
create unique index provider_reports_once on provider_reports (network, month, kind) where replaced_at is null;
