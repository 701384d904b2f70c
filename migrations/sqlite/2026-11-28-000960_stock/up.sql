-- Quantities are millionths of the item's unit: they are summed exactly.
create table stock_items (
  organization_id blob not null references organizations,
  id blob not null,
  sku text,
  name text not null,
  search_name text not null,
  unit text not null,
  minimum integer, -- at or below it the stock is low
  below_zero integer not null check (below_zero in (0, 1)),
  archived_at integer,
  version integer not null,
  created_at integer not null,
  primary key (organization_id, id)
) strict;
create unique index stock_items_sku on stock_items (organization_id, sku) where sku is not null;
create index stock_items_newest on stock_items (organization_id, created_at desc, id desc);

create table warehouses (
  organization_id blob not null references organizations,
  id blob not null,
  name text not null,
  archived_at integer,
  version integer not null,
  created_at integer not null,
  primary key (organization_id, id),
  unique (organization_id, name)
) strict;

-- Sums of the movements, which whoever moves the item changes under its lock.
create table stock_levels (
  organization_id blob not null,
  item_id blob not null,
  warehouse_id blob not null,
  id blob not null,
  quantity integer not null,
  value integer not null,
  cost text not null, -- of one, as it last came, six decimals
  created_at integer not null,
  primary key (organization_id, item_id, warehouse_id),
  foreign key (organization_id, item_id) references stock_items,
  foreign key (organization_id, warehouse_id) references warehouses
) strict, without rowid;
create index stock_levels_newest on stock_levels (organization_id, created_at desc, id desc);

create table stock_movements (
  organization_id blob not null,
  id blob not null,
  item_id blob not null,
  warehouse_id blob not null,
  cause text not null,
  cause_id blob not null,
  quantity integer not null,
  value integer not null,
  day text not null,
  created_at integer not null,
  primary key (organization_id, id),
  foreign key (organization_id, item_id) references stock_items,
  foreign key (organization_id, warehouse_id) references warehouses
) strict;
create index stock_movements_newest on stock_movements (organization_id, created_at desc, id desc);
create index stock_movements_item on stock_movements (organization_id, item_id, created_at desc, id desc);
create index stock_movements_cause on stock_movements (organization_id, cause_id);

create table stock_documents (
  organization_id blob not null,
  id blob not null,
  kind text not null,
  number text,
  day text not null,
  warehouse_id blob not null,
  to_warehouse_id blob,
  note text,
  lines text not null, -- JSON
  version integer not null,
  created_at integer not null,
  confirmed_at integer,
  primary key (organization_id, id),
  unique (organization_id, number),
  foreign key (organization_id, warehouse_id) references warehouses,
  foreign key (organization_id, to_warehouse_id) references warehouses
) strict;
create index stock_documents_newest on stock_documents (organization_id, created_at desc, id desc);
-- of a warehouse one count is open at a time
create unique index stock_documents_open_count on stock_documents (organization_id, warehouse_id)
  where kind = 'count' and confirmed_at is null;
