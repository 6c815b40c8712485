import { callCloseCodes, callSocketLimits, type CallPeer } from '@attune/contract/features/schedule/call/call.rules'
import { ClientCallFrame } from '@attune/contract/features/schedule/call/call.schemas'
import { type WebSocket, WebSocketServer } from 'ws'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Login } from '../../../../platform/auth/login/login.ts'
import type { PersonActor } from '../../../../platform/database/actor.ts'
import type { OpenSocketRoute, SocketRoute, Upgrade } from '../../../../platform/realtime/socket-routes.ts'
import { parse, refuse } from '../../../../platform/realtime/socket-request.ts'
import { admitToCall } from './call-admission.ts'
import { type Access, readAccess } from './call-access.ts'
import { type JoinedPage, resumeSecret } from './call-keys.ts'
import { closeMember, type Member, sendToMember, takeFrame } from './call-member.ts'
import { CallRooms } from './call-rooms.ts'
import { CallWatch } from './call-watch.ts'

const goingAway = 1001
const tooBig = 1009
/** The number of characters that a frame may have in addition to its data. */
const frameRest = 200
const nothingOn: CallPeer['media'] = { camera: false, microphone: false, screen: false }
const statusTexts = { 401: 'Unauthorized', 403: 'Forbidden' } as const

/**
 * The route for the sockets of calls. The sockets carry the signals between the browsers in a call, and the list of the people who are present. No
 * signal is stored or logged.
 */
export const callSocketRoute: SocketRoute = { path: '/api/call', open: openCallSockets }

function openCallSockets(app: AppContext): OpenSocketRoute {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: callSocketLimits.frameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const rooms = new CallRooms({
    nodeMessages: app.nodeMessages,
    endRelay: (call, person) => app.videoRelay.endPerson(call, person),
    warn: (error) => app.log.warn('a call cannot reach the other nodes', { error }),
  })
  const watch = new CallWatch(app, rooms)

  const upgrade: Upgrade = async (request, stream, head) => {
    const admitted = await admitToCall(app, request)
    if ('status' in admitted) return refuse(stream, admitted.status, statusTexts[admitted.status])
    const { page, login } = admitted
    const actor = actorOf(login, page)
    if (!actor) return refuse(stream, 403, statusTexts[403])
    const access = await readAccess(app, actor, page.call)
    if (!access) return refuse(stream, 403, statusTexts[403])
    server.handleUpgrade(request, stream, head, (socket) => {
      if (access.refused) return socket.close(callCloseCodes[access.refused])
      const member = connect(rooms, { socket, page, actor, access, connectedAt: app.clock.now().getTime() })
      if (!member) return socket.close(callCloseCodes.takenOver)
      serve({ rooms, watch }, socket, member)
      sendToMember(member, { type: 'welcome', self: member.peer, resume: resumeSecret(page, app.secrets) })
      watch.show(member, access)
    })
  }

  return {
    upgrade,
    async close() {
      server.close()
      for (const { socket } of rooms.all()) socket?.close(goingAway)
      await watch.stop()
    },
  }
}

/** The actor of a page: a therapist, a client, or a client's account that acts as a guardian. Null for all others. */
function actorOf({ role, userId: id }: Login, { actingFor }: JoinedPage): PersonActor | null {
  if (actingFor !== null) return role === 'client' ? { role: 'guardian', id, actingFor } : null
  return role === 'therapist' || role === 'client' ? { role, id } : null
}

type Connecting = {
  socket: WebSocket
  page: JoinedPage
  connectedAt: number
  actor: PersonActor
  access: Extract<Access, { refused?: never }>
}

/**
 * Gives a page its socket. A page that is already a member keeps its place in the call. Returns null if the person has since joined with another
 * page.
 */
function connect(rooms: CallRooms, { socket, page, actor, access, connectedAt }: Connecting): Member | null {
  const now = performance.now()
  const known = rooms.find(page.call, page.peer)
  if (known) {
    known.socket?.terminate()
    return Object.assign(known, { socket, heardAt: now, connectedAt })
  }
  const { personId, sessionId, therapistId } = access.row
  const member: Member = {
    call: page.call,
    sessionId,
    peer: page.peer,
    person: personId,
    name: access.name,
    isTherapist: actor.role === 'therapist',
    relayOnly: access.relayOnly,
    actor,
    login: page.login,
    joinedAt: page.joinedAt,
    connectedAt,
    socket,
    media: nothingOn,
    isAdmitted: false,
    isAskedToWait: false,
    clientsShare: false,
    heardAt: now,
    lostAt: 0,
    storedAt: now,
    stored: Promise.resolve(),
    frames: callSocketLimits.burst,
    refilledAt: now,
    check: Promise.resolve(),
    isCheckDue: false,
  }
  return rooms.add(member, therapistId) ? member : null
}

/** Handles the frames of a page until its socket closes. */
function serve(parts: { rooms: CallRooms; watch: CallWatch }, socket: WebSocket, member: Member): void {
  socket.on('error', () => socket.terminate())
  socket.on('pong', () => (member.heardAt = performance.now()))
  socket.on('close', () => {
    if (member.socket !== socket) return
    member.socket = null
    member.lostAt = performance.now()
  })
  socket.on('message', (data) => {
    if (member.socket === socket) handleFrame(parts, member, String(data))
  })
}

function handleFrame({ rooms, watch }: { rooms: CallRooms; watch: CallWatch }, member: Member, text: string): void {
  member.heardAt = performance.now()
  const taken = takeFrame(member, member.heardAt)
  if (taken === 'tooMany') {
    closeMember(member, 'tooMany')
    return watch.leave(member)
  }
  if (text.length > callSocketLimits.dataBytes + frameRest) return member.socket?.close(tooBig)
  const frame = taken === 'taken' ? ClientCallFrame.safeParse(parse(text)) : null
  if (!frame?.success) return
  if (frame.data.type === 'heartbeat') return sendToMember(member, { type: 'heartbeat' })
  if (frame.data.type === 'leave') return watch.leave(member)
  if (frame.data.type === 'state') {
    member.media = frame.data.media
    if (member.isAdmitted) rooms.broadcast(member, { type: 'state', peer: member.peer, media: member.media })
    return
  }
  if (member.isAdmitted) rooms.signal(member, frame.data.to, frame.data.data)
}
