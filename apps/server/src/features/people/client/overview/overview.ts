import type { ClientId } from '@attune/contract/common/ids'
import type { RecordOverview } from '@attune/contract/features/people/client/client.overview'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { countNewEntries } from '../../../care/journal/journal.ts'
import { listLatestNotes, findNextSteps, readNoteState } from '../../../care/note/note.ts'
import { listOpenBalances } from '../../../billing/payment/payment.ts'
import { listPendingAnswers, readSessionsById } from '../../../schedule/session/session.ts'
import { readOpenTasks } from '../../../care/task/task.ts'
import { findNextAndLastSession } from '../client.queries.ts'

const [shownTasks, shownNotes] = [4, 3]

/**
 * Returns the content of the overview of a client record, except the record itself. The statements of all parts are sent together. Refuses with
 * NOT_FOUND for another therapist's client.
 */
export async function readClientOverview(tx: Tx, clientId: ClientId, now: Date): Promise<RecordOverview> {
  const [refs, waiting, nextSteps, entries, tasks, notes, balances] = await Promise.all([
    findNextAndLastSession(tx, clientId, now),
    listPendingAnswers(tx, now, { clientId }),
    findNextSteps(tx, clientId, now),
    countNewEntries(tx, clientId),
    readOpenTasks(tx, clientId, shownTasks, now),
    listLatestNotes(tx, clientId, shownNotes),
    listOpenBalances(tx, clientId, now),
  ])
  if (!refs) throw notFound()
  const { nextId, lastId } = refs
  const ids = [nextId, lastId].filter((id) => id !== null)
  const [sessions, note] = await Promise.all([
    readSessionsById(tx, ids, now),
    lastId === null ? ('none' as const) : readNoteState(tx, { sessionId: lastId, clientId }),
  ])
  const last = sessions.get(lastId ?? '')
  return {
    waiting,
    nextSession: sessions.get(nextId ?? '') ?? null,
    lastSession: last ? { session: last, note } : null,
    nextSteps,
    entries,
    tasks,
    notes,
    balances,
  }
}
