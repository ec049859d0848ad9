import { explain } from './explain.mjs';
import { runUntilStopped } from './run-until-stopped.mjs';
import { readSettings } from './settings.mjs';

try {
  const { abandoned } = await runUntilStopped(readSettings(process.env), ({ url, controlUrl }) =>
    // One line of JSON, so that whoever started it can read where it listens.
    console.log(JSON.stringify({ event: 'ready', url, controlUrl, pid: process.pid })),
  );
  if (abandoned > 0) process.exit(0);
} catch (error) {
  console.error(`The order service did not start:\n${explain(error)}`);
  process.exit(1);
}
