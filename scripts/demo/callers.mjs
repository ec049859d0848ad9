import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { inProject } from '../parts/project.mjs';
import { pathToFileURL } from 'node:url';

const CALL_MS = 30_000;

/**
 * A token from the engine's own identity provider, by the same steps that a browser and an agent take: login, authorization
 * code with PKCE, then one token exchange for each agent.
 *
 * @param {string} url the engine
 * @param {string} name
 * @param {readonly string[]} agents
 * @returns {Promise<string>}
 */
async function tokenOf(url, name, agents = []) {
  /** @type {typeof import('../../src/identity/local-provider/issue-token.js')} */
  const { issueToken } = await import(pathToFileURL(inProject('dist/src/identity/local-provider/issue-token.js')).href);
  const issued = await issueToken({ issuer: `${url}/oidc`, resource: `${url}/mcp`, as: name, agents });
  if (!issued.ok) throw new Error(`no token for ${name}: ${issued.refusal.message}`);
  return issued.value.accessToken;
}

/** @typedef {import('../../src/runtime/action-view.js').ActionView} ActionView */

/**
 * @typedef {object} Answer
 * @property {number} status HTTP status
 * @property {ActionView & Refused & { result?: unknown }} body an action or a problem, as the status says
 */

/**
 * @typedef {object} Refused
 * @property {string} [code]
 * @property {Record<string, unknown>} [details]
 */

/**
 * What a tool answers: an order, a plan's progress or outcome, or a refusal.
 *
 * @typedef {Order & Progress & Refused} ToolAnswer
 */

/**
 * @typedef {object} Order
 * @property {string} orderId
 * @property {string} customer
 * @property {string} customerEmail
 * @property {string} customerPhone
 * @property {string} amount
 * @property {string} currency
 * @property {string} state
 * @property {string} version
 */

/**
 * @typedef {object} Progress
 * @property {string} status
 * @property {string} planId
 * @property {string} summary
 * @property {number} required
 * @property {number} approvals
 * @property {Partial<Order>} [result]
 */

/**
 * Somebody who uses the REST API with a token of their own, or of an agent that acts for them.
 *
 * @param {string} url
 * @param {string} name
 * @param {{ agents?: readonly string[], signal: AbortSignal }} options
 */
export async function person(url, name, { agents = [], signal }) {
  const authorization = `Bearer ${await tokenOf(url, name, agents)}`;
  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<Answer>}
   */
  const send = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: /** @type {Answer['body']} */ (await response.json()) };
  };
  /** @param {string} plan */
  const look = (plan) => send('GET', `/v1/actions/${plan}`);
  return {
    name,
    look,
    /**
     * @param {string} tool
     * @param {Record<string, string>} args
     */
    call: (tool, args) => send('POST', '/v1/actions', { tool, arguments: args }),
    /**
     * Decides as a person does in the console: reads the request first, then signs the digests of what was shown. Whoever
     * cannot see it tries all the same, with what somebody else saw.
     *
     * @param {'APPROVE' | 'REJECT'} decision
     * @param {{ id: string, actionDigest: string, displayDigest: string }} action
     * @param {string} reason
     */
    decide: (decision, { id, actionDigest, displayDigest }, reason) =>
      send('POST', `/v1/actions/${id}/decisions`, { decision, reason, actionDigest, displayDigest }),
  };
}

/** @typedef {Awaited<ReturnType<typeof person>>} Person */

/**
 * An agent: a real MCP client of the present protocol generation, whose token names the person and, in `act`, the agent.
 *
 * @param {string} url
 * @param {{ agent: string, for: string, signal: AbortSignal }} who
 */
export async function assistant(url, { agent, for: name, signal }) {
  const token = await tokenOf(url, name, [agent]);
  const client = new Client(
    { name: agent, title: 'Order assistant', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  const options = { signal, timeout: CALL_MS };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: { token: async () => token } }),
    options,
  );
  return {
    protocol: client.getNegotiatedProtocolVersion() ?? '',
    tools: async () => (await client.listTools(undefined, options)).tools,
    /**
     * What the model would read: the structured answer or, when the tool says no, the error's code and sentence.
     *
     * @param {string} tool
     * @param {Record<string, string | number>} args
     * @returns {Promise<ToolAnswer>}
     */
    async call(tool, args) {
      const result = await client.callTool({ name: tool, arguments: args }, options);
      if (result.isError !== true) return /** @type {ToolAnswer} */ (result.structuredContent);
      const [content] = result.content;
      if (content?.type !== 'text') throw new Error(`${tool} failed without a word`);
      return JSON.parse(content.text);
    },
    close: () => client.close(),
  };
}

/** @typedef {Awaited<ReturnType<typeof assistant>>} Assistant */
