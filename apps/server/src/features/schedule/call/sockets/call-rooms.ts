import type { AccountId, CallId, PersonId } from '@attune/contract/common/ids'
import type { CallPeer, CallServerFrame } from '@attune/contract/features/schedule/call/call.rules'
import type { NodeMessages } from '../../../../platform/realtime/node-messages.ts'
import { closeMember, type Member, peerOf, sendToMember } from './call-member.ts'

/** A page in a call, as a node tells the others of it. */
type NodePeer = Pick<Member, 'isAdmitted' | 'joinedAt' | 'connectedAt'> & { peer: CallPeer }

/** The pages of a call at this node, and those that other nodes have told of. */
type Room = {
  therapist: AccountId
  members: Map<string, Member>
  elsewhere: Map<string, { peers: NodePeer[]; at: number }>
}

/** A message between nodes about a call. A frame without `to` is for all who are let in. */
type NodeMessage = { call: CallId } & (
  | { kind: 'here'; peers: NodePeer[]; isAsking: boolean }
  | { kind: 'frame'; to: string | null; frame: CallServerFrame }
  | { kind: 'close'; person: PersonId }
)

const topic = 'call'

const nodePeerOf = (member: Member): NodePeer => {
  const { isAdmitted, joinedAt, connectedAt } = member
  return { peer: peerOf(member), isAdmitted, joinedAt, connectedAt }
}

const remoteIn = (room: Room) => [...room.elsewhere.values()].flatMap(({ peers }) => peers)

/** The pages at other nodes that are let in, each once. */
const admittedElsewhere = (room: Room) => [
  ...new Map(
    remoteIn(room).flatMap(({ peer, isAdmitted }) =>
      isAdmitted && !room.members.has(peer.peer) ? [[peer.peer, peer] as const] : [],
    ),
  ).values(),
]

/** Whether the person of a page has joined later with another one. */
const isReplaced = (member: Member, { peer: { peer, person }, joinedAt }: NodePeer) =>
  member.person === person && (member.joinedAt === joinedAt ? member.peer < peer : member.joinedAt < joinedAt)
/** The time in milliseconds after which the pages of a node that says nothing are forgotten. */
const forgottenMilliseconds = 45_000

export type CallRooms = ReturnType<typeof openCallRooms>

type Deps = { nodeMessages: NodeMessages; endRelay(call: CallId, person: PersonId): void; warn(error: unknown): void }

/** The calls of this node. Frames reach the pages of the same call alone, at this node directly and at others through `NodeMessages`. */
export function openCallRooms({ nodeMessages, endRelay, warn }: Deps) {
  const rooms = new Map<CallId, Room>()
  const tell = (message: NodeMessage) => void nodeMessages.send(topic, message).catch(warn)
  const admittedIn = (room: Room) => [...room.members.values()].filter(({ isAdmitted }) => isAdmitted)
  const tellHere = (call: CallId, room: Room, isAsking = false) =>
    tell({ call, kind: 'here', peers: [...room.members.values()].map(nodePeerOf), isAsking })

  function sendPresent(room: Room) {
    const local = admittedIn(room)
    const peers = [...local.map(peerOf), ...admittedElsewhere(room)]
    for (const member of local) sendToMember(member, { type: 'present', peers })
  }

  /** Removes a page and tells the others, unless the same page is connected to another node. */
  function remove(member: Member) {
    const room = rooms.get(member.call)
    if (room?.members.get(member.peer) !== member) return
    room.members.delete(member.peer)
    const isElsewhere = remoteIn(room).some(
      ({ peer: { peer }, connectedAt }) => peer === member.peer && connectedAt > member.connectedAt,
    )
    if (member.isAdmitted && !isElsewhere) {
      toAll(member.call, room, { type: 'left', peer: member.peer })
      tellHere(member.call, room)
    }
    if (room.members.size === 0) rooms.delete(member.call)
  }

  function toAll(call: CallId, room: Room, frame: CallServerFrame, except?: Member) {
    for (const member of admittedIn(room)) if (member !== except) sendToMember(member, frame)
    tell({ call, kind: 'frame', to: null, frame })
  }

  /** A person is in a call with one page: the pages that joined before it give way. */
  function takeOver(room: Room, page: NodePeer) {
    for (const member of [...room.members.values()])
      if (isReplaced(member, page)) {
        closeMember(member, 'takenOver')
        remove(member)
      }
  }

  /** Stores the pages of another node. Those that have gone there are no longer here. */
  function learn(call: CallId, room: Room, { peers, node }: { peers: NodePeer[]; node: string }) {
    room.elsewhere.set(node, { peers, at: performance.now() })
    for (const page of peers) {
      const own = room.members.get(page.peer.peer)
      if (own && own.connectedAt < page.connectedAt) {
        room.members.delete(own.peer)
        own.socket?.terminate()
        own.socket = null
      }
      takeOver(room, page)
    }
    if (room.members.size === 0) rooms.delete(call)
  }

  /** Tells those here of the pages of a lost node that have come back to none. */
  function forget(room: Room, lost: NodePeer[]) {
    const known = new Set([...room.members.keys(), ...remoteIn(room).map(({ peer: { peer } }) => peer)])
    const left = lost.flatMap(({ peer: { peer }, isAdmitted }) => (isAdmitted && !known.has(peer) ? [peer] : []))
    for (const member of admittedIn(room)) for (const peer of left) sendToMember(member, { type: 'left', peer })
    sendPresent(room)
  }

  nodeMessages.listen(topic, (received, node) => {
    const message = received as NodeMessage
    if (message.kind === 'close') return endRelay(message.call, message.person)
    const room = rooms.get(message.call)
    if (!room) return
    if (message.kind === 'frame') {
      const to = message.to === null ? admittedIn(room) : [room.members.get(message.to)]
      for (const member of to) if (member?.isAdmitted) sendToMember(member, message.frame)
      return
    }
    learn(message.call, room, { peers: message.peers, node })
    sendPresent(room)
    if (message.isAsking) tellHere(message.call, room)
  })

  return {
    find: (call: CallId, peer: string) => rooms.get(call)?.members.get(peer),
    all: () => [...rooms.values()].flatMap(({ members }) => [...members.values()]),
    ofTherapists: (accounts: readonly string[]) =>
      [...rooms.values()]
        .filter(({ therapist }) => accounts.includes(therapist))
        .flatMap(({ members }) => [...members.values()]),
    /** Adds a page. Returns false if its person has joined with another page since. */
    add(member: Member, therapist: AccountId): boolean {
      const room: Room = rooms.get(member.call) ?? { therapist, members: new Map(), elsewhere: new Map() }
      const others = [...[...room.members.values()].map(nodePeerOf), ...remoteIn(room)]
      if (others.some((page) => isReplaced(member, page))) return false
      rooms.set(member.call, room)
      room.members.set(member.peer, member)
      takeOver(room, nodePeerOf(member))
      return true
    },
    remove,
    /** Tells the other nodes, and all who are let in, that a page has come or was let in. */
    announce({ call, isAdmitted }: Member) {
      const room = rooms.get(call)
      if (!room) return
      if (isAdmitted) sendPresent(room)
      tellHere(call, room, true)
    },
    /** Sends a frame to the others of a call. */
    broadcast(member: Member, frame: CallServerFrame) {
      const room = rooms.get(member.call)
      if (room) toAll(member.call, room, frame, member)
    },
    /** Hands a signal to a page of the same call. A signal to another page is dropped. */
    signal(member: Member, to: string, data: unknown) {
      const room = rooms.get(member.call)
      if (!room) return
      const frame: CallServerFrame = { type: 'signal', from: member.peer, data }
      const local = room.members.get(to)
      if (local) return local.isAdmitted ? sendToMember(local, frame) : undefined
      if (admittedElsewhere(room).some(({ peer }) => peer === to)) tell({ call: member.call, kind: 'frame', to, frame })
    },
    /** Ends the connections of a person through the relay, at each node. */
    endRelayEverywhere({ call, person }: Member) {
      endRelay(call, person)
      tell({ call, kind: 'close', person })
    },
    /** Tells the other nodes of the pages here, and forgets those of nodes that say nothing. */
    refresh(now: number) {
      for (const [call, room] of rooms) {
        tellHere(call, room)
        for (const [node, { at, peers }] of room.elsewhere)
          if (now - at > forgottenMilliseconds) {
            room.elsewhere.delete(node)
            forget(room, peers)
          }
      }
    },
  }
}
