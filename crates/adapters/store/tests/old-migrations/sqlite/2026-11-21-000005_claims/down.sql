drop table claim_tokens;
drop table claims;
drop index organizations_ico;
alter table organizations drop column search_name;
