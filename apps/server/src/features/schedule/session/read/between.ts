import type { Session } from '@attune/contract/features/schedule/session/session.schemas'
import { compileSql } from '../../../../platform/database/query-builder.ts'
import type { Context } from '../../../../platform/policy/context.ts'
import { requireSpan, type Span } from '../../../../platform/policy/span.ts'
import { sessionsBetween } from './queries.ts'
import { sessionsOfRows } from './view.queries.ts'

/** Returns the actor's sessions of a period, sorted by start. Refuses a period of more than 62 days. */
export async function readSessionsBetween({ app, actor }: Context, { from, to }: Span): Promise<{ items: Session[] }> {
  requireSpan({ from, to })
  const rows = await app.db.readAs(actor, compileSql(sessionsBetween(actor, from, to)), 'generic')
  return { items: sessionsOfRows(rows, actor.role, app.clock.now()) }
}
