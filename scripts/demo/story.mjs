import { largeOrder, lookAround, smallOrder } from './agreement.mjs';
import { theBooks } from './outcomes.mjs';
import { refusal, staleOrder, strangers } from './resistance.mjs';

/** @typedef {import('./stage.mjs').Stage} Stage */

/**
 * Plays the whole story.
 *
 * @param {Stage} stage
 */
export async function play(stage) {
  await lookAround(stage);
  await smallOrder(stage);
  await largeOrder(stage);
  await refusal(stage);
  await staleOrder(stage);
  await strangers(stage);
  await theBooks(stage);
}
