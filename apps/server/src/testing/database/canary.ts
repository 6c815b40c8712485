import pg from 'pg'
import { queryAsRole } from './database.ts'

/** Records the notifications of the database: channel and payload. */
export async function recordDatabaseNotifications(
  databaseUrl: string,
): Promise<{ heard: string[]; close(): Promise<void> }> {
  const heard: string[] = []
  const listener = new pg.Client(databaseUrl)
  await listener.connect()
  listener.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload ?? ''}`))
  await listener.query('listen attune_change')
  return { heard, close: () => listener.end() }
}

/** Returns the tables in which a row contains a word, ignoring case. */
export async function tablesContaining(databaseUrl: string, word: string): Promise<string[]> {
  const names = await queryAsRole<{ name: string }>(
    'backup',
    databaseUrl,
    `select oid::regclass::text as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r'`,
  )
  const found = names.map(({ name }) => `select '${name}' as name from ${name} t where t::text ilike '%${word}%'`)
  return (await queryAsRole<{ name: string }>('backup', databaseUrl, found.join(' union '))).map(({ name }) => name)
}
