drop table peppol_volumes;
