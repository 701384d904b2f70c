-- Quantities are millionths of the item's unit: they are summed exactly.
create table stock_items (
  organization_id uuid not null references organizations,
  id uuid not null,
  sku text,
  name text not null,
  search_name text not null,
  unit text not null,
  minimum bigint, -- at or below it the stock is low
  below_zero boolean not null,
  archived_at timestamptz,
  version integer not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index stock_items_sku on stock_items (organization_id, sku) where sku is not null;
create index stock_items_newest on stock_items (organization_id, created_at desc, id desc);

create table warehouses (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null,
  archived_at timestamptz,
  version integer not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, name)
);

-- Sums of the movements, which whoever moves the item changes under its lock.
create table stock_levels (
  organization_id uuid not null,
  item_id uuid not null,
  warehouse_id uuid not null,
  id uuid not null,
  quantity bigint not null,
  value numeric(18,2) not null,
  cost numeric not null, -- of one, as it last came, six decimals
  created_at timestamptz not null,
  primary key (organization_id, item_id, warehouse_id),
  foreign key (organization_id, item_id) references stock_items(organization_id, id),
  foreign key (organization_id, warehouse_id) references warehouses(organization_id, id)
);
create index stock_levels_newest on stock_levels (organization_id, created_at desc, id desc);

create table stock_movements (
  organization_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  warehouse_id uuid not null,
  cause text not null,
  cause_id uuid not null,
  quantity bigint not null,
  value numeric(18,2) not null,
  day date not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, item_id) references stock_items(organization_id, id),
  foreign key (organization_id, warehouse_id) references warehouses(organization_id, id)
);
create index stock_movements_newest on stock_movements (organization_id, created_at desc, id desc);
create index stock_movements_item on stock_movements (organization_id, item_id, created_at desc, id desc);
create index stock_movements_cause on stock_movements (organization_id, cause_id);

create table stock_documents (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  number text,
  day date not null,
  warehouse_id uuid not null,
  to_warehouse_id uuid,
  note text,
  lines text not null, -- JSON
  version integer not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, number),
  foreign key (organization_id, warehouse_id) references warehouses(organization_id, id),
  foreign key (organization_id, to_warehouse_id) references warehouses(organization_id, id)
);
create index stock_documents_newest on stock_documents (organization_id, created_at desc, id desc);
-- of a warehouse one count is open at a time
create unique index stock_documents_open_count on stock_documents (organization_id, warehouse_id)
  where kind = 'count' and confirmed_at is null;
