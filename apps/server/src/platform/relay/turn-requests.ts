import { type Allocation, bindChannel, removeOldChannels } from './allocations.ts'
import { integrityKeyOf, readUsername, relayRealm, type RelayOwner } from './relay-credentials.ts'
import { decodeAddress, encodeAddress } from './stun/stun-address.ts'
import {
  errorValue,
  hasIntegrity,
  stunAttributes,
  type StunAttribute,
  stunClasses,
  stunMethods,
  uint32,
} from './stun/stun.ts'
import { relayedIp, type TurnRequest, type TurnState } from './turn-state.ts'

/** The seconds for which an allocation is granted. A browser refreshes its allocation in time; the allocation of a closed page ends soon. */
const grantedSeconds = 120
const permissionMilliseconds = 300_000
const udpProtocol = 17
const [firstChannel, lastChannel] = [0x4000, 0x4fff]

type Proof = RelayOwner & { username: string; expiresAt: number; key: Buffer }
type ProvedRequest = TurnRequest & { proof: Proof }

/** Answers a request that needs credentials. */
export function answerRequest(turn: TurnState, asked: TurnRequest): void {
  const { message, allocation } = asked
  const proof = authenticate(turn, asked)
  if (!proof) return
  const request = { ...asked, proof }
  if (message.method === stunMethods.allocate) return allocate(turn, request)
  if (!allocation) return refuse(turn, request, 437, 'Allocation Mismatch')
  if (allocation.username !== proof.username) return refuse(turn, request, 441, 'Wrong Credentials')
  if (message.method === stunMethods.refresh) return refresh(turn, request, allocation)
  if (message.method === stunMethods.createPermission || message.method === stunMethods.channelBind)
    return permit(turn, request, allocation)
  return refuse(turn, request, 400, 'Bad Request')
}

function authenticate(turn: TurnState, request: TurnRequest): Proof | null {
  const { message } = request
  const username = message.attributes.get(stunAttributes.username)?.toString('latin1')
  if (username === undefined || message.integrityAt === null) return challenge(turn, request, 401, 'Unauthorized')
  if (!turn.nonces.isValid(message.attributes.get(stunAttributes.nonce)))
    return challenge(turn, request, 438, 'Stale Nonce')
  const owner = readUsername(username)
  if (owner && owner.expiresAt * 1_000 > turn.now() && !turn.ended.has(owner)) {
    const key = integrityKeyOf(turn.secret, username)
    if (hasIntegrity(message, key)) return { ...owner, username, key }
  }
  turn.figures.refused++
  return challenge(turn, request, 401, 'Unauthorized')
}

/** Answers a client that has not authenticated yet, within the limit of its source address. */
function challenge(turn: TurnState, { client, reply }: TurnRequest, code: number, reason: string): null {
  if (!turn.mayAnswer(client.ip)) return null
  reply(stunClasses.error, [
    [stunAttributes.errorCode, errorValue(code, reason)],
    [stunAttributes.realm, Buffer.from(relayRealm)],
    [stunAttributes.nonce, Buffer.from(turn.nonces.current())],
  ])
  return null
}

function refuse(turn: TurnState, { reply, proof }: ProvedRequest, code: number, reason: string): void {
  turn.figures.refused++
  reply(stunClasses.error, [[stunAttributes.errorCode, errorValue(code, reason)]], proof.key)
}

const succeed = ({ reply, proof }: ProvedRequest, attributes: readonly StunAttribute[]) =>
  reply(stunClasses.success, attributes, proof.key)

function allocate(turn: TurnState, request: ProvedRequest): void {
  const { client, message, allocation, proof } = request
  const { call, person, username } = proof
  if (allocation) {
    const isRepeated = allocation.username === username && allocation.transactionId.equals(message.transactionId)
    return isRepeated ? grant(request, allocation) : refuse(turn, request, 437, 'Allocation Mismatch')
  }
  if (message.attributes.get(stunAttributes.requestedTransport)?.[0] !== udpProtocol)
    return refuse(turn, request, 442, 'Unsupported Transport Protocol')
  const until = turn.now() + grantedSeconds * 1_000
  const transactionId = Buffer.from(message.transactionId)
  const made = turn.allocations.add({ client, call, person, username, transactionId, until })
  return made ? grant(request, made) : refuse(turn, request, 486, 'Allocation Quota Reached')
}

function grant(request: ProvedRequest, { port }: Allocation): void {
  const { transactionId } = request.message
  succeed(request, [
    [stunAttributes.relayedAddress, encodeAddress({ ip: relayedIp, port }, transactionId)],
    [stunAttributes.lifetime, uint32(grantedSeconds)],
    [stunAttributes.mappedAddress, encodeAddress(request.client, transactionId)],
  ])
}

function refresh(turn: TurnState, request: ProvedRequest, allocation: Allocation): void {
  const asked = numberOf(request.message.attributes.get(stunAttributes.lifetime)) ?? grantedSeconds
  const seconds = Math.min(asked, grantedSeconds)
  if (seconds === 0) turn.allocations.remove(allocation)
  else allocation.until = turn.now() + seconds * 1_000
  removeOldChannels(allocation, turn.now())
  succeed(request, [[stunAttributes.lifetime, uint32(seconds)]])
}

/**
 * Permits the address that a request names, and binds a channel to its port if the request asks for that. All allocations have the address of this
 * relay, so a permission applies to all other people in the call. No other address can be permitted, so that the relay reaches nothing else.
 */
function permit(turn: TurnState, request: ProvedRequest, allocation: Allocation): void {
  const { method, attributes, transactionId } = request.message
  const peer = decodeAddress(attributes.get(stunAttributes.peerAddress), transactionId)
  if (!peer) return refuse(turn, request, 400, 'Bad Request')
  if (peer.ip !== relayedIp) return refuse(turn, request, 403, 'Forbidden')
  if (method === stunMethods.channelBind) {
    const channel = numberOf(attributes.get(stunAttributes.channelNumber), 2) ?? 0
    const isChannel = channel >= firstChannel && channel <= lastChannel
    if (!isChannel || !bindChannel(allocation, channel, peer.port, turn.now()))
      return refuse(turn, request, 400, 'Bad Request')
  }
  allocation.permittedUntil = turn.now() + permissionMilliseconds
  succeed(request, [])
}

/** Returns the number at the start of a value; null if the value is missing or has fewer than `bytes` bytes. */
const numberOf = (value: Buffer | undefined, bytes = 4): number | null =>
  value && value.length >= bytes ? value.readUIntBE(0, bytes) : null
