CREATE SCHEMA IF NOT EXISTS order_service;

CREATE TABLE IF NOT EXISTS order_service.orders (
  order_id text PRIMARY KEY,
  business_line text NOT NULL,
  region text NOT NULL,
  customer text NOT NULL,
  amount numeric(12, 2) NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  state text NOT NULL CHECK (state IN ('NEW', 'PAID', 'PACKED', 'SHIPPED', 'DELIVERED', 'CANCELLED')),
  version bigint NOT NULL CHECK (version > 0),
  placed_at timestamptz NOT NULL,
  cancelled_at timestamptz,
  cancel_reason text
);

-- One row for each operation id that was decided. OPEN is seen only by the transaction that decides it.
CREATE TABLE IF NOT EXISTS order_service.operation (
  operation_id text PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('OPEN', 'APPLIED', 'ABORTED')),
  fingerprint text,
  result jsonb,
  decided_at timestamptz NOT NULL,
  CHECK (state <> 'APPLIED' OR (fingerprint IS NOT NULL AND result IS NOT NULL))
);

-- What was really done. Two rows of one operation are two refunds.
CREATE TABLE IF NOT EXISTS order_service.effect (
  seq bigint PRIMARY KEY,
  operation_id text NOT NULL REFERENCES order_service.operation,
  order_id text NOT NULL REFERENCES order_service.orders,
  applied_at timestamptz NOT NULL
);

-- The last number given. Its row lock makes seq dense and ordered by commit: a reader that asks for "after seq" misses nothing.
CREATE TABLE IF NOT EXISTS order_service.ledger_head (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  seq bigint NOT NULL DEFAULT 0
);

INSERT INTO order_service.ledger_head DEFAULT VALUES ON CONFLICT DO NOTHING;
