import { send } from '../http/answers.mjs';
import { carryOut } from '../faults/fault-courses.mjs';

/** @import { FaultBoard } from '../faults/fault-board.mjs' */
/** @import { LateWork } from '../faults/late-work.mjs' */
/** @import { Answer } from '../http/answers.mjs' */
/** @import { Call } from '../http/call.mjs' */
/** @import { Serve } from '../http/receive.mjs' */

/**
 * Answers business requests, except those that a fault befalls.
 *
 * @param {object} parts
 * @param {(call: Call) => Promise<Answer>} parts.answer
 * @param {FaultBoard} parts.faults
 * @param {LateWork} parts.late
 * @param {(ms: number) => void} parts.goAway
 * @returns {Serve}
 */
export function servingBusiness({ answer, faults, late, goAway }) {
  return async (call, response) => {
    const apply = () => answer(call);
    const fault = faults.strike(call);
    if (!fault) return send(response, await apply());
    await carryOut(fault, {
      apply,
      send: (given) => send(response, given),
      reset: () => response.socket?.resetAndDestroy(),
      close: () => response.socket?.destroy(),
      applyLater: (ms) => late.after(ms, apply),
      goAway,
    });
  };
}
