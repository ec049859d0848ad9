import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from './free-port.js';

export interface TestRedis {
  readonly url: string;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** A real redis-server on a free loopback port that keeps nothing. `npm test` installs it where it is missing. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--maxmemory-policy', 'noeviction'];
  const child: ChildProcess = spawn('redis-server', options, { stdio: 'ignore' });
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: 200 });
  client.on('error', () => undefined);
  await client.ping();
  return {
    url,
    flush: async () => {
      await client.flushall();
    },
    stop: async () => {
      client.disconnect();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
