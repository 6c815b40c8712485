import type pg from 'pg'
import type { CatalogRule } from './shapes.ts'

/**
 * Returns the violations that the query of a rule returns, as the owner of the schema. If `breaks` is given, makes that change first and
 * rolls it back afterwards.
 */
export async function violationsOf(db: pg.Client, { finds }: Pick<CatalogRule, 'finds'>, breaks?: string) {
  await db.query('begin; set local role attune_owner')
  try {
    if (breaks) await db.query(breaks)
    await db.query('set local role attune_owner')
    return (await db.query<Record<string, unknown>>(finds)).rows
  } finally {
    await db.query('rollback')
  }
}
