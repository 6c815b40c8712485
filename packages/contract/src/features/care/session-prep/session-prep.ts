import { z } from 'zod'
import { ClientId, JournalEntryId, SentFormId, SessionId } from '../../../common/ids.ts'
import { read } from '../../../common/procedure.ts'
import { MeasureResult } from '../measure/measure.schemas.ts'
import { QuestionnaireName } from '../task/task.forms.ts'
import { Task } from '../task/task.ts'

/**
 * A summary before a session: the data that the client shared or submitted since the last session. Contains nothing that the client keeps
 * private.
 */
export const SessionPrep = z.strictObject({
  client: z.strictObject({ id: ClientId, firstName: z.string(), lastName: z.string() }),
  /** The last completed session that the client attended. If `lastSession` is null, the summary covers the last 30 days. */
  lastSession: z.strictObject({ id: SessionId, startsAt: z.string() }).nullable(),
  /** The start of the period of the summary. */
  since: z.string(),
  tasks: z.strictObject({ completed: z.array(Task), declined: z.array(Task), open: z.array(Task) }),
  /** The check-ins in the period, oldest first, each with a value from 0 to 10. */
  checkIns: z.array(z.strictObject({ at: z.string(), title: z.string(), value: z.number() })),
  /** The scores of questionnaires in the period, oldest first. `before` is the previous score of the same questionnaire, null if there is none. */
  scores: z.array(
    z.strictObject({ at: z.string(), name: QuestionnaireName, score: z.number(), before: z.number().nullable() }),
  ),
  /**
   * The main scores of the therapist's own questionnaires in the period, oldest first, with their title, range and band. `before` is the previous
   * score of a version that can be compared; null if there is none.
   */
  measures: z.array(
    z.strictObject({
      at: z.string(),
      ...MeasureResult.pick({ title: true, range: true, band: true, isAlert: true }).shape,
      score: z.number(),
      before: z.number().nullable(),
    }),
  ),
  /**
   * The shared journal entries that were shared or published in the period, and all unread ones; unread ones first. `isNew`: whether the therapist
   * has not read the entry.
   */
  entries: z.array(
    z.strictObject({ id: JournalEntryId, title: z.string(), writtenAt: z.string(), isNew: z.boolean() }),
  ),
  /** The number of the client's messages that the therapist has not read, whatever their date. */
  unreadMessages: z.number(),
  /** The forms that the client submitted in the period, and all forms with answers that must be reviewed. The forms to review come first. */
  forms: z.array(z.strictObject({ id: SentFormId, title: z.string(), signedAt: z.string(), needsReview: z.boolean() })),
  /**
   * The first lines of the latest note about this client on an earlier session; after a session with several clients, those of the part about this
   * client. Null if there is none.
   */
  lastNote: z
    .strictObject({ sessionId: SessionId, startsAt: z.string(), lines: z.string(), isSigned: z.boolean() })
    .nullable(),
  /** The next steps that the therapist noted for the last session; empty if there are none. */
  nextSteps: z.string(),
  /** The objectives of the next session, or else those of the last one; empty if there are none. */
  objectives: z.string(),
})
export type SessionPrep = z.infer<typeof SessionPrep>

export const sessionPrep = {
  /**
   * Returns the summary since the last completed session that the client attended. `before` is the id of a session; only sessions before that session
   * count. Without `before`, all sessions that have started count.
   */
  get: read.input(z.strictObject({ clientId: ClientId, before: SessionId.optional() })).output(SessionPrep),
}
