import { randomBytes } from 'node:crypto'
import type { Allocation, RelayClient } from './allocations.ts'
import { decodeAddress, encodeAddress } from './stun/stun-address.ts'
import { buildStun, paddedLength, stunAttributes, stunClasses, stunMethods } from './stun/stun.ts'
import { relayedIp, type TurnRequest, type TurnState } from './turn-state.ts'

/** Whether a packet is channel data: its first two bits differ from those of a STUN message. */
export const isChannelData = (bytes: Buffer): boolean => ((bytes[0] ?? 0) & 0xc0) === 0x40

export function receiveChannelData(turn: TurnState, bytes: Buffer, client: RelayClient): void {
  const allocation = turn.allocations.of(client)
  const channel = allocation?.channels.get(bytes.readUInt16BE(0))
  const end = 4 + bytes.readUInt16BE(2)
  if (allocation && channel && channel.until > turn.now() && end <= bytes.length)
    deliver(turn, allocation, channel.peer, bytes.subarray(4, end))
}

export function receiveSend(turn: TurnState, { message, allocation }: TurnRequest): void {
  const peer = decodeAddress(message.attributes.get(stunAttributes.peerAddress), message.transactionId)
  const data = message.attributes.get(stunAttributes.data)
  if (allocation && data && peer?.ip === relayedIp) deliver(turn, allocation, peer.port, data)
}

/** Passes data to the allocation at a relayed port. People of different calls never reach each other, whatever they permit. */
function deliver(turn: TurnState, from: Allocation, port: number, data: Buffer): void {
  const to = turn.allocations.at(port)
  const now = turn.now()
  if (!to || to.call !== from.call || from.permittedUntil <= now || to.permittedUntil <= now) return
  if (!turn.allocations.takeBytes(from, data.length)) return
  turn.figures.bytes += data.length
  const channel = to.channelOf.get(from.port)
  const { client } = to
  const bytes = channel === undefined ? dataIndication(from.port, data) : channelData(client, channel, data)
  turn.forward(() => client.send(bytes), data.length, from, to)
}

function dataIndication(port: number, data: Buffer): Buffer {
  const transactionId = randomBytes(12)
  const peer = encodeAddress({ ip: relayedIp, port }, transactionId)
  return buildStun({
    method: stunMethods.data,
    class: stunClasses.indication,
    transactionId,
    attributes: [
      [stunAttributes.peerAddress, peer],
      [stunAttributes.data, data],
    ],
  })
}

/** Returns data as a channel message. In a stream, the message is padded to a multiple of four bytes. */
function channelData({ isStream }: RelayClient, channel: number, data: Buffer): Buffer {
  const bytes = Buffer.alloc(4 + (isStream ? paddedLength(data.length) : data.length))
  bytes.writeUInt16BE(channel, 0)
  bytes.writeUInt16BE(data.length, 2)
  data.copy(bytes, 4)
  return bytes
}
