import { sql } from 'kysely'
import type { AppContext } from '../../../platform/app-context.ts'
import type { AssistantPause } from '../../../platform/assistant/endpoint.ts'
import type { AnyActor, Tx } from '../../../platform/database/actor.ts'

/** After five failures within 10 s, the assistant pauses for 60 s [9.10]. */
const limits = { failures: 5, windowMilliseconds: 10_000, pauseMilliseconds: 60_000 }

/** Opens the pause of the assistant. It is stored in the row of the assistant's setup, so that it applies to all servers at once. */
export function openAssistantPause({ db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>): AssistantPause {
  const asWorker = <T>(work: (tx: Tx<AnyActor>) => Promise<T>) => db.asActor({ role: 'worker', id: null }, work)
  // An error while counting must not replace the answer or the error of the endpoint.
  const note = (work: (tx: Tx<AnyActor>) => Promise<unknown>) =>
    asWorker(work).then(
      () => {},
      (error: unknown) => log.warn('a failure of the assistant could not be counted', { error }),
    )
  return {
    async until() {
      const now = clock.now()
      const { paused_until: until } = await asWorker((tx) =>
        tx.kysely.selectFrom('assistant_setting').select('paused_until').executeTakeFirstOrThrow(),
      )
      return until !== null && new Date(until) > now ? new Date(until) : null
    },
    failed: () => note((tx) => addFailure(tx, clock.now())),
    succeeded: () =>
      note((tx) => sql`update app.assistant_setting set failed_at = '{}' where failed_at <> '{}'`.execute(tx.kysely)),
  }
}

/**
 * Counts a failure. The fifth failure in the window begins a pause. Uses one statement, so that simultaneous failures on two servers are both
 * counted.
 */
function addFailure(tx: Tx<AnyActor>, now: Date): Promise<unknown> {
  const at = now.toISOString()
  const since = new Date(now.getTime() - limits.windowMilliseconds).toISOString()
  const until = new Date(now.getTime() + limits.pauseMilliseconds).toISOString()
  const recent = sql`array(select f from unnest(failed_at) f where f > ${since}::timestamptz)`
  const isLast = sql`cardinality(${recent}) >= ${limits.failures - 1}`
  return sql`
    update app.assistant_setting set
      failed_at = case when ${isLast} then '{}' else ${recent} || ${at}::timestamptz end,
      paused_until = case when ${isLast} then ${until}::timestamptz else paused_until end`.execute(tx.kysely)
}
