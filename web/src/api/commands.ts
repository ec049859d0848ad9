import { client } from './client';
import type { ActionView, JsonObject, RightsChange } from './types';

export interface Decision {
  readonly decision: 'APPROVE' | 'REJECT';
  readonly reason: string;
  /** The digests of what this person was shown; the engine refuses when they are not the plan's. */
  readonly actionDigest: string;
  readonly displayDigest: string;
}

export function decide(id: string, decision: Decision): Promise<ActionView> {
  return client.request(`/v1/actions/${encodeURIComponent(id)}/decisions`, { method: 'POST', body: decision });
}

/** The approver takes back an approval that was not used yet. */
export function revokeApproval(id: string): Promise<ActionView> {
  return client.request(`/v1/actions/${encodeURIComponent(id)}/revoke`, { method: 'POST', body: {} });
}

/** The requester takes back the request. */
export function cancelRequest(id: string): Promise<ActionView> {
  return client.request(`/v1/actions/${encodeURIComponent(id)}/cancel`, { method: 'POST', body: {} });
}

/** The requester runs an approved action of a tool that runs on request. Asking twice is asking once. */
export function executeAction(id: string): Promise<ActionView> {
  return client.request(`/v1/actions/${encodeURIComponent(id)}/execute`, { method: 'POST', body: {} });
}

/** Asks again for what an expired request asked for: a new plan, with a new preview. */
export function askAgain(request: { tool: string; arguments: JsonObject; run: string | null }): Promise<ActionView> {
  const { tool, arguments: args, run } = request;
  return client.request('/v1/actions', {
    method: 'POST',
    body: { tool, arguments: args, ...(run === null ? {} : { run }) },
  });
}

export function throwSwitch(tool: string, change: { disabled: boolean; reason: string }): Promise<unknown> {
  return client.request(`/v1/switches/${encodeURIComponent(tool)}`, { method: 'PUT', body: change });
}

export function changeRights(principal: string, change: RightsChange): Promise<unknown> {
  const { kind, ...body } = change;
  return client.request(`/v1/principals/${encodeURIComponent(principal)}/${kind}`, { method: 'POST', body });
}

/** Ends the session here; the answer says where it is ended at the identity provider. */
export function signOut(): Promise<{ readonly redirectTo: string }> {
  return client.request('/console/auth/logout', { method: 'POST' });
}
