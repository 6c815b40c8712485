import type { AccountId, CallId, PersonId } from '@attune/contract/common/ids'
import type { CallPeer, CallServerFrame } from '@attune/contract/features/schedule/call/call.rules'
import type { NodeMessages } from '../../../../platform/realtime/node-messages.ts'
import { closeMember, type Member, peerOf, sendToMember } from './call-member.ts'

/** The pages of a call at this node, and those that other nodes have told of. */
type Room = {
  therapist: AccountId
  members: Map<string, Member>
  elsewhere: Map<string, { peers: CallPeer[]; at: number }>
}

/** What the nodes tell each other about calls. A frame without `to` is for all who are let in. */
type NodeMessage = { call: CallId } & (
  | { kind: 'here'; peers: CallPeer[]; isAsking: boolean }
  | { kind: 'frame'; to: string | null; frame: CallServerFrame }
  | { kind: 'close'; person: PersonId }
)

const topic = 'call'
/** The time in milliseconds after which the pages of a node that says nothing are forgotten. */
const forgottenMilliseconds = 45_000

export type CallRooms = ReturnType<typeof openCallRooms>

type Deps = { nodeMessages: NodeMessages; endRelay(call: CallId, person: PersonId): void; warn(error: unknown): void }

/** The calls of this node. Frames reach the pages of the same call alone, at this node directly and at others through `NodeMessages`. */
export function openCallRooms({ nodeMessages, endRelay, warn }: Deps) {
  const rooms = new Map<CallId, Room>()
  const tell = (message: NodeMessage) => void nodeMessages.send(topic, message).catch(warn)
  const admittedIn = (room: Room) => [...room.members.values()].filter(({ isAdmitted }) => isAdmitted)
  const remoteIn = (room: Room) => [...room.elsewhere.values()].flatMap(({ peers }) => peers)
  const tellHere = (call: CallId, room: Room, isAsking = false) =>
    tell({ call, kind: 'here', peers: admittedIn(room).map(peerOf), isAsking })

  function sendPresent(room: Room) {
    const local = admittedIn(room)
    const peers = [...local.map(peerOf), ...remoteIn(room)]
    for (const member of local) sendToMember(member, { type: 'present', peers })
  }

  /** Removes a page and tells the others, unless the same page is connected to another node. */
  function remove(member: Member) {
    const room = rooms.get(member.call)
    if (room?.members.get(member.peer) !== member) return
    room.members.delete(member.peer)
    if (member.isAdmitted && !remoteIn(room).some(({ peer }) => peer === member.peer)) {
      toAll(member.call, room, { type: 'left', peer: member.peer })
      tellHere(member.call, room)
    }
    if (room.members.size === 0) rooms.delete(member.call)
  }

  function toAll(call: CallId, room: Room, frame: CallServerFrame, except?: Member) {
    for (const member of admittedIn(room)) if (member !== except) sendToMember(member, frame)
    tell({ call, kind: 'frame', to: null, frame })
  }

  /** A person is in a call with one page: the pages that they had before give way. */
  function takeOver(room: Room, { peer, person }: Pick<CallPeer, 'peer' | 'person'>) {
    for (const member of [...room.members.values()])
      if (member.person === person && member.peer !== peer) {
        closeMember(member, 'takenOver')
        remove(member)
      }
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
    room.elsewhere.set(node, { peers: message.peers, at: Date.now() })
    for (const peer of message.peers) {
      const moved = room.members.get(peer.peer)
      // The page has opened its new socket at another node.
      if (moved && !moved.socket) room.members.delete(peer.peer)
      takeOver(room, peer)
    }
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
    add(member: Member, therapist: AccountId) {
      const room: Room = rooms.get(member.call) ?? { therapist, members: new Map(), elsewhere: new Map() }
      rooms.set(member.call, room)
      room.members.set(member.peer, member)
      takeOver(room, member)
    },
    remove,
    /** Tells all who are let in, at this node and others, that a page has come or was let in. */
    announce({ call }: Member) {
      const room = rooms.get(call)
      if (!room) return
      sendPresent(room)
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
      if (remoteIn(room).some(({ peer }) => peer === to)) tell({ call: member.call, kind: 'frame', to, frame })
    },
    /** Ends what a person sends through the relay, at each node. */
    endRelayEverywhere({ call, person }: Member) {
      endRelay(call, person)
      tell({ call, kind: 'close', person })
    },
    /** Tells the other nodes of the pages here, and forgets those of nodes that say nothing. */
    refresh(now: number) {
      for (const [call, room] of rooms) {
        tellHere(call, room)
        for (const [node, { at }] of room.elsewhere)
          if (now - at > forgottenMilliseconds) {
            room.elsewhere.delete(node)
            sendPresent(room)
          }
      }
    },
  }
}
