-- Events as they happen, chained inside each plan (seq, prev is in the canonical text). Unsequenced: a single runner moves
-- them by DELETE … RETURNING into the dense log of the tenant, so a lower id that commits later is never lost.
CREATE TABLE audit_event (
  tenant    text NOT NULL REFERENCES tenant,
  id        uuid NOT NULL,
  plan      uuid,
  seq       integer NOT NULL,
  type      text NOT NULL,
  at        timestamptz NOT NULL,
  canonical text NOT NULL,
  hash      bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (tenant, id),
  FOREIGN KEY (tenant, plan) REFERENCES plan (tenant, id)
);
CREATE UNIQUE INDEX audit_event_chain ON audit_event (tenant, plan, seq) WHERE plan IS NOT NULL;

-- The outbox. A row says "look at this plan at that time"; it leaves when the look is done. A queue job only carries its id,
-- so losing every job loses nothing: what stays due is published again. Ids only, hence no row-level security here.
CREATE TABLE wakeup (
  tenant       text NOT NULL,
  plan         uuid NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('execute', 'expire')),
  due_at       timestamptz NOT NULL,
  published_at timestamptz,
  attempts     integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, plan, kind),
  FOREIGN KEY (tenant, plan) REFERENCES plan (tenant, id)
) WITH (fillfactor = 85);
CREATE INDEX wakeup_due ON wakeup (due_at);
