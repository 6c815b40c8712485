import { createHmac, randomBytes } from 'node:crypto'
import { type Allocation, openAllocations, type RelayClient, type RelayLimits } from './allocations.ts'
import { openEndedCalls } from './ended-calls.ts'
import type { RelayOwner } from './relay-credentials.ts'
import { openSourceLimit } from './source-limit.ts'
import type { StunAttribute, StunMessage } from './stun/stun.ts'

/**
 * The address of all allocations. It is reserved for documentation (RFC 5737) and exists nowhere: the relay opens no sockets of its own, and passes
 * packets from one allocation to another. People who connect over IPv6 get this address too, so that everyone can reach everyone.
 */
export const relayedIp = '192.0.2.1'

const nonceMilliseconds = 600_000

/** Sends a packet from one person to another. Tests drop, delay or count it. */
export type Forward = (send: () => void, bytes: number, from: RelayOwner, to: RelayOwner) => void

export type TurnOptions = {
  secret: string
  limits: RelayLimits
  forward: Forward
  now: () => number
}

export type TurnState = ReturnType<typeof openTurnState>

/** Opens the state that all parts of the relay share. */
export const openTurnState = ({ secret, limits, forward, now }: TurnOptions) => ({
  secret,
  forward,
  now,
  allocations: openAllocations(limits, now),
  mayAnswer: openSourceLimit(limits.answersPerSecond, now),
  nonces: openNonces(now),
  ended: openEndedCalls(now),
  figures: { bytes: 0, refused: 0 },
})

export type TurnReply = (cls: number, attributes: readonly StunAttribute[], key?: Buffer) => void

export type TurnRequest = {
  client: RelayClient
  message: StunMessage
  allocation: Allocation | null
  reply: TurnReply
}

/** Nonces change every ten minutes. The previous nonce is still valid, so that a request on its way is not refused. */
function openNonces(now: () => number) {
  const key = randomBytes(32)
  const nonceOf = (period: number) => createHmac('sha256', key).update(String(period)).digest('base64url').slice(0, 24)
  const current = () => nonceOf(Math.floor(now() / nonceMilliseconds))
  return {
    current,
    isValid(given: Buffer | undefined): boolean {
      const text = given?.toString('latin1')
      return text === current() || text === nonceOf(Math.floor(now() / nonceMilliseconds) - 1)
    },
  }
}
