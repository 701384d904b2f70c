drop table peppol_entries;
