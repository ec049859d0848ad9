import { Injectable } from '@nestjs/common';
import { maySeePlan, whyNotDecide } from '../approval/eligibility.js';
import { readEvent, verifyChain } from '../audit/chain.js';
import { PolicyEngine } from '../authorization/policy-engine.js';
import { openAction } from '../canonical/action.js';
import { displayDigest } from '../canonical/digest.js';
import type { Display } from '../canonical/display.js';
import type { TextSegment } from '../canonical/display-text.js';
import type { JsonObject, JsonValue } from '../canonical/json-value.js';
import { Config } from '../config/config.js';
import { ContractRegistry } from '../contracts/contract-registry.js';
import type { Execution } from '../execution/execution.js';
import { DirectoryService } from '../identity/directory.service.js';
import type { Principal } from '../identity/principal.js';
import { eligibleApprovers } from '../planning/approvers.js';
import { actionState, shortCode } from './action-state.js';
import type { ActionSummary, ActionView, DecisionView, ExecutionView, TimelineEntry } from './action-view.js';
import type { ActionDetailRow, ActionRow } from './action-view.store.js';

/** Turns rows into what one viewer may read of an action, with the server's word on what they may do. */
@Injectable()
export class ActionViews {
  constructor(
    private readonly config: Config,
    private readonly policy: PolicyEngine,
    private readonly contracts: ContractRegistry,
    private readonly directory: DirectoryService,
  ) {}

  visible(viewer: Principal, row: ActionRow): boolean {
    return maySeePlan(this.policy, viewer, row);
  }

  summary(viewer: Principal, row: ActionRow): ActionSummary {
    const display = row.display as unknown as Display;
    const state = actionState(row);
    const cannot = whyNotDecide({
      state: row.overdue ? 'EXPIRED' : row.state,
      decideBy: row.decideBy,
      now: row.now,
      requesterHuman: row.requesterHuman,
      viewerHuman: viewer.human,
      entitled: this.policy.authorize(viewer, row.rule.permission, row.attributes).allowed,
      decided: row.decided,
    });
    return {
      id: row.id,
      tool: row.tool,
      title: display.title,
      risk: this.contracts.byName(row.tool)?.contract.risk ?? 'WRITE_CRITICAL',
      state,
      summary: { en: plainText(display.effect.en), zh: plainText(display.effect.zh) },
      resource: { type: row.resourceType, id: row.resourceId, label: row.resourceLabel },
      requester: { name: row.requesterName, sub: row.requesterSub },
      actors: row.actors,
      required: row.required,
      approvals: row.approvals,
      createdAt: row.createdAt.toISOString(),
      decideBy: row.decideBy.toISOString(),
      executeBy: row.executeBy.toISOString(),
      ...(row.closedAt === null ? {} : { closedAt: row.closedAt.toISOString() }),
      shortCode: shortCode(row.actionDigest),
      canDecide: cannot === undefined,
      ...(cannot === undefined ? {} : { cannotDecideReason: cannot }),
    };
  }

  async view(viewer: Principal, detail: ActionDetailRow): Promise<ActionView> {
    const { row, plan } = detail;
    const opened = openAction(plan.action);
    if (!opened.ok) throw new Error('a stored action is not canonical');
    // People sign the digest of what they saw: another picture must not be shown above it.
    const shown = row.display as unknown as Display;
    if (displayDigest(shown.renderer, row.display) !== plan.displayDigest)
      throw new Error('a stored display was changed');
    const { action } = opened.sealed;
    const contract = this.contracts.byName(row.tool)?.contract;
    return {
      ...this.summary(viewer, row),
      ...planFacts(plan),
      actionDigest: row.actionDigest,
      display: row.display,
      arguments: action.arguments,
      rule: { policy: row.rule.policy, rule: row.rule.rule, why: row.rule.why },
      adapterClass: contract?.execution?.adapterClass ?? '0',
      run: action.run,
      nonce: action.nonce,
      snapshotAt: row.createdAt.toISOString(),
      decisions: detail.decisions.map((decision) => decisionView(decision, viewer)),
      ...(await this.approversOf(viewer, detail)),
      ...(detail.execution === undefined ? {} : { execution: this.executionView(row.tool, detail.execution) }),
      timeline: detail.events.map(timelineEntry),
      chainVerified: chainIsWhole(viewer.tenant, detail),
      similar: detail.similar
        .filter((other) => this.visible(viewer, other))
        .map((other) => this.summary(viewer, other)),
      approvalUrl: `${this.config.publicUrl}/console/d/${row.id}`,
      reasonRequired: contract?.approval?.reasonRequired ?? false,
      ...steering(viewer, detail),
    };
  }

  /** Who may decide still, and who of those that policy would allow may not, and why. */
  private async approversOf(
    viewer: Principal,
    { row, decisions }: ActionDetailRow,
  ): Promise<Pick<ActionView, 'eligible' | 'excluded'>> {
    const people = await this.directory.candidates(viewer.tenant);
    const need = { requesterHuman: row.requesterHuman, permission: row.rule.permission, attributes: row.attributes };
    const eligible = eligibleApprovers(this.policy, need, people);
    const decided = new Set(decisions.map((decision) => decision.approverHuman));
    const self = eligibleApprovers(this.policy, { ...need, requesterHuman: '' }, people).filter(
      (person) => person.human === row.requesterHuman,
    );
    return {
      eligible: eligible.filter((person) => !decided.has(person.human)).map(({ name }) => ({ name })),
      excluded: [
        ...self.map(({ name }) => ({ name, why: 'SELF' as const })),
        ...eligible
          .filter((person) => decided.has(person.human))
          .map(({ name }) => ({ name, why: 'DECIDED' as const })),
      ],
    };
  }

  private executionView(tool: string, execution: Execution): ExecutionView {
    const contract = this.contracts.byName(tool);
    return {
      id: execution.id,
      state: execution.state,
      operationId: execution.operationId,
      startedAt: execution.startedAt.toISOString(),
      ...(execution.finishedAt === null ? {} : { finishedAt: execution.finishedAt.toISOString() }),
      // Without the contract nobody knows what must be masked, so nothing is shown.
      ...(execution.result === null || !contract ? {} : { result: contract.shape(execution.result) }),
      ...(execution.error === null ? {} : { error: execution.error }),
    };
  }
}

function planFacts({
  displayDigest,
  toolDigest,
  policyDigest,
  operationId,
  resourceVersion,
  mode,
  stateReason,
}: ActionDetailRow['plan']) {
  const facts = { displayDigest, toolDigest, policyDigest, operationId, resourceVersion, mode };
  return stateReason === null ? facts : { ...facts, stateReason };
}

/** The plan names its newest event: without that, a trail that lost its end would look whole. Newer ones may have come since. */
function chainIsWhole(tenant: string, { row, plan, events }: ActionDetailRow): boolean {
  return verifyChain(tenant, row.id, events) && events.some(({ hash }) => hash === plan.chainHash);
}

/** What the viewer could take back of a plan that nobody has executed. */
function steering(viewer: Principal, { row, decisions }: ActionDetailRow): Pick<ActionView, 'canRevoke' | 'canCancel'> {
  const pending = row.state === 'PENDING' && !row.overdue;
  const mine = decisions.find((decision) => decision.approverHuman === viewer.human);
  return {
    canRevoke: pending && mine?.state === 'VALID' && mine.decision === 'APPROVE',
    canCancel: pending && viewer.human === row.requesterHuman,
  };
}

function decisionView(decision: ActionDetailRow['decisions'][number], viewer: Principal): DecisionView {
  return {
    approver: { name: decision.approverName },
    decision: decision.decision,
    state: decision.state,
    counts: decision.counts,
    reason: decision.reason,
    at: decision.createdAt.toISOString(),
    mine: decision.approverHuman === viewer.human,
  };
}

function timelineEntry(stored: ActionDetailRow['events'][number]): TimelineEntry {
  const event = readEvent(stored.canonical);
  const { actor, ...data } = asObject(event?.body);
  const name = asObject(actor).name;
  return {
    seq: stored.seq,
    at: typeof event?.at === 'string' ? event.at : '',
    type: stored.type,
    ...(typeof name === 'string' ? { actor: { name } } : {}),
    data,
    hash: stored.hash,
  };
}

function asObject(value: JsonValue | undefined): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** Segments as one line of plain text: what must not be seen raw stays an escape. */
function plainText(segments: readonly TextSegment[]): string {
  return segments.map((segment) => (segment.kind === 'text' ? segment.text : `⟨${segment.codePoint}⟩`)).join('');
}
