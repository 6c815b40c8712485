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
] as const

/**
 * An event in the history of a client. `detail` is a state, a method or an action (for example `active`, `import`, `code`, `move`), never
 * free text.
 */
export const TimelineItem = z.strictObject({
  id: z.string(),
  at: z.string(),
  kind: z.enum(timelineKinds),
  by: z.enum(['therapist', 'client', 'system']),
  detail: z.string(),
  /** For a session event: the session, its start after the event, and its start before the event if the event moved the session. */
  session: z.strictObject({ id: SessionId, startsAt: z.string(), startsAtBefore: z.string().nullable() }).nullable(),
  /** For an agreement to a legal text of the practice, whose name is in `detail`: the version. */
  legalVersion: z.strictObject({ id: LegalVersionId, version: z.int() }).nullable(),
})
export type TimelineItem = z.infer<typeof TimelineItem>
