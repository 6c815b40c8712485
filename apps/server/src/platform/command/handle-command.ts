import type { RawBuilder } from 'kysely'
import { queryBuilder, type Tx } from '../database/actor.ts'
import { violatesConstraint } from '../database/violation.ts'
import type { Context } from '../policy/context.ts'
import { conflict, notFound } from '../policy/refusal.ts'

/**
 * Runs a command of the caller in one transaction and returns the row in its state afterwards, also for a repeat. The
 * query is sent together with the commit. Refuses NOT_FOUND for a row that the caller no longer sees.
 */
export async function runThenRead<Row, View>(
  { app, actor }: Context,
  work: (tx: Tx, now: Date) => Promise<unknown>,
  query: RawBuilder<Row>,
  view: (row: Row, now: Date) => View,
): Promise<View> {
  const now = app.clock.now()
  const run = async (tx: Tx) => void (await work(tx, now))
  const [row] = await app.db.actThenRead(actor, run, query.compile(queryBuilder))
  if (!row) throw notFound()
  return view(row, now)
}

/**
 * Creates a row whose id the client has generated. Of two concurrent requests with one id the second finds the first
 * row. Refuses CONFLICT for an id that belongs to someone else.
 * @param key the primary key that a second row with the id violates
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
