drop table statement_mappings;
