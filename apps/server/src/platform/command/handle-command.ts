import type { RawBuilder } from 'kysely'
import type { Tx } from '../database/actor.ts'
import { compileSql } from '../database/query-builder.ts'
import { violatesConstraint } from '../database/violation.ts'
import type { Context } from '../policy/context.ts'
import { conflict, notFound } from '../policy/refusal.ts'

/**
 * Runs `work` in one transaction of the caller and returns the view of the row after the change, also when the command
 * is a repeat. `query` reads the row and is sent together with the commit. Refuses with NOT_FOUND if the caller cannot
 * see the row after the change.
 */
export async function runThenRead<Row, View>(
  { app, actor }: Context,
  work: (tx: Tx, now: Date) => Promise<unknown>,
  query: RawBuilder<Row>,
  view: (row: Row, now: Date) => View,
): Promise<View> {
  const now = app.clock.now()
  const run = async (tx: Tx) => void (await work(tx, now))
  const [row] = await app.db.runThenQuery(actor, run, compileSql(query))
  if (!row) throw notFound()
  return view(row, now)
}

/**
 * Creates a row with an id that the client has generated. If two requests with the same id run in parallel, the second one calls `create`
 * again, which then finds the row of the first. Refuses with CONFLICT for an id that belongs to someone else.
 * @param key the primary key that a second row with the same id violates
 */
export async function createIdempotent<Result>(key: string, create: () => Promise<Result>): Promise<Result> {
  try {
    return await create().catch((error: unknown) => {
      if (violatesConstraint(error, key)) return create()
      throw error
    })
  } catch (error) {
    throw violatesConstraint(error, key) ? conflict() : error
  }
}
