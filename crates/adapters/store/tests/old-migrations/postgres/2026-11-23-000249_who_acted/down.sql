alter table peppol_trail drop column actor_kind;
alter table peppol_trail drop column actor;
