import { type AddressInfo, createServer } from 'node:net';

/** A port of 127.0.0.1 that was free a moment ago, for servers that must know their own address before they listen. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
