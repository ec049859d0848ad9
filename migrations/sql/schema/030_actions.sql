-- One plan: the canonical action that people sign, and its single way through the states of PROTOCOL §3.
CREATE TABLE plan (
  tenant           text NOT NULL REFERENCES tenant,
  id               uuid NOT NULL,
  requester_id     uuid NOT NULL,
  requester_human  text NOT NULL,
  actors           text[] NOT NULL,
  client           text NOT NULL,
  run              text,
  tool             text NOT NULL,
  tool_digest      bytea NOT NULL,
  policy_digest    bytea NOT NULL REFERENCES policy (digest),
  action           text NOT NULL,
  action_digest    bytea NOT NULL CHECK (length(action_digest) = 32),
  request_digest   bytea NOT NULL CHECK (length(request_digest) = 32),
  display          text NOT NULL,
  display_digest   bytea NOT NULL CHECK (length(display_digest) = 32),
  operation_id     text NOT NULL,
  idempotency_key  text CHECK (length(idempotency_key) BETWEEN 1 AND 200),
  resource_type    text NOT NULL,
  resource_id      text NOT NULL,
  resource_version text NOT NULL,
  resource_label   text NOT NULL,
  attributes       jsonb NOT NULL,
  required         integer NOT NULL CHECK (required BETWEEN 1 AND 10),
  rule             jsonb NOT NULL,
  mode             text NOT NULL CHECK (mode IN ('automatic', 'on_request')),
  state            text NOT NULL DEFAULT 'PENDING'
                   CHECK (state IN ('PENDING', 'CONSUMED', 'REJECTED', 'CANCELLED', 'SUPERSEDED', 'INVALIDATED', 'EXPIRED')),
  state_reason     text,
  approvals        integer NOT NULL DEFAULT 0,   -- a cached figure for screens; the claim counts for itself
  quorum_at        timestamptz,                  -- likewise
  created_at       timestamptz NOT NULL,
  decide_by        timestamptz NOT NULL,
  execute_by       timestamptz NOT NULL CHECK (execute_by >= decide_by),
  closed_at        timestamptz,
  chain_seq        integer NOT NULL DEFAULT 0,
  chain_hash       bytea,
  PRIMARY KEY (tenant, id),
  UNIQUE (tenant, id, requester_human),
  FOREIGN KEY (tenant, requester_id, requester_human) REFERENCES principal (tenant, id, human),
  FOREIGN KEY (tool, tool_digest) REFERENCES tool_contract (tool, digest)
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX plan_key ON plan (tenant, tool, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX plan_one_pending ON plan (tenant, requester_id, tool, resource_type, resource_id) WHERE state = 'PENDING';
CREATE INDEX plan_request ON plan (tenant, request_digest, id DESC);
CREATE INDEX plan_pending ON plan (tenant, id DESC) WHERE state = 'PENDING';
CREATE INDEX plan_by_requester ON plan (tenant, requester_human, id DESC);
CREATE INDEX plan_by_resource ON plan (tenant, resource_type, resource_id, id DESC);

-- One human's signed decision. The primary key stops a second vote, the CHECK stops self-approval through an agent,
-- a second account or a delegate, and the foreign keys make both columns tell the truth.
CREATE TABLE approval (
  tenant          text NOT NULL,
  id              uuid NOT NULL,
  plan            uuid NOT NULL,
  requester_human text NOT NULL,
  approver_id     uuid NOT NULL,
  approver_human  text NOT NULL,
  decision        text NOT NULL CHECK (decision IN ('APPROVE', 'REJECT')),
  reason          text NOT NULL,
  state           text NOT NULL DEFAULT 'VALID' CHECK (state IN ('VALID', 'CONSUMED', 'REVOKED')),
  authz_epoch     bigint NOT NULL,
  statement       text NOT NULL,
  jws             text NOT NULL,
  kid             text NOT NULL REFERENCES signing_key (kid),
  expires_at      timestamptz NOT NULL,
  created_at      timestamptz NOT NULL,
  execution       uuid,
  PRIMARY KEY (tenant, plan, approver_human),
  UNIQUE (tenant, id),
  FOREIGN KEY (tenant, plan, requester_human) REFERENCES plan (tenant, id, requester_human),
  FOREIGN KEY (tenant, approver_id, approver_human) REFERENCES principal (tenant, id, human),
  CONSTRAINT approval_separation_of_duties CHECK (approver_human <> requester_human),
  CONSTRAINT approval_consumed_by CHECK ((state = 'CONSUMED') = (execution IS NOT NULL))
) WITH (fillfactor = 85);
CREATE INDEX approval_by_human ON approval (tenant, approver_human, plan);

-- The idempotency table: the engine's claim on doing a plan, with its outcome.
CREATE TABLE execution (
  tenant          text NOT NULL,
  id              uuid NOT NULL,
  plan            uuid NOT NULL,
  tool            text NOT NULL,
  idempotency_key text,
  operation_id    text NOT NULL,
  resource_type   text NOT NULL,
  resource_id     text NOT NULL,
  state           text NOT NULL CHECK (state IN ('DISPATCHED', 'SUCCEEDED', 'FAILED', 'UNKNOWN', 'MANUAL')),
  fence           integer NOT NULL DEFAULT 1,
  lease_until     timestamptz,
  result          jsonb,
  error           jsonb,
  started_at      timestamptz NOT NULL,
  finished_at     timestamptz,
  PRIMARY KEY (tenant, id),
  UNIQUE (tenant, plan),
  UNIQUE (tenant, operation_id),
  FOREIGN KEY (tenant, plan) REFERENCES plan (tenant, id)
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX execution_key ON execution (tenant, tool, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX execution_in_doubt ON execution (tenant, resource_type, resource_id)
  WHERE state IN ('DISPATCHED', 'UNKNOWN', 'MANUAL');
ALTER TABLE approval ADD FOREIGN KEY (tenant, execution) REFERENCES execution (tenant, id);
