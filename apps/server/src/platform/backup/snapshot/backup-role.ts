import type pg from 'pg'
import { StartError } from '../../process/start-error.ts'

/** Thrown when the backup role lacks the right to read a table. */
export class MissingRightError extends StartError {}

/**
 * Throws a MissingRightError if the role of the connection lacks the right to read a table. The message contains the SQL statement that grants it.
 */
export async function requireReadable(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ schema: string; table: string; user: string }>(
    `select n.nspname as schema, c.oid::regclass::text as table, current_user as user from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('app', 'auth', 'jobs', 'meta') and c.relkind in ('r', 'p') and not c.relispartition
       and not (has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')) order by 1, 2`,
  )
  const [first] = rows
  if (!first) return
  const schemas = [...new Set(rows.map(({ schema }) => schema))].join(', ')
  throw new MissingRightError(
    `The role ${first.user} may not read ${first.table}, so nothing was backed up. As the user of DATABASE_URL, run: set role attune_owner; grant usage on schema ${schemas} to ${first.user}; grant select on all tables in schema ${schemas} to ${first.user};`,
  )
}

/** Returns the error to show when the backup role cannot connect. Its message does not contain the password. */
export function backupRoleProblem(cause: Error & { code?: string }): Error {
  if (cause.code === '28P01' || cause.code === '28000')
    return new StartError(
      'Postgres refuses the role attune_app_backup or its password. Start Attune once, which sets the password, and back up again.',
      { cause },
    )
  if (cause.code === '42501')
    return new StartError(
      'The role attune_app_backup may not connect to the database, so nothing was backed up. As the user of DATABASE_URL, run: grant connect on database … to attune_app_backup;',
      { cause },
    )
  return new StartError(`Attune can't connect to Postgres for the backup: ${cause.message}.`, { cause })
}
