import { sql } from 'kysely'
import { adopt, newRow, noteSeen, readOwn } from './remote-state.ts'
import { uidOf } from '../events/own-events.ts'
import type { SyncRun } from './run.ts'
import { saveForeign } from './store.ts'

/**
 * Finds our events at another address: some programs change an event by a copy and a deletion, and a calendar that is connected again has
 * events of ours already. `gone`: the addresses at which nothing is any more. Returns how many of them differed from the session.
 */
export async function followCopies(run: SyncRun, gone: string[]): Promise<number> {
  const copies = await knownCopies(run)
  let differed = 0
  for (const [subjectId, href] of copies) {
    const row = run.rows.get(subjectId)
    const isMissing = row ? row.etag === null || gone.includes(row.href) : run.objects.has(subjectId)
    if (isMissing && (await follow(run, subjectId, href))) differed++
  }
  return differed
}

async function follow(run: SyncRun, subjectId: string, href: string): Promise<boolean> {
  const seen = await readOwn(run, href)
  if (seen === 'refused' || !seen?.own.hash) return false
  await run.inTx((tx) => saveForeign(tx, run.calendar.id, [], [href]))
  const row = run.rows.get(subjectId)
  if (row) return noteSeen(run, { ...row, href, etag: null }, seen)
  const object = run.objects.get(subjectId)
  // Events from an earlier connection of the calendar are written again, because changes since then are unknown.
  return object ? adopt(run, newRow(object, href, uidOf(subjectId)), seen) : false
}

/** Returns the addresses of the copies of our events, by the id of the session, busy time or series. */
async function knownCopies({ inTx, calendar }: SyncRun): Promise<Map<string, string>> {
  const { rows } = await inTx((tx) =>
    sql<{ id: string; href: string }>`
      select copy_of as id, href from app.external_item
      where therapist_id = ${tx.actor.id} and calendar_id = ${calendar.id} and copy_of is not null order by href desc`.execute(
      tx.kysely,
    ),
  )
  return new Map(rows.map(({ id, href }) => [id, href]))
}
