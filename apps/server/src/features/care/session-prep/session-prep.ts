import type { ClientId } from '@attune/contract/common/ids'
import type { SessionPrep } from '@attune/contract/features/care/session-prep/session-prep'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { readUnreadCounts } from '../../messages/message/message.ts'
import { listSubmittedForms } from '../form/form.ts'
import { listLatestNotes } from '../note/note.ts'
import { listTasksById } from '../task/task.ts'
import {
  listRecentSharedEntries,
  readClientAndLastSession,
  listCheckInsAndScores,
  findSessionStart,
  listSessionPrepTasks,
  readSessionPrepTexts,
  sessionPrepItemLimit,
} from './session-prep.queries.ts'

const defaultPeriodMs = 30 * 24 * 60 * 60_000

/**
 * Returns the tasks, entries and forms that a client has submitted or shared since the last completed session, or in the last 30 days if there is
 * none, the items that the therapist has not read or reviewed, whatever their date, and the beginning of the last note about the client. Reads with
 * the therapist’s database role, which cannot see drafts and unshared entries. Refuses with NOT_FOUND for another therapist’s client, and for a
 * session in which this client does not take part.
 */
export async function readSessionPrep(
  tx: Tx,
  query: { clientId: ClientId; before?: string | undefined },
  now: Date,
): Promise<SessionPrep> {
  const { clientId, before } = query
  const ahead = before === undefined ? null : await findSessionStart(tx, before, clientId)
  if (ahead === undefined) throw notFound()
  const head = await readClientAndLastSession(tx, clientId, ahead ?? now)
  if (!head) throw notFound()
  const since = head.lastEndsAt ?? new Date(now.getTime() - defaultPeriodMs).toISOString()
  const [places, numbers, entries, forms, unread, texts, [lastNote = null]] = await Promise.all([
    listSessionPrepTasks(tx, clientId, since),
    listCheckInsAndScores(tx, clientId, since),
    listRecentSharedEntries(tx, clientId, since),
    listSubmittedForms(tx, clientId, since, sessionPrepItemLimit),
    readUnreadCounts(tx),
    readSessionPrepTexts(tx, head.lastId, before ?? null),
    listLatestNotes(tx, clientId, 1, ahead ?? now),
  ])
  const tasks = await listTasksById(
    tx,
    places.map(({ id }) => id),
    now,
  )
  const of = (part: string) => {
    const ids = new Set(places.filter((place) => place.part === part).map(({ id }) => id))
    return tasks.filter(({ id }) => ids.has(id))
  }
  return {
    client: head.client,
    lastSession: head.lastId && head.lastStartsAt ? { id: head.lastId, startsAt: head.lastStartsAt } : null,
    since,
    tasks: { completed: of('completed'), declined: of('declined'), open: of('open') },
    ...numbers,
    entries,
    unreadMessages: unread.find(({ conversationId }) => conversationId === clientId)?.unread ?? 0,
    forms,
    lastNote,
    ...texts,
  }
}
