import type pg from 'pg';
import { StartupProblem } from '../shared/startup-problem.js';
import { APP_ROLE } from './pool.js';

interface RoleRow {
  current_user: string;
  superuser: boolean;
  bypass: boolean;
  owns: string[];
  unforced: string[];
}

/**
 * Proves, on the connection that the engine will use, that row-level security binds it: the role is neither superuser nor
 * owner nor exempt, every table with a tenant forces its policy, and without a tenant nothing can be seen.
 * Throws `StartupProblem` otherwise; the process must not serve then.
 */
export async function proveRowLevelSecurity(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<RoleRow>(`
    SELECT current_user::text,
           r.rolsuper AS superuser,
           r.rolbypassrls AS bypass,
           ARRAY(SELECT c.relname::text FROM pg_class c WHERE c.relnamespace = 'countersign'::regnamespace
                    AND c.relkind = 'r' AND c.relowner = r.oid) AS owns,
           ARRAY(SELECT c.relname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant'
                  WHERE c.relnamespace = 'countersign'::regnamespace AND c.relkind = 'r' AND c.relname <> 'wakeup'
                    AND NOT (c.relrowsecurity AND c.relforcerowsecurity)) AS unforced
      FROM pg_roles r WHERE r.rolname = current_user`);
  const role = rows[0];
  const problems: string[] = [];
  if (role === undefined || role.current_user !== APP_ROLE)
    problems.push(`The engine must run as the role ${APP_ROLE}.`);
  if (role?.superuser || role?.bypass) problems.push(`The role ${APP_ROLE} is exempt from row-level security.`);
  if (role && role.owns.length > 0) problems.push(`The role ${APP_ROLE} owns tables: ${role.owns.join(', ')}.`);
  if (role && role.unforced.length > 0)
    problems.push(`Row-level security is not forced on: ${role.unforced.join(', ')}.`);
  const seen = await pool.query<{ n: number }>('SELECT count(*)::integer AS n FROM tenant');
  if (seen.rows[0]?.n !== 0) problems.push('Rows can be seen without a tenant.');
  if (problems.length > 0) {
    throw new StartupProblem(['The database does not keep tenants apart, so the engine will not start:', ...problems]);
  }
}
