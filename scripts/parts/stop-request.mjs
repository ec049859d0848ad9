// npm passes a Ctrl-C on that the terminal has delivered already: what comes this soon is the same key press.
const SAME_PRESS_MS = 1000;

/**
 * Turns Ctrl-C, SIGTERM and SIGHUP into two signals of our own: the first asks for an orderly stop, and another press
 * says that it takes too long.
 *
 * @returns {{ asked: AbortSignal, forced: AbortSignal }}
 */
export function listenForStop() {
  const asked = new AbortController();
  const forced = new AbortController();
  let askedAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!asked.signal.aborted) {
        askedAt = Date.now();
        asked.abort();
      } else if (Date.now() - askedAt > SAME_PRESS_MS) {
        forced.abort();
      }
    });
  }
  return { asked: asked.signal, forced: forced.signal };
}
