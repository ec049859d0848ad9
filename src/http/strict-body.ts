import type { FastifyInstance } from 'fastify';
import type { ZodType } from 'zod';
import { MAX_BYTES, readStrictJson } from '../canonical/json-reader.js';
import { RefusalError, refusal } from '../shared/errors.js';

/**
 * Reads every JSON body of the API once, from its raw bytes, with the strict reader: what a lenient parser would silently repair
 * (a duplicate key, a lost digit) must not be what is approved.
 */
export function useStrictJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: MAX_BYTES },
    (_request, body, done) => {
      const read = readStrictJson(body as Buffer);
      if (read.ok) return done(null, read.value);
      const error = { pointer: read.pointer, message: read.reason, offset: read.offset };
      done(
        new RefusalError(
          refusal('INVALID_ARGUMENTS', `The body is not acceptable JSON: ${read.reason}.`, { errors: [error] }),
        ),
      );
    },
  );
}

/** Checks a body or a query against its schema. Throws INVALID_ARGUMENTS with JSON pointers; unknown members are refused. */
export function checked<T>(schema: ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ pointer: pointerTo([...issue.path, key]), message: 'is not known here' }))
      : [{ pointer: pointerTo(issue.path), message: issue.message }],
  );
  throw new RefusalError(
    refusal('INVALID_ARGUMENTS', 'The request does not have the form that is needed here.', { errors }),
  );
}

/** RFC 6901. */
function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
