import type pg from 'pg'
import { withConnection } from '../database/connection.ts'

/** A transaction of the install user, who switches to the roles that its statements need. */
export type InstallerTransaction = {
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<{ rows: Row[] }>
  /** Switches to a role until the next call: the owner of the tables, or the owner of the functions in schema `def`. */
  become(role: 'attune_owner' | 'attune_app_definer'): Promise<void>
}

/** Runs `work` in one transaction of the install user, on a separate connection. */
export async function asInstaller<T>(databaseUrl: string, work: (db: InstallerTransaction) => Promise<T>): Promise<T> {
  return withConnection({ connectionString: databaseUrl, options: '-c timezone=UTC' }, async (db) => {
    await db.query('begin')
    const result = await work({
      query: (text, values) => db.query(text, values),
      become: async (role) => void (await db.query(`select set_config('role', $1, true)`, [role])),
    })
    await db.query('commit')
    return result
  })
}
