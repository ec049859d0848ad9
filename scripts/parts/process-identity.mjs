import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * The name of one living process, safe in a file name: its pid and when it began.
 * A pid alone is given to another program sooner or later; both together are not.
 *
 * @param {number} [pid]
 * @returns {string | null} null when no such process runs; a zombie does not run
 */
export function processIdentity(pid = process.pid) {
  const began = process.platform === 'linux' ? beganFromProc(pid) : beganFromPs(pid);
  return began === null ? null : `${pid}-${began}`;
}

/**
 * @param {string} identity what `processIdentity` gave earlier
 * @returns {boolean} whether that very process still runs
 */
export function isRunning(identity) {
  return processIdentity(pidOf(identity)) === identity;
}

/**
 * @param {string} identity
 * @returns {number}
 */
export function pidOf(identity) {
  return Number.parseInt(identity, 10);
}

/** @param {number} pid */
function beganFromProc(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // proc(5): "pid (comm) state …"; comm may hold spaces and brackets, so count from its last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // In a container nobody may reap an orphan: a zombie answers signal 0 for ever, yet holds nothing.
  return fields[0] === 'Z' ? null : (fields[19] ?? null);
}

/** @param {number} pid */
function beganFromPs(pid) {
  const answer = spawnSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const line = answer.stdout?.trim() ?? '';
  if (answer.status !== 0 || line === '' || line.startsWith('Z')) return null;
  const began = line.slice(line.indexOf(' ')).trim();
  return createHash('sha256').update(began).digest('hex').slice(0, 12);
}
