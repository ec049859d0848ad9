import { DECIDE_SCOPE } from '../principal.js';

/** What agents may ask for at the embedded provider, and what people are told about it. */
export const RESOURCE_SCOPES: Readonly<Record<string, { readonly en: string; readonly zh: string }>> = {
  'orders:read': { en: 'Read orders that you may see', zh: '查看您有权查看的订单' },
  'orders:cancel': {
    en: 'Ask for orders to be cancelled; people approve each one',
    zh: '申请取消订单；每一笔都须由人审批',
  },
  actions: { en: 'Follow and withdraw the actions it asked for', zh: '跟踪和撤回它提交的操作' },
};

export const RESOURCE_SCOPE = Object.keys(RESOURCE_SCOPES).join(' ');

/** What the command line of a person may ask for: also to decide. No agent and no self-registered client gets that. */
export const PERSON_SCOPE = `${RESOURCE_SCOPE} ${DECIDE_SCOPE}`;
