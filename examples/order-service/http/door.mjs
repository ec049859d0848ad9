import { createServer } from 'node:http';

/** @import { RequestListener, Server } from 'node:http' */

const LOOPBACK = '127.0.0.1';
// Long: a socket that closes by itself while it is idle would be a fault that nobody ordered.
const KEEP_ALIVE_MS = 120_000;
const RETRY_MS = 50;

/** A listening port of 127.0.0.1 that can go away for a while and come back under the same number. */
export class Door {
  #handle;
  #port;
  #shut = false;
  /** @type {Server | undefined} */
  #server;
  /** @type {NodeJS.Timeout | undefined} */
  #return;

  /**
   * @param {number} port 0: one that is free when it opens first, and that one from then on
   * @param {RequestListener} handle
   */
  constructor(port, handle) {
    this.#port = port;
    this.#handle = handle;
  }

  get url() {
    return `http://${LOOPBACK}:${this.#port}`;
  }

  get isAway() {
    return this.#return !== undefined;
  }

  async open() {
    const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, this.#handle);
    await new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, LOOPBACK, () => resolve(undefined));
    });
    const address = server.address();
    if (typeof address === 'object' && address) this.#port = address.port;
    this.#server = server;
  }

  /**
   * Stops to listen and cuts every connection; work that has begun goes on. Asked again while away, it stays away for as long
   * as was asked last.
   *
   * @param {number} ms after which it listens again
   */
  goAway(ms) {
    if (this.#shut) return;
    this.cut();
    this.#comeBackIn(ms);
  }

  /** Takes no new connection and lets go of the idle ones. */
  shut() {
    this.#shut = true;
    clearTimeout(this.#return);
    this.#server?.close();
  }

  /** Ends every connection, whatever it waits for. */
  cut() {
    const server = this.#server;
    this.#server = undefined;
    server?.close();
    server?.closeAllConnections();
  }

  /** @param {number} ms */
  #comeBackIn(ms) {
    clearTimeout(this.#return);
    this.#return = setTimeout(() => void this.#comeBack(), ms);
  }

  async #comeBack() {
    const mine = this.#return;
    try {
      await this.open();
    } catch {
      // Somebody else has the port at the moment.
      if (!this.#shut) this.#comeBackIn(RETRY_MS);
      return;
    }
    // It was shut, or sent away again, in the very moment in which it came back.
    if (this.#shut || mine !== this.#return) this.cut();
    else this.#return = undefined;
  }
}
