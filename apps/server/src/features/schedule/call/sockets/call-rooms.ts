import type { AccountId, CallId, PersonId } from '@attune/contract/common/ids'
import type { CallPeer, CallServerFrame } from '@attune/contract/features/schedule/call/call.rules'
import type { NodeMessages } from '../../../../platform/realtime/node-messages.ts'
import { closeMember, type Member, peerOf, sendToMember } from './call-member.ts'

/** A page in a call, in the form in which a node reports it to the others. */
type NodePeer = Pick<Member, 'isAdmitted' | 'joinedAt' | 'connectedAt'> & { peer: CallPeer }

/** The pages of a call at this node, and those that other nodes have reported. */
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

const admittedIn = (room: Room) => [...room.members.values()].filter(({ isAdmitted }) => isAdmitted)

const remoteIn = (room: Room) => [...room.elsewhere.values()].flatMap(({ peers }) => peers)

/** The pages at other nodes that are let in, each once. */
const admittedElsewhere = (room: Room) => [
  ...new Map(
    remoteIn(room).flatMap(({ peer, isAdmitted }) =>
      isAdmitted && !room.members.has(peer.peer) ? [[peer.peer, peer] as const] : [],
    ),
  ).values(),
]

/** Whether the person of a page has joined later with another page. */
const isReplaced = (member: Member, { peer: { peer, person }, joinedAt }: NodePeer) =>
  member.person === person && (member.joinedAt === joinedAt ? member.peer < peer : member.joinedAt < joinedAt)
/** The time in milliseconds after which the pages of a node that sends nothing are forgotten. */
const forgottenMilliseconds = 45_000

type Deps = {
  nodeMessages: NodeMessages
  endRelay: (call: CallId, person: PersonId) => void
  warn: (error: unknown) => void
}

/** The calls of this node. Frames reach only the pages of the same call: pages at this node directly, pages at other nodes through `NodeMessages`. */
export class CallRooms {
  readonly #deps: Deps
  readonly #rooms = new Map<CallId, Room>()

  constructor(deps: Deps) {
    this.#deps = deps
    deps.nodeMessages.listen(topic, (message, node) => this.#receive(message as NodeMessage, node))
  }

  find(call: CallId, peer: string): Member | undefined {
    return this.#rooms.get(call)?.members.get(peer)
  }

  all(): Member[] {
    return [...this.#rooms.values()].flatMap(({ members }) => [...members.values()])
  }

  /** Returns the pages in the calls of the given therapists. */
  ofTherapists(accounts: readonly string[]): Member[] {
    const rooms = [...this.#rooms.values()].filter(({ therapist }) => accounts.includes(therapist))
    return rooms.flatMap(({ members }) => [...members.values()])
  }

  /** Adds a page. Returns false if its person has joined with another page since. */
  add(member: Member, therapist: AccountId): boolean {
    const room: Room = this.#rooms.get(member.call) ?? { therapist, members: new Map(), elsewhere: new Map() }
    const others = [...[...room.members.values()].map(nodePeerOf), ...remoteIn(room)]
    if (others.some((page) => isReplaced(member, page))) return false
    this.#rooms.set(member.call, room)
    room.members.set(member.peer, member)
    this.#takeOver(room, nodePeerOf(member))
    return true
  }

  /** Removes a page. If the page was let in and is not connected to another node, notifies the other pages and nodes. */
  remove(member: Member): void {
    const room = this.#rooms.get(member.call)
    if (room?.members.get(member.peer) !== member) return
    room.members.delete(member.peer)
    const isElsewhere = remoteIn(room).some(
      ({ peer: { peer }, connectedAt }) => peer === member.peer && connectedAt > member.connectedAt,
    )
    if (member.isAdmitted && !isElsewhere) {
      this.#toAll(member.call, room, { type: 'left', peer: member.peer })
      this.#tellHere(member.call, room)
    }
    if (room.members.size === 0) this.#rooms.delete(member.call)
  }

  /**
   * Sends the other nodes the pages at this node, and requests theirs, after a page has joined or its standing has changed. If the page is let in,
   * also sends the list of the pages that are let in to those at this node.
   */
  announce({ call, isAdmitted }: Member): void {
    const room = this.#rooms.get(call)
    if (!room) return
    if (isAdmitted) sendPresent(room)
    this.#tellHere(call, room, true)
  }

  /** Sends a frame to the others of a call. */
  broadcast(member: Member, frame: CallServerFrame): void {
    const room = this.#rooms.get(member.call)
    if (room) this.#toAll(member.call, room, frame, member)
  }

  /** Sends a signal to a page that is let into the same call. Drops a signal to any other page. */
  signal(member: Member, to: string, data: unknown): void {
    const room = this.#rooms.get(member.call)
    if (!room) return
    const frame: CallServerFrame = { type: 'signal', from: member.peer, data }
    const local = room.members.get(to)
    if (local?.isAdmitted) sendToMember(local, frame)
    if (local) return
    if (admittedElsewhere(room).some(({ peer }) => peer === to))
      this.#tell({ call: member.call, kind: 'frame', to, frame })
  }

  /** Ends a person's connections through the relay on every node. */
  endRelayEverywhere({ call, person }: Member): void {
    this.#deps.endRelay(call, person)
    this.#tell({ call, kind: 'close', person })
  }

  /** Reports the pages at this node to the other nodes, and forgets the pages of nodes that have sent nothing for `forgottenMilliseconds`. */
  refresh(now: number): void {
    for (const [call, room] of this.#rooms) {
      this.#tellHere(call, room)
      for (const [node, { at, peers }] of room.elsewhere)
        if (now - at > forgottenMilliseconds) {
          room.elsewhere.delete(node)
          forget(room, peers)
        }
    }
  }

  #tell(message: NodeMessage) {
    this.#deps.nodeMessages.send(topic, message).catch(this.#deps.warn)
  }

  #tellHere(call: CallId, room: Room, isAsking = false) {
    this.#tell({ call, kind: 'here', peers: [...room.members.values()].map(nodePeerOf), isAsking })
  }

  #toAll(call: CallId, room: Room, frame: CallServerFrame, except?: Member) {
    for (const member of admittedIn(room)) if (member !== except) sendToMember(member, frame)
    this.#tell({ call, kind: 'frame', to: null, frame })
  }

  /** Closes the pages with which the person of `page` joined earlier, because a person is in a call with one page. */
  #takeOver(room: Room, page: NodePeer) {
    for (const member of [...room.members.values()].filter((one) => isReplaced(one, page))) {
      closeMember(member, 'takenOver')
      this.remove(member)
    }
  }

  #receive(message: NodeMessage, node: string) {
    if (message.kind === 'close') return this.#deps.endRelay(message.call, message.person)
    const room = this.#rooms.get(message.call)
    if (!room) return
    if (message.kind === 'frame') {
      const to = message.to === null ? admittedIn(room) : [room.members.get(message.to)]
      for (const member of to) if (member?.isAdmitted) sendToMember(member, message.frame)
      return
    }
    this.#learn(message.call, room, { peers: message.peers, node })
    sendPresent(room)
    if (message.isAsking) this.#tellHere(message.call, room)
  }

  /** Stores the pages that another node has reported. Removes the pages that have moved there from this node. */
  #learn(call: CallId, room: Room, { peers, node }: { peers: NodePeer[]; node: string }) {
    room.elsewhere.set(node, { peers, at: performance.now() })
    for (const page of peers) {
      const own = room.members.get(page.peer.peer)
      if (own && own.connectedAt < page.connectedAt) {
        room.members.delete(own.peer)
        own.socket?.terminate()
        own.socket = null
      }
      this.#takeOver(room, page)
    }
    if (room.members.size === 0) this.#rooms.delete(call)
  }
}

function sendPresent(room: Room): void {
  const local = admittedIn(room)
  const peers = [...local.map(peerOf), ...admittedElsewhere(room)]
  for (const member of local) sendToMember(member, { type: 'present', peers })
}

/** Notifies the pages at this node that the pages of a lost node have left, unless these are connected to another node again. */
function forget(room: Room, lost: NodePeer[]): void {
  const known = new Set([...room.members.keys(), ...remoteIn(room).map(({ peer: { peer } }) => peer)])
  const left = lost.flatMap(({ peer: { peer }, isAdmitted }) => (isAdmitted && !known.has(peer) ? [peer] : []))
  for (const member of admittedIn(room)) for (const peer of left) sendToMember(member, { type: 'left', peer })
  sendPresent(room)
}
