drop table accounting_postings;
drop table accounting_links;
