-- The columns are called what docs/glossary.md calls the things.
alter table submissions rename column doubtful to ambiguous;
alter table submissions rename column parked to needs_operator;
alter table peppol_accounts rename column like_production to strict_sandbox;
