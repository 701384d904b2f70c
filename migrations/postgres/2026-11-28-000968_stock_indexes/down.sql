drop index stock_movements_warehouse;
drop index stock_movements_day;
