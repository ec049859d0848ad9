import type { CallToolResult } from '@modelcontextprotocol/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAction, aPrincipal, PLAN_ID } from '../../test/support/mcp-fixtures.js';
import type { ActionSummary, ActionView, Page } from '../runtime/action-view.js';
import type { ActionsService } from '../runtime/actions.service.js';
import { ok, type Result, refuse } from '../shared/errors.js';
import { ActionTools } from './action-tools.js';

const caller = aPrincipal({ roles: ['auditor'], scopes: [] });

/** Stands where the actions are; remembers what it was asked for. */
class RecordingActions {
  readonly asked: unknown[][] = [];
  action: Result<ActionView> = ok(anAction());
  page: Result<Page<ActionSummary>> = ok({ items: [anAction()] });

  status = async (...asked: unknown[]) => this.remember('status', asked, this.action);
  execute = async (...asked: unknown[]) => this.remember('execute', asked, this.action);
  cancel = async (...asked: unknown[]) => this.remember('cancel', asked, this.action);
  list = async (...asked: unknown[]) => this.remember('list', asked, this.page);

  private remember<T>(method: string, asked: unknown[], answer: T): T {
    this.asked.push([method, ...asked]);
    return answer;
  }
}

let actions: RecordingActions;
let tools: ActionTools;

beforeEach(() => {
  actions = new RecordingActions();
  tools = new ActionTools(actions as unknown as ActionsService);
});

function errorOf(answer: CallToolResult | undefined): unknown {
  const block = answer?.content[0];
  return answer?.isError === true && block?.type === 'text' ? JSON.parse(block.text) : undefined;
}

describe('the tools about actions', () => {
  it('are there for everybody, whatever their roles and scopes', () => {
    expect(tools.all().map(({ name }) => name)).toEqual([
      'actions_status_v1',
      'actions_execute_v1',
      'actions_cancel_v1',
      'actions_list_v1',
    ]);
  });

  it('answer nothing for a name that is not theirs', async () => {
    expect(await tools.call(caller, 'orders_get_v1', {})).toBeUndefined();
    expect(await tools.call(caller, 'constructor', {})).toBeUndefined();
  });

  it('ask for the caller, and wait only when asked to', async () => {
    await tools.call(caller, 'actions_status_v1', { planId: PLAN_ID });
    await tools.call(caller, 'actions_status_v1', { planId: PLAN_ID, waitMs: 20_000 });
    await tools.call(caller, 'actions_execute_v1', { planId: PLAN_ID });
    await tools.call(caller, 'actions_cancel_v1', { planId: PLAN_ID, reason: 'Ordered by mistake.' });

    expect(actions.asked).toEqual([
      ['status', caller, PLAN_ID, 0],
      ['status', caller, PLAN_ID, 20_000],
      ['execute', caller, PLAN_ID, 5_000],
      ['cancel', caller, PLAN_ID, 'Ordered by mistake.'],
    ]);
  });

  it('list what the caller started, open ones unless asked for all', async () => {
    await tools.call(caller, 'actions_list_v1', {});
    await tools.call(caller, 'actions_list_v1', { state: 'all', cursor: PLAN_ID, limit: 50 });

    expect(actions.asked).toEqual([
      ['list', caller, { view: 'mine', open: true, limit: 20 }],
      ['list', caller, { view: 'mine', open: false, limit: 50, cursor: PLAN_ID }],
    ]);
  });

  it.each([
    ['actions_status_v1', {}, '/planId'],
    ['actions_status_v1', { planId: 'x' }, '/planId'],
    ['actions_status_v1', { planId: PLAN_ID, waitMs: 20_001 }, '/waitMs'],
    ['actions_status_v1', { planId: PLAN_ID, waitMs: -1 }, '/waitMs'],
    ['actions_status_v1', { planId: PLAN_ID, tenant: 'other' }, '/tenant'],
    ['actions_execute_v1', { planId: PLAN_ID, actor: 'bob' }, '/actor'],
    ['actions_cancel_v1', { planId: PLAN_ID, reason: 'x'.repeat(501) }, '/reason'],
    ['actions_cancel_v1', { planId: PLAN_ID, reason: 'a\u0000b' }, '/reason'],
    ['actions_list_v1', { limit: 51 }, '/limit'],
    ['actions_list_v1', { limit: '5' }, '/limit'],
    ['actions_list_v1', { state: 'closed' }, '/state'],
  ])('refuse %s with %j', async (name, args, pointer) => {
    expect(errorOf(await tools.call(caller, name, args))).toMatchObject({
      code: 'INVALID_ARGUMENTS',
      details: { errors: [{ pointer }] },
    });
    expect(actions.asked).toEqual([]);
  });

  it.each(['actions_status_v1', 'actions_execute_v1', 'actions_cancel_v1'])(
    'hand on what %s is refused',
    async (name) => {
      actions.action = refuse('NOT_FOUND', 'There is no such action, or you may not see it.');

      expect(errorOf(await tools.call(caller, name, { planId: PLAN_ID }))).toMatchObject({ code: 'NOT_FOUND' });
    },
  );

  it('hand on a refused cursor', async () => {
    actions.page = refuse('INVALID_ARGUMENTS', 'The cursor is not one that a list gave out.');

    expect(errorOf(await tools.call(caller, 'actions_list_v1', { cursor: PLAN_ID }))).toMatchObject({
      code: 'INVALID_ARGUMENTS',
    });
  });

  it('never send an answer that breaks their own output schema', async () => {
    actions.action = ok(anAction({ actionDigest: 'not a digest' }));

    await expect(tools.call(caller, 'actions_status_v1', { planId: PLAN_ID })).rejects.toThrow('output schema');
  });
});
