import { z } from 'zod'
import { CallId, ClientId, PersonId, SessionId } from '../../../common/ids.ts'
import { requiredName, text } from '../../../common/text/text.schemas.ts'

/** The client's answer to the question where they are. Only the therapist sees it. */
export const Whereabouts = text(200)

/** The name under which the others in a call see a client of a group, or a guardian. */
export const CallName = requiredName(40)

/** A server that helps the browsers to find each other, in the form that `RTCPeerConnection` takes. */
const IceServer = z.strictObject({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
})
export const IceServers = z.array(IceServer)

/** The entry of a browser to a call. `ticket` opens one socket, within `ticketSeconds`. */
export const JoinedCall = z.strictObject({
  callId: CallId,
  ticket: z.string(),
  isTherapist: z.boolean(),
  /** Whether this browser reaches the others only through the relay, so that the people in the call do not learn each other's addresses. */
  relayOnly: z.boolean(),
  /** In the order in which the browser tries them. Empty without a relay. */
  iceServers: IceServers,
})

/** The reasons why a call cannot be joined. */
export const JOIN_REFUSALS = {
  NO_CALL: { status: 409 },
  NOT_OPEN_YET: { status: 409 },
  OVER: { status: 409 },
  REMOVED: { status: 409 },
  TOO_MANY_CALLS: { status: 409 },
  NO_RELAY: { status: 409 },
} as const

/** The first name of the client for whom a person takes part as a guardian; null for a client and for the therapist. */
const guardianOf = z.string().nullable()

/**
 * A client of a call, or a guardian who has joined it for the client of `clientId`, as the therapist sees them. `whereabouts` is the person's answer
 * to the question where they are, as long as it is kept.
 */
const CallPerson = z.strictObject({
  personId: PersonId,
  clientId: ClientId,
  name: z.string(),
  guardianOf,
  whereabouts: z.string().nullable(),
})

/** The data of the page before a call. */
export const CallRoom = z.strictObject({
  session: z.strictObject({ startsAt: z.string(), endsAt: z.string() }),
  therapist: z.strictObject({
    personId: PersonId,
    firstName: z.string(),
    name: z.string(),
    /** The number to call when the video call does not work; null if there is none. */
    phone: z.string().nullable(),
  }),
  /** The clients of the session, and the guardians who have joined its open call. Empty if the viewer is a client or guardian. */
  others: z.array(CallPerson),
  isOpen: z.boolean(),
  /** Whether the session is in Attune and booked, so that there can be a call. */
  isInAttune: z.boolean(),
  therapistIsThere: z.boolean(),
  asksWhereabouts: z.boolean(),
  /** Whether the viewer chooses the name by which the others in the call know them. */
  asksCallName: z.boolean(),
  /** The client record whose conversation belongs to the call; null if several clients take part, or if the viewer is a guardian. */
  conversationId: ClientId.nullable(),
  guardianOf,
  /** Whether the practice has a relay, and whether the call needs one. */
  relay: z.boolean(),
  relayOnly: z.boolean(),
})

/** A client or guardian who waits until the therapist admits them. */
export const WaitingPerson = z.strictObject({
  callId: CallId,
  sessionId: SessionId,
  personId: PersonId,
  name: z.string(),
  guardianOf,
  since: z.string(),
  whereabouts: z.string().nullable(),
})

/** The time of a person in the calls of a session. */
export const TimeInCall = z.strictObject({
  personId: PersonId,
  name: z.string(),
  guardianOf,
  isTherapist: z.boolean(),
  joinedAt: z.string(),
  leftAt: z.string().nullable(),
  minutes: z.number(),
  /** The last answer to the question where the client is, for the therapist and as long as it is kept. */
  whereabouts: z.string().nullable(),
})

const Media = z.strictObject({
  camera: z.boolean(),
  microphone: z.boolean(),
  screen: z.boolean(),
  isPaused: z.boolean().optional(),
})
/** A frame that a browser may send. The server passes `data` on unread. */
export const ClientCallFrame = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('heartbeat') }),
  z.strictObject({ type: z.literal('signal'), to: z.uuid(), data: z.unknown() }),
  z.strictObject({ type: z.literal('state'), media: Media }),
  z.strictObject({ type: z.literal('leave') }),
])
