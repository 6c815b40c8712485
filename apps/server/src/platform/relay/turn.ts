import type { RelayClient } from './allocations.ts'
import type { EndedPart } from './ended-calls.ts'
import { encodeAddress } from './stun/stun-address.ts'
import { buildStun, parseStun, stunAttributes, stunClasses, stunMethods } from './stun/stun.ts'
import { isChannelData, receiveChannelData, receiveSend } from './turn-data.ts'
import { answerRequest } from './turn-requests.ts'
import { openTurnState, type TurnOptions, type TurnReply, type TurnState } from './turn-state.ts'

/** The figures of the relay since it started. They identify no person. */
export type RelayFigures = { allocations: number; bytes: number; refused: number }

export type Turn = ReturnType<typeof openTurn>

/** Answers the messages of TURN (RFC 8656) that browsers send, and passes data between the people of a call. */
export function openTurn(options: TurnOptions) {
  const turn = openTurnState(options)
  const { allocations, ended, figures, now } = turn
  return {
    /** Handles one packet, or one message of a stream. */
    receive: (bytes: Buffer, client: RelayClient) => receive(turn, bytes, client),
    hasAllocation: (client: RelayClient) => allocations.of(client) !== null,
    /** Removes the allocation of a closed stream. */
    leave(client: RelayClient): void {
      const allocation = allocations.of(client)
      if (allocation) allocations.remove(allocation)
    },
    /** Removes the allocations that were not refreshed. */
    sweep: () => allocations.removeWhere(({ until }) => until <= now()),
    /**
     * Ends the allocations of a call, or of one person in it, and refuses the credentials that were issued before the end. A repeated call changes
     * nothing. Ends all allocations that exist, whenever they were created, because the clocks of two servers can differ: a browser with later
     * credentials then creates a new allocation.
     */
    end(part: EndedPart): void {
      if (!ended.add(part)) return
      allocations.removeWhere(
        ({ call, person }) => call === part.call && (part.person === undefined || person === part.person),
      )
    },
    figures: (): RelayFigures => ({ allocations: allocations.count(), ...figures }),
  }
}

/** Handles STUN and data of a channel, and ignores any other packet. */
function receive(turn: TurnState, bytes: Buffer, client: RelayClient): void {
  if (bytes.length < 4) return
  if (isChannelData(bytes)) return receiveChannelData(turn, bytes, client)
  const message = parseStun(bytes)
  if (!message) return
  const { method, transactionId } = message
  const reply: TurnReply = (cls, attributes, key) =>
    client.send(buildStun({ method, class: cls, transactionId, attributes, key }))
  if (method === stunMethods.binding && message.class === stunClasses.request) {
    const mapped = [stunAttributes.mappedAddress, encodeAddress(client, transactionId)] as const
    return turn.mayAnswer(client.ip) ? reply(stunClasses.success, [mapped]) : undefined
  }
  const request = { client, message, allocation: turn.allocations.of(client), reply }
  if (method === stunMethods.send && message.class === stunClasses.indication) return receiveSend(turn, request)
  if (message.class === stunClasses.request) answerRequest(turn, request)
}
