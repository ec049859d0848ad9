import { Injectable } from '@nestjs/common';
import { overAlready } from '../approval/approval.service.js';
import { PolicyEngine } from '../authorization/policy-engine.js';
import { ContractRegistry } from '../contracts/contract-registry.js';
import type { Risk } from '../contracts/tool-contract.js';
import { PlanChanges } from '../database/changes.js';
import { ExecutionService } from '../execution/execution.service.js';
import { decidesInPerson, type Principal } from '../identity/principal.js';
import { PlanningService } from '../planning/planning.service.js';
import type { PlanState } from '../planning/plan.js';
import { ok, type Result, refuse } from '../shared/errors.js';
import { isUuid } from '../shared/ids.js';
import { actionState, isOpen, storedStates } from './action-state.js';
import type { ActionState, ActionSummary, ActionView, Page } from './action-view.js';
import { ActionViewStore, type ListQuery } from './action-view.store.js';
import { ActionViews } from './action-views.js';

/** What a list is asked for. `cursor` is the last id of the page before. */
export interface ListRequest {
  readonly view: ListQuery['view'];
  readonly open?: boolean;
  readonly states?: readonly ActionState[];
  readonly risk?: Risk;
  readonly search?: string;
  readonly cursor?: string;
  readonly limit: number;
}

/** Look again by ourselves this often while waiting: a notification is only a hint and may be lost. */
const LOOK_AGAIN_MS = 5_000;
const COUNT_LIMIT = 200;
const MAX_BATCH = 500;
/** Rows that one page may look at. */
const MAX_SCAN = 5_000;
/** Waits that one principal may hold at once in this process. */
const MAX_WAITS = 16;

/** What requesters and viewers do with an action: look, wait, list, ask for its execution, withdraw. */
@Injectable()
export class ActionsService {
  private readonly waiting = new Map<string, number>();

  constructor(
    private readonly store: ActionViewStore,
    private readonly views: ActionViews,
    private readonly policy: PolicyEngine,
    private readonly contracts: ContractRegistry,
    private readonly planning: PlanningService,
    private readonly execution: ExecutionService,
    private readonly changes: PlanChanges,
  ) {}

  /** The action as this viewer may read it; with `waitMs`, after its next change or when the time is over. */
  async status(viewer: Principal, planId: string, waitMs: number): Promise<Result<ActionView>> {
    if (!isUuid(planId)) return notFound();
    const waiting = this.waiting.get(viewer.id) ?? 0;
    // Whoever holds many waits already is answered at once: a flood of them must not keep everybody's connections.
    const until = Date.now() + (waiting < MAX_WAITS ? waitMs : 0);
    this.waiting.set(viewer.id, waiting + 1);
    try {
      await this.untilChanged(viewer, planId, until);
    } finally {
      const left = (this.waiting.get(viewer.id) ?? 1) - 1;
      if (left > 0) this.waiting.set(viewer.id, left);
      else this.waiting.delete(viewer.id);
    }
    return this.read(viewer, planId);
  }

  /** Resolves when the action changed, is over, cannot be seen, or at `until` (milliseconds since 1970). */
  private async untilChanged(viewer: Principal, planId: string, until: number): Promise<void> {
    const first = await this.peek(viewer, planId);
    if (first === undefined) return;
    const over = (now: typeof first | undefined) => now === undefined || !isOpen(now.state) || now.mark !== first.mark;
    const more = () => !over(first) && !this.changes.stopping;
    for (let left = until - Date.now(); left > 0 && more(); left = until - Date.now()) {
      const changed = this.changes.next(planId, Math.min(left, LOOK_AGAIN_MS));
      // Listening by now: what changed between the last look and this one would be slept through.
      if (over(await this.peek(viewer, planId))) return;
      await changed;
    }
  }

  async list(viewer: Principal, request: ListRequest): Promise<Result<Page<ActionSummary>>> {
    if (request.cursor !== undefined && !isUuid(request.cursor)) {
      return refuse('INVALID_ARGUMENTS', 'The cursor is not one that a list gave out.', {
        errors: [{ pointer: '/cursor' }],
      });
    }
    const items: ActionSummary[] = [];
    let before = request.cursor;
    // Entitlement is policy, not SQL: pages are filled until they are full or the list ends.
    let batch = request.limit + 1;
    for (let more = true, scanned = 0; more; ) {
      const rows = await this.store.list(viewer.tenant, viewer.human, {
        view: request.view,
        open: request.open ?? false,
        states: request.states && storedStates(request.states),
        tools: request.risk && this.toolsOf(request.risk),
        search: request.search,
        before,
        limit: batch,
      });
      for (const row of rows) {
        before = row.id;
        if (!this.views.visible(viewer, row)) continue;
        const summary = this.views.summary(viewer, row);
        if (request.view === 'inbox' && !summary.canDecide) continue;
        if (request.states && !request.states.includes(summary.state)) continue;
        if (items.length === request.limit) return ok({ items, nextCursor: items.at(-1)?.id ?? '' });
        items.push(summary);
      }
      more = rows.length === batch;
      scanned += rows.length;
      // A page may be shorter than asked for: a list of what others own must not keep the database busy.
      if (more && scanned >= MAX_SCAN && before !== undefined) return ok({ items, nextCursor: before });
      // What nobody on this page may see goes by in large steps: one query for each small page would be thousands.
      batch = MAX_BATCH;
    }
    return ok({ items });
  }

  /** Figures for badges; counted up to 200. */
  async counts(viewer: Principal): Promise<{ inbox: number; mine: number }> {
    const count = async (view: 'inbox' | 'mine') => {
      const page = await this.list(viewer, { view, open: true, limit: COUNT_LIMIT });
      return page.ok ? page.value.items.length : 0;
    };
    return { inbox: await count('inbox'), mine: await count('mine') };
  }

  /** Asks that an approved action run, once however often it is asked, and waits a little for what comes of it. */
  async execute(viewer: Principal, planId: string, waitMs: number): Promise<Result<ActionView>> {
    const own = await this.own(viewer, planId);
    if (!own.ok) return own;
    const outcome = await this.execution.request(viewer, planId);
    if (outcome === 'NOT_APPROVED') {
      const view = await this.read(viewer, planId);
      if (!view.ok) return view;
      const { approvals, required } = view.value;
      return refuse(
        'APPROVAL_REQUIRED',
        `Not approved yet: ${approvals} of ${required} approvals. Nothing was executed.`,
        {
          planId,
          approvals,
          required,
          approvalUrl: view.value.approvalUrl,
        },
      );
    }
    if (outcome === 'REQUESTED') return this.status(viewer, planId, waitMs);
    return outcome === 'NOT_FOUND' ? notFound() : this.read(viewer, planId);
  }

  /** The requester withdraws what nobody has executed. Withdrawing twice is withdrawing once. */
  async cancel(viewer: Principal, planId: string, reason: string | undefined): Promise<Result<ActionView>> {
    const own = await this.own(viewer, planId);
    if (!own.ok) return own;
    const outcome = await this.planning.cancel(viewer, planId, reason);
    if (outcome === 'NOT_FOUND') return notFound();
    if (outcome !== 'CANCELLED' && own.value !== 'CANCELLED') return { ok: false, refusal: overAlready(outcome) };
    return this.read(viewer, planId);
  }

  /** The action now, as this viewer may read it. */
  async read(viewer: Principal, planId: string): Promise<Result<ActionView>> {
    if (!isUuid(planId)) return notFound();
    const detail = await this.store.detail(viewer.tenant, viewer.human, planId);
    if (detail === undefined || !this.views.visible(viewer, detail.row)) return notFound();
    return ok(await this.views.view(viewer, detail));
  }

  /** Only the requester's human, or an administrator, may steer an action. Others are told what their sight allows. */
  private async own(viewer: Principal, planId: string): Promise<Result<PlanState>> {
    const row = isUuid(planId) ? await this.store.row(viewer.tenant, viewer.human, planId) : undefined;
    if (row === undefined || !this.views.visible(viewer, row)) return notFound();
    const administers =
      decidesInPerson(viewer) && this.policy.authorize(viewer, { action: 'administer', subject: 'Tool' }, {}).allowed;
    if (row.requesterHuman === viewer.human || administers) return ok(row.state);
    return refuse('FORBIDDEN', 'Only its requester may do this.');
  }

  private toolsOf(risk: Risk): string[] {
    const ofRisk = this.contracts.all().filter(({ contract }) => contract.risk === risk);
    return ofRisk.map(({ contract }) => contract.id);
  }

  private async peek(viewer: Principal, planId: string) {
    const row = await this.store.row(viewer.tenant, viewer.human, planId);
    if (row === undefined || !this.views.visible(viewer, row)) return undefined;
    const state = actionState(row);
    return { state, mark: `${state} ${row.approvals}` };
  }
}

function notFound(): Result<never> {
  return refuse('NOT_FOUND', 'There is no such action, or you may not see it.');
}
