alter table peppol_accounts rename column strict_sandbox to like_production;
alter table submissions rename column needs_operator to parked;
alter table submissions rename column ambiguous to doubtful;
