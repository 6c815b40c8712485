import pg from 'pg'

/** A transaction of the install user, who takes the roles that its statements need. */
export type InstallerTransaction = {
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<{ rows: Row[] }>
  /** Takes a role until the next call: the owner of the tables, or the owner of the functions in schema `def`. */
  become(role: 'attune_owner' | 'attune_app_definer'): Promise<void>
}

/** Runs `work` in one transaction of the install user, on a connection of its own. */
export async function asInstaller<T>(databaseUrl: string, work: (db: InstallerTransaction) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c timezone=UTC' })
  await client.connect()
  try {
    await client.query('begin')
    const result = await work({
      query: (text, values) => client.query(text, values),
      become: async (role) => void (await client.query(`select set_config('role', $1, true)`, [role])),
    })
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}
