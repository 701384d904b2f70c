-- what of an item moved until a day
create index stock_movements_day on stock_movements (organization_id, item_id, day);
create index stock_movements_warehouse on stock_movements (organization_id, warehouse_id, created_at
  desc, id desc);
