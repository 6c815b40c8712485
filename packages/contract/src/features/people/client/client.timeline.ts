import { z } from 'zod'
import { LegalVersionId, SessionId } from '../../../common/ids.ts'

const timelineKinds = [
  'added',
  'edited',
  'invited',
  'invitation-opened',
  'invitation-revoked',
  'joined',
  'disconnected',
  'reconnected',
  'join-undone',
  'merged',
  'status',
  'session',
  'agreed',
  'copy-asked',
  'copy-answered',
  'copy-refused',
  'copy-withdrawn',
  'copy-closed',
  'hold-placed',
  'hold-renewed',
  'hold-ended',
  'hold-expired',
] as const

/** An event in the history of a client. */
export const TimelineItem = z.strictObject({
  id: z.string(),
  at: z.string(),
  kind: z.enum(timelineKinds),
  /** `guardian`: a guardian acted for the client. */
  by: z.enum(['therapist', 'client', 'guardian', 'system']),
  /** A state, a method, an action or the name of a legal text, such as `active`, `import`, `code` or `move`; never free text. */
  detail: z.string(),
  /**
   * For a session event: the session, its start after the event, and its start before the event if the event moved the session. Null for other
   * events.
   */
  session: z.strictObject({ id: SessionId, startsAt: z.string(), startsAtBefore: z.string().nullable() }).nullable(),
  /** For an agreement to a legal text of the practice, whose name is in `detail`: the version. Null for other events. */
  legalVersion: z.strictObject({ id: LegalVersionId, version: z.int() }).nullable(),
})
export type TimelineItem = z.infer<typeof TimelineItem>
