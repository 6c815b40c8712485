import { z } from 'zod'
import { defaultDurationMinutes } from '../../../common/constants.ts'
import { ClientId, GroupId, SessionId, SessionTypeId } from '../../../common/ids.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { text } from '../../../common/text/text.schemas.ts'
import { Instant } from '../../../common/time/time.schemas.ts'
import { hasFittingCall, hasValidParticipantCount } from './session.rules.ts'
import {
  callSizeError,
  Duration,
  participantCountError,
  SessionFormat,
  TherapyType,
  VideoUrl,
} from './session.schemas.ts'

const Clients = z.array(ClientId).min(1).max(12)
/** Whether to book the session despite conflicts. Only the therapist can set this field. The session then has `bookedAnyway`. */
export const anyway = z.boolean().default(false)

/** The group whose members the clients are on the day of the session; null for a session without a group. */
const groupId = GroupId.nullable().default(null)

const sessionDetails = {
  format: SessionFormat,
  therapyType: TherapyType.default('individual'),
  location: text(textLengths.location).default(''),
}

export const NewSession = z
  .strictObject({
    id: SessionId,
    clientIds: Clients,
    startsAt: Instant,
    durationMinutes: Duration.default(defaultDurationMinutes),
    ...sessionDetails,
    /** A URL for only this session. Without this URL, the session gets the video link of the therapist's terms. */
    videoUrl: VideoUrl.optional(),
    /**
     * Whether the video call is in Attune; `videoUrl` is then ignored. Without this field and without a URL, the therapist's terms decide. A session
     * with too many clients for a call in Attune then gets the link.
     */
    callInAttune: z.boolean().optional(),
    /** Whether the clients have agreed to the session already, so that it is confirmed at once. */
    agreed: z.boolean().default(false),
    /** The therapist's session type. It has no effect on the other fields. */
    typeId: SessionTypeId.nullable().default(null),
    groupId,
    anyway,
  })
  .refine(hasValidParticipantCount, participantCountError)
  .refine(hasFittingCall, callSizeError)
export type NewSession = z.input<typeof NewSession>

export const PastSession = z
  .strictObject({
    id: SessionId,
    clientIds: Clients,
    /** The start of the session, at most 365 days ago. */
    startsAt: Instant,
    durationMinutes: Duration,
    ...sessionDetails,
    outcome: z.enum(['completed', 'no-show']),
    groupId,
  })
  .refine(hasValidParticipantCount, participantCountError)
export type NewPastSession = z.input<typeof PastSession>
