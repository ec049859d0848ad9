/** What every connected model is told once about this server. */
export const INSTRUCTIONS = `This server runs company systems for you. Reading tools answer at once. Tools that change something need the approval of people: the call is recorded as a plan, and nothing happens before they have approved exactly that plan.

When a call answers status APPROVAL_REQUIRED:
1. Tell the user in your own words what will happen (summary) and give them approvalUrl. Neither you nor the person you act for can approve it.
2. Ask actions_status_v1 with the planId and waitMs 20000, again and again while the status is APPROVAL_REQUIRED, APPROVED or EXECUTING. People may need minutes or hours: you may also stop and ask later, the plan waits until expiresAt.
3. When next says actions_execute_v1, call it with the planId.

The same call sent again joins its plan and, once executed, repeats the first result: it never happens twice. Do not change arguments to get around an answer.

Errors carry code, message, retryable and details. Send a call again only when retryable is true, and not before details.retryAfterMs. REJECTED: a person said no; do not ask again in other words, tell the user. EXPIRED: nobody decided in time; ask the user whether it is still wanted. STALE_RESOURCE: read the object again first. OUTCOME_UNKNOWN: it may have happened; never repeat it, ask actions_status_v1 later.

actions_list_v1 shows what you have open, actions_cancel_v1 withdraws a plan that nobody has executed.`;
