import { sql } from 'kysely'
import { uidOf } from '../events/own-events.ts'
import type { Outcome } from './apply-changes.ts'
import { adopt, newRow, noteSeen, type Noted, readOwn } from './remote-state.ts'
import type { OwnState, SyncRun } from './run.ts'
import { type ExternalEventRow, saveForeign } from './store.ts'

/**
 * Finds Attune's events at other addresses: some programs change an event by copying and deleting it, and a reconnected calendar may already
 * contain Attune's events. `gone`: the addresses that no longer exist. Returns the changed rows, and the number of events that differed from the
 * session.
 */
export async function followCopies(run: SyncRun, { objects, rows }: OwnState, gone: string[]): Promise<Outcome> {
  const changed = new Map<string, ExternalEventRow>()
  let differed = 0
  for (const [subjectId, href] of await knownCopies(run)) {
    const [row, object] = [rows.get(subjectId), objects.get(subjectId)]
    const isMissing = row ? row.etag === null || gone.includes(row.href) : object !== undefined
    const noted = isMissing && (await follow(run, { subjectId, row, object }, href))
    if (!noted) continue
    changed.set(subjectId, noted.row)
    if (noted.differs) differed++
  }
  return { rows: changed, differed }
}

type Missing = { subjectId: string; row: ExternalEventRow | undefined; object: ReturnType<OwnState['objects']['get']> }

async function follow(run: SyncRun, { subjectId, row, object }: Missing, href: string): Promise<Noted | null> {
  const seen = await readOwn(run, href)
  if (seen === 'refused' || !seen?.own.hash) return null
  await run.inTx((tx) => saveForeign(tx, run.calendar.id, [], [href]))
  if (row) return noteSeen(run, { row: { ...row, href, etag: null }, object }, seen)
  // Events from an earlier connection are written again, because changes since then are unknown.
  return object ? adopt(run, { row: newRow(object, href, uidOf(subjectId)), object }, seen) : null
}

/** Returns the addresses of the copies of Attune's events, by the id of the session, busy time or series. */
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
