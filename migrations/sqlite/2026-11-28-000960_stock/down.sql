drop table stock_documents;
drop table stock_movements;
drop table stock_levels;
drop table warehouses;
drop table stock_items;
