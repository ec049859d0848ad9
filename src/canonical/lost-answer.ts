import type { Bilingual } from './display-template.js';

/** What the downstream can say about an operation whose answer was lost; `0` lives in the engine's own database. */
export type AdapterClass = '0' | 'A' | 'B' | 'B-' | 'C';

/** What happens when the answer is lost, told to the approver before deciding. */
export const LOST_ANSWER: Readonly<Record<AdapterClass, Bilingual>> = {
  '0': {
    en: 'If the answer is lost, nothing is in doubt: the change and its record are one database transaction.',
    zh: '即使应答丢失，结果也不会存疑：变更与其记录在同一个数据库事务中完成。',
  },
  A: {
    en:
      'If the answer is lost, the same operation is sent again under the same id and takes effect once. ' +
      'When the time for that is over, this needs a person.',
    zh: '若应答丢失，将以同一操作编号重新发送，且只生效一次；超过可重发的时限后，需要人工处理。',
  },
  B: {
    en:
      'If the answer is lost, the other system is told to abort the operation or to say that it is done. ' +
      'Its reply is final.',
    zh: '若应答丢失，将要求对方系统中止该操作，或确认其已完成；对方的答复即为最终结果。',
  },
  'B-': {
    en:
      'If the answer is lost, the other system can only be asked for the status. "Done" is final, "not found" is not: ' +
      'the outcome then stays unknown, and this needs a person.',
    zh: '若应答丢失，只能向对方系统查询状态：“已完成”为最终结果，“未找到”则不是；此时结果保持未知，需要人工处理。',
  },
  C: {
    en: 'If the answer is lost, this needs a person: the operation is sent once and never again.',
    zh: '若应答丢失，需要人工处理：该操作只发送一次，不会重发。',
  },
};
