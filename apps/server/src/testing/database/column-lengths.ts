import pg from 'pg'
import type { TestApp } from '../app.ts'

/** Returns the maximum number of characters for each column whose length the database limits, by `table.column`. */
export async function maxColumnLengths(app: TestApp): Promise<Map<string, number>> {
  const database = new pg.Client({ connectionString: app.privileged.installerUrl })
  await database.connect()
  try {
    const { rows } = await database.query<{ column: string; max: number }>(`
      select t.relname || '.' || a.attname as column,
        (regexp_match(pg_get_constraintdef(c.oid), 'length\\(' || a.attname || '\\) <= (\\d+)'))[1]::int as max
      from pg_constraint c join pg_class t on t.oid = c.conrelid
        join pg_attribute a on a.attrelid = t.oid and a.attnum = any (c.conkey)
      where c.contype = 'c' and t.relnamespace = 'app'::regnamespace`)
    return new Map(rows.filter(({ max }) => max !== null).map(({ column, max }) => [column, max]))
  } finally {
    await database.end()
  }
}

/**
 * Returns whether a schema accepts a text with `max` characters, the limit of a column, and rejects a longer one. For a column without a limit,
 * returns true for a schema without free text, such as a date.
 */
export function hasLengthOf(schema: { safeParse(value: unknown): { success: boolean } }, max: number | undefined) {
  const accepts = (length: number) =>
    ['a'.repeat(length), 'a@b.test'.padStart(length, 'a')].some((text) => schema.safeParse(text).success)
  return max === undefined ? !accepts(10) : accepts(max) && !accepts(max + 1)
}
