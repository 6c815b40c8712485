import { randomBytes, randomInt } from 'node:crypto'
import { runs } from '@attune/contract/common/runs.testing'
import { expect, test } from 'vitest'
import { relayLimits, type RelayClient } from './allocations.ts'
import { testCredentials, testSecret } from './relay.testing.ts'
import { integrityKeyOf } from './relay-credentials.ts'
import { encodeAddress } from './stun/stun-address.ts'
import { buildStun, parseStun, stunAttributes, type StunAttribute, stunClasses, stunMethods } from './stun/stun.ts'
import { openTurn } from './turn.ts'

const methods = Object.values(stunMethods)
const types = Object.values(stunAttributes)
const credentials = testCredentials('eve')
const key = integrityKeyOf(testSecret, credentials.username)

const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item

/** A packet that is random, or a message with random parts, which may be correctly signed, and may then be cut or changed. */
function hostilePacket(nonce: Buffer): Buffer {
  if (randomInt(4) === 0) return randomBytes(randomInt(120))
  const transactionId = randomBytes(12)
  const attributes: StunAttribute[] = Array.from({ length: randomInt(5) }, () => [
    pick(types),
    randomBytes(randomInt(24)),
  ])
  attributes.unshift([stunAttributes.nonce, nonce], [stunAttributes.username, Buffer.from(credentials.username)])
  if (randomInt(2) === 0) attributes.push([stunAttributes.requestedTransport, Buffer.from([17, 0, 0, 0])])
  const peer = encodeAddress({ ip: '192.0.2.1', port: randomInt(1024, 1100) }, transactionId)
  if (randomInt(2) === 0) attributes.push([stunAttributes.peerAddress, peer])
  const cls = pick([stunClasses.request, stunClasses.request, stunClasses.indication])
  const packet = buildStun({
    method: pick(methods),
    class: cls,
    transactionId,
    attributes: attributes.filter(([type]) => type !== stunAttributes.integrity),
    key: randomInt(2) === 0 ? key : undefined,
  })
  const change = randomInt(4)
  if (change === 0) packet[randomInt(packet.length)] = randomInt(256)
  if (change === 1) return packet.subarray(0, randomInt(packet.length))
  if (change === 2) packet.writeUInt16BE(randomInt(0x10000), pick([0, 2, 20, 22]))
  return packet
}

test('hostile packets neither end the relay nor fill its memory', { timeout: 900_000 }, () => {
  let answers = 0
  let nonce: Buffer = Buffer.alloc(0)
  const turn = openTurn({
    secret: testSecret,
    limits: { ...relayLimits, allocationsPerPerson: 20, answersPerSecond: 1_000_000 },
    forward: (send) => send(),
    now: Date.now,
  })
  const clientOf = (number: number): RelayClient => ({
    key: `client ${number}`,
    ip: '203.0.113.7',
    port: number,
    isStream: number % 2 === 0,
    send(bytes) {
      answers++
      nonce = parseStun(bytes)?.attributes.get(stunAttributes.nonce) ?? nonce
    },
  })
  const count = runs(10_000, 1_000_000)
  const send = (packets: number) => {
    for (let at = 0; at < packets; at++) turn.receive(hostilePacket(nonce), clientOf(randomInt(30)))
  }
  send(count / 2)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  send(count / 2)
  globalThis.gc?.()
  expect((process.memoryUsage().heapUsed - before) / 1_000_000).toBeLessThan(50)
  expect(answers).toBeGreaterThan(count / 10)
  expect(turn.figures().refused).toBeGreaterThan(0)
  expect(turn.figures().allocations).toBeLessThanOrEqual(20)
})
