import type { Session } from '@attune/contract/features/schedule/session/session.schemas'
import { compileSql } from '../../../../platform/database/query-builder.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { sessionsBetween } from './queries.ts'
import { sessionsOfRows } from './view.queries.ts'

const longestRangeMilliseconds = 62 * 24 * 60 * 60 * 1000

/** Returns the actor's sessions of a period, sorted by start. Refuses a period of more than 62 days. */
export async function readSessionsBetween(
  { app, actor }: Context,
  { from, to }: { from: string; to: string },
): Promise<{ items: Session[] }> {
  const length = Date.parse(to) - Date.parse(from)
  if (!(length > 0 && length <= longestRangeMilliseconds)) throw createRefusal('BAD_REQUEST', 400)
  const rows = await app.db.readAs(actor, compileSql(sessionsBetween(actor, from, to)), 'generic')
  return { items: sessionsOfRows(rows, actor.role, app.clock.now()) }
}
