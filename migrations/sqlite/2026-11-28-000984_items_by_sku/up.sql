-- Items are found by their SKU too.
update stock_items set search_name = search_name || ' ' || lower(sku) where sku is not null;
