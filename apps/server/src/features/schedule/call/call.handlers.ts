import { contract } from '@attune/contract'
import type { CallId, PersonId, SessionId } from '@attune/contract/common/ids'
import { implement } from '@orpc/server'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { hostName } from '../../../platform/http/request/check.ts'
import { type AuditedValues, describeChange } from '../../../platform/policy/audit.ts'
import type { Context, RequestContext } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { noLogin, notFound } from '../../../platform/policy/refusal.ts'
import { joinCallOfSession } from './call.entry.ts'
import { saveAdmission, askPersonToWait, changeCall, findOwnRow, removePerson } from './call.people.ts'
import { listTimesInCall, listWaiting, readCallRoom } from './call.room.ts'
import { findSession, isRelayOnly } from './call.sessions.ts'
import { standingOf } from './call.standing.ts'
import { callTicket } from './sockets/call-keys.ts'

const on = implement(contract.call).$context<Context>()
/** Names the call, and the person whom a change concerns, in the audit row. */
function reported(tx: Tx, { callId, ...after }: { callId: CallId; personId?: PersonId }, values: AuditedValues = {}) {
  describeChange(tx, { resourceId: callId, after: { ...after, ...values } })
  return { done: true } as const
}

type Headers = RequestContext['reqHeaders']

const hostOf = (reqHeaders: Headers) => hostName(reqHeaders.get('host') ?? undefined)

/** The relays for a person of a call, in the order in which the browser tries them. Empty if there is none. */
const iceServersOf = (app: Pick<AppContext, 'videoRelay' | 'clock'>, reqHeaders: Headers, person: Of) =>
  app.videoRelay.iceServersFor({ ...person, host: hostOf(reqHeaders), now: app.clock.now() })
type Of = { call: string; person: string }

type Joining = Parameters<typeof joinCallOfSession>[1]

/** Lets the actor join the call of a session, and creates the ticket of the socket. */
async function joinWithTicket({ app, actor, login, reqHeaders }: Context, input: Joining) {
  if (!login) throw noLogin()
  const now = app.clock.now()
  const hasRelay = app.videoRelay.isOffered(hostOf(reqHeaders))
  const joined = await app.db.asActor(actor, (tx) => joinCallOfSession(tx, input, hasRelay, now))
  const { ticket } = await app.auth.liveTickets.create(login.id)
  const { callId, personId, relayOnly } = joined
  return {
    callId,
    ticket: callTicket({ call: callId, ticket, actingFor: actor.role === 'guardian' ? actor.actingFor : null }),
    isTherapist: actor.role === 'therapist',
    relayOnly,
    iceServers: iceServersOf(app, reqHeaders, { call: callId, person: personId }),
  }
}

function readRoom({ app, actor, reqHeaders }: Context, { sessionId }: { sessionId: SessionId }) {
  const relay = app.videoRelay.isOffered(hostOf(reqHeaders))
  return app.db.asActor(actor, (tx) => readCallRoom(tx, sessionId, relay, app.clock.now()))
}

/** Returns the relays for the actor. Refuses with NOT_FOUND unless the actor has been let into the call. */
async function readIceServers({ app, actor, reqHeaders }: Context, { callId }: { callId: CallId }) {
  const now = app.clock.now()
  const { personId, relayOnly } = await app.db.asActor(actor, async (tx) => {
    const own = await findOwnRow(tx, callId)
    const session = own && (await findSession(tx, own.sessionId, now))
    if (!session || own.endedAt !== null || standingOf(own, now) !== 'admitted') throw notFound()
    return { personId: own.personId, relayOnly: await isRelayOnly(tx, session) }
  })
  return { items: iceServersOf(app, reqHeaders, { call: callId, person: personId }), relayOnly }
}

export const callHandlers = {
  join: on.join.handler(({ input, context }) => joinWithTicket(context, input)),
  joinFor: on.joinFor.handler(({ input, context }) => joinWithTicket(context, input)),

  room: on.room.handler(({ input, context }) => readRoom(context, input)),
  roomFor: on.roomFor.handler(({ input, context }) => readRoom(context, input)),

  admit: operation(on.admit, async (tx, input, now) => {
    await saveAdmission(tx, input, now)
    return reported(tx, input)
  }),

  askToWait: operation(on.askToWait, async (tx, input, now) => {
    await askPersonToWait(tx, input, now)
    return reported(tx, input)
  }),

  remove: operation(on.remove, async (tx, input, now) => {
    await removePerson(tx, input, now)
    return reported(tx, input)
  }),

  allowSharing: operation(on.allowSharing, async (tx, { callId, isAllowed }) => {
    await changeCall(tx, callId, { clients_share: isAllowed })
    return reported(tx, { callId }, { isAllowed })
  }),

  end: operation(on.end, async (tx, { callId }, now) => {
    await changeCall(tx, callId, { ended_at: now })
    return reported(tx, { callId })
  }),

  waiting: operation(on.waiting, (tx, _input, now) => listWaiting(tx, now)),

  iceServers: on.iceServers.handler(({ input, context }) => readIceServers(context, input)),
  iceServersFor: on.iceServersFor.handler(({ input, context }) => readIceServers(context, input)),

  ofSession: operation(on.ofSession, (tx, { sessionId }, now) => listTimesInCall(tx, sessionId, now)),
  ofSessionFor: operation(on.ofSessionFor, (tx, { sessionId }, now) => listTimesInCall(tx, sessionId, now)),
}
