import { describe, expect, it } from 'vitest';
import { allowedNames, isAllowedHost, isAllowedOrigin } from './origin.js';

const production = allowedNames('https://countersign.example', false);
const local = allowedNames('http://countersign.test:4310', true);

describe('the Host header', () => {
  it('names the public host, with any port', () => {
    expect(isAllowedHost('countersign.example', production)).toBe(true);
    expect(isAllowedHost('countersign.example:8443', production)).toBe(true);
    expect(isAllowedHost('COUNTERSIGN.example', production)).toBe(true);
  });

  it.each([
    [undefined],
    [''],
    ['evil.example'],
    ['countersign.example.evil.example'],
    ['evil.example#countersign.example'],
    ['countersign.example@evil.example'],
    ['evil@countersign.example'],
    ['countersign.example:port'],
    ['localhost'],
    ['127.0.0.1'],
  ])('is refused as %j', (host) => {
    expect(isAllowedHost(host, production)).toBe(false);
  });

  it('may name this machine in local mode only', () => {
    const own = ['localhost:4310', '127.0.0.1:4310', '[::1]:4310', 'countersign.test'];

    expect(own.filter((host) => !isAllowedHost(host, local))).toEqual([]);
    expect(isAllowedHost('localhost.evil.example', local)).toBe(false);
    expect(isAllowedHost('127.0.0.1.evil.example', local)).toBe(false);
  });
});

describe('the Origin header', () => {
  it('is absent from programs, which may pass', () => {
    expect(isAllowedOrigin(undefined, production)).toBe(true);
  });

  it('names exactly the public origin: scheme, host and port', () => {
    expect(isAllowedOrigin('https://countersign.example', production)).toBe(true);
    expect(isAllowedOrigin('http://countersign.example', production)).toBe(false);
    expect(isAllowedOrigin('https://countersign.example:8443', production)).toBe(false);
  });

  it.each([
    [''],
    ['null'],
    ['https://evil.example'],
    ['https://countersign.example.evil.example'],
    ['https://countersign.example/'],
    ['https://countersign.example@evil.example'],
    ['http://localhost:3000'],
    ['file://'],
  ])('is refused as %j', (origin) => {
    expect(isAllowedOrigin(origin, production)).toBe(false);
  });

  it('may be a page of this machine in local mode only', () => {
    expect(isAllowedOrigin('http://localhost:6274', local)).toBe(true);
    expect(isAllowedOrigin('http://[::1]:6274', local)).toBe(true);
    expect(isAllowedOrigin('http://localhost.evil.example', local)).toBe(false);
    expect(isAllowedOrigin('null', local)).toBe(false);
    expect(isAllowedOrigin('http://evil@localhost:6274', local)).toBe(false);
    expect(isAllowedOrigin('http://localhost:6274/path', local)).toBe(false);
  });
});
