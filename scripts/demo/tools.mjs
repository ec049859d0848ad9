/** The tools of the story, by the names that agents see. */
export const CANCEL = 'orders_cancel_v1';
export const GET = 'orders_get_v1';
export const STATUS = 'actions_status_v1';
export const WITHDRAW = 'actions_cancel_v1';
