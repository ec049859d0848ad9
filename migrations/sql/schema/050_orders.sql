-- The reference domain: orders of a trading company, in the same database (adapter class 0).
CREATE TABLE customer_order (
  tenant         text NOT NULL REFERENCES tenant,
  id             text NOT NULL CHECK (id ~ '^[A-Z]-[0-9]{6}$'),
  business_line  text NOT NULL,
  region         text NOT NULL,
  customer       text NOT NULL,
  customer_email text NOT NULL,
  customer_phone text NOT NULL,
  items          jsonb NOT NULL,
  amount         numeric(12, 2) NOT NULL CHECK (amount > 0),
  currency       text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  state          text NOT NULL CHECK (state IN ('NEW', 'PAID', 'PACKED', 'SHIPPED', 'DELIVERED', 'CANCELLED')),
  version        bigint NOT NULL DEFAULT 1,
  placed_at      timestamptz NOT NULL,
  cancelled_at   timestamptz,
  cancel_reason  text,
  PRIMARY KEY (tenant, id),
  CONSTRAINT cancelled_has_time CHECK ((state = 'CANCELLED') = (cancelled_at IS NOT NULL))
) WITH (fillfactor = 85);

-- The domain's own ledger of effects: what was really done to an order, and under which operation id.
CREATE TABLE order_event (
  tenant       text NOT NULL,
  order_id     text NOT NULL,
  version      bigint NOT NULL,
  kind         text NOT NULL,
  operation_id text NOT NULL,
  at           timestamptz NOT NULL,
  PRIMARY KEY (tenant, order_id, version),
  UNIQUE (tenant, operation_id),
  FOREIGN KEY (tenant, order_id) REFERENCES customer_order (tenant, id)
);
