-- What a customer gets by mail beside the page: none, ubl, xrechnung, factur-x.
alter table contacts add column profile text not null default 'none';
