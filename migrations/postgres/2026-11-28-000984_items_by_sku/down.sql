update stock_items set search_name = substr(search_name, 1, length(search_name) - length(sku) - 1)
  where sku is not null and length(search_name) > length(sku);
