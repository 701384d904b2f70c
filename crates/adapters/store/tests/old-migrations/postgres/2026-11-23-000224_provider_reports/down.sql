drop table provider_reports;
drop table peppol_exchanges;
