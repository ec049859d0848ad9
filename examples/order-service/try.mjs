import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { startThrowAwayPostgres } from '../../scripts/embedded-postgres/throw-away.mjs';
import { explain } from './explain.mjs';
import { runUntilStopped } from './run-until-stopped.mjs';
import { readSettings } from './settings.mjs';

/** @import { OrderService } from './order-service.mjs' */

const DATABASE = 'order_service';
let abandoned = 0;

const postgres = await startThrowAwayPostgres({
  parent: fileURLToPath(new URL('../../.data/order-service', import.meta.url)),
});
try {
  await postgres.ensureDatabase(DATABASE);
  const settings = readSettings({
    SERVICE_TOKEN: randomBytes(24).toString('hex'),
    CONTROL_TOKEN: randomBytes(24).toString('hex'),
    ...process.env,
    DATABASE_URL: postgres.url(DATABASE),
  });
  ({ abandoned } = await runUntilStopped(settings, (service) => console.log(howToAsk(service, settings))));
} catch (error) {
  console.error(`The order service did not start:\n${explain(error)}`);
  process.exitCode = 1;
} finally {
  await postgres.stop();
}
if (abandoned > 0) process.exit();

/**
 * @param {OrderService} service
 * @param {{ serviceToken: string, controlToken: string }} tokens
 */
function howToAsk({ url, controlUrl }, { serviceToken, controlToken }) {
  return [
    'The order service is ready, in a database that is gone when you stop it (Ctrl-C). In another terminal:',
    '',
    `export ORDER_URL=${url} SERVICE_TOKEN=${serviceToken}`,
    `export CONTROL_URL=${controlUrl} CONTROL_TOKEN=${controlToken}`,
    'curl -s -H "Authorization: Bearer $SERVICE_TOKEN" $ORDER_URL/orders/A-100042',
    'curl -s -H "Authorization: Bearer $CONTROL_TOKEN" $CONTROL_URL/control/health',
  ].join('\n');
}
