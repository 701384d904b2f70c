drop table tax_reports;
