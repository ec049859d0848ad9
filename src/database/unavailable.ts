/** The database cannot be reached or went away in the middle. Transports answer UNAVAILABLE (503): try again. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

// Connection exceptions (08), insufficient resources (53), operator intervention (57P), as PostgreSQL names them in Appendix A.
const SERVER_GONE = /^(08|53|57P)/;
const SOCKET_GONE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
const CLIENT_GONE =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|connection error and is not queryable|Cannot use a pool after/;

/** True when an error of `pg` says that the server is away, not that a statement was wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as Error & { code?: unknown }).code;
  if (typeof code === 'string' && (SERVER_GONE.test(code) || SOCKET_GONE.has(code))) return true;
  return CLIENT_GONE.test(error.message);
}
