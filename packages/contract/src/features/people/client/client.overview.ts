import { z } from 'zod'
import { JournalEntryId, SessionId } from '../../../common/ids.ts'
import { PendingAnswer, Session } from '../../schedule/session/session.schemas.ts'
import { Task } from '../../care/task/task.ts'

/** The state of the note on a session: not begun, begun, or signed. */
export const SessionNoteState = z.enum(['none', 'begun', 'signed'])
export type SessionNoteState = z.infer<typeof SessionNoteState>

/** The content of the overview of a client record, except the record itself. */
export const RecordOverview = z.strictObject({
  /** The requests of the client that await the therapist's answer, earliest first. */
  waiting: z.array(PendingAnswer),
  /** The next session; null if none is scheduled. */
  nextSession: Session.nullable(),
  /** The last session, with the state of its note; null if there was none. */
  lastSession: z.strictObject({ session: Session, note: SessionNoteState }).nullable(),
  /**
   * The latest next steps that the therapist noted for a session that has begun; null if there are none. `isShared`: whether the client can read
   * them.
   */
  nextSteps: z
    .strictObject({ sessionId: SessionId, startsAt: z.string(), text: z.string(), isShared: z.boolean() })
    .nullable(),
  /**
   * The journal entries. `shared` is the number of shared ones, `count` the number of those that are new for the therapist, and `items` the latest
   * three of these.
   */
  entries: z.strictObject({
    shared: z.number(),
    count: z.number(),
    items: z.array(z.strictObject({ id: JournalEntryId, title: z.string(), writtenAt: z.string() })),
  }),
  /** The open tasks: the number of all, and the first four. */
  tasks: z.strictObject({ count: z.number(), items: z.array(Task) }),
  /** The first lines of the latest three session notes, latest first. */
  notes: z.array(
    z.strictObject({ sessionId: SessionId, startsAt: z.string(), lines: z.string(), isSigned: z.boolean() }),
  ),
  /** The open and overdue amounts of the client's invoices, in minor units by currency. Omits currencies without an open amount. */
  balances: z.array(z.strictObject({ currency: z.string(), openMinor: z.string(), overdueMinor: z.string() })),
})
export type RecordOverview = z.infer<typeof RecordOverview>
