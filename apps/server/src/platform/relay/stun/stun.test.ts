import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodeAddress, encodeAddress } from './stun-address.ts'
import { buildStun, hasIntegrity, parseStun, stunAttributes, stunClasses, stunMethods } from './stun.ts'

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex')
const parsed = (bytes: Buffer) => {
  const message = parseStun(bytes)
  if (!message) throw new Error('no message')
  return message
}

// RFC 5769, sections 2.1 to 2.4.
const password = Buffer.from('VOkJxbRl1RmTxUk/WvJxBt')
const request = bytesOf(`
  00010058 2112a442 b7e7a701 bc34d686 fa87dfae
  80220010 5354554e 20746573 7420636c 69656e74 00240004 6e0001ff 80290008 932ff9b1 51263b36
  00060009 6576746a 3a683676 59202020 00080014 9aeaa70c bfd8cb56 781ef2b5 b2d3f249 c1b571a2 80280004 e57a3bcf`)
const responseIPv4 = bytesOf(`
  0101003c 2112a442 b7e7a701 bc34d686 fa87dfae 8022000b 74657374 20766563 746f7220
  00200008 0001a147 e112a643 00080014 2b91f599 fd9e90c3 8c7489f9 2af9ba53 f06be7d7 80280004 c07d4c96`)
const responseIPv6 = bytesOf(`
  01010048 2112a442 b7e7a701 bc34d686 fa87dfae 8022000b 74657374 20766563 746f7220
  00200014 0002a147 0113a9fa a5d3f179 bc25f4b5 bed2b9d9 00080014 a382954e 4be67bf1 1784c97c 8292c275 bfe3ed41
  80280004 c8fb0b4c`)
const longTerm = bytesOf(`
  00010060 2112a442 78ad3433 c6ad72c0 29da412e
  00060012 e3839ee3 8388e383 aae38383 e382afe3 82b90000 0015001c 662f2f34 39396b39 35346436 4f4c3334 6f4c3946
  53547679 36347341 0014000b 6578616d 706c652e 6f726700 00080014 f6702465 6dd64a3e 02b8e071 2e85c9a2 8ca89666`)

test.for([
  ['a request', request],
  ['an answer with IPv4', responseIPv4],
  ['an answer with IPv6', responseIPv6],
] as const)('%s of RFC 5769 has its MESSAGE-INTEGRITY and FINGERPRINT', ([, bytes]) => {
  expect(hasIntegrity(parsed(bytes), password)).toBe(true)
  expect(hasIntegrity(parsed(bytes), Buffer.from('another password'))).toBe(false)
})

test('a request of RFC 5769 with long-term credentials has its MESSAGE-INTEGRITY', () => {
  const key = createHash('md5').update('マトリックス:example.org:TheMatrIX').digest()
  expect(hasIntegrity(parsed(longTerm), key)).toBe(true)
})

test('the addresses in the answers of RFC 5769 are read and written', () => {
  const found = [responseIPv4, responseIPv6].map((bytes) => {
    const { attributes, transactionId } = parsed(bytes)
    return { value: attributes.get(stunAttributes.mappedAddress), transactionId }
  })
  const addresses = [
    { ip: '192.0.2.1', port: 32_853 },
    { ip: '2001:db8:1234:5678:11:2233:4455:6677', port: 32_853 },
  ]
  expect(found.map(({ value, transactionId }) => decodeAddress(value, transactionId))).toEqual(addresses)
  for (const [at, { value, transactionId }] of found.entries())
    expect(encodeAddress(addresses[at] ?? { ip: '', port: 0 }, transactionId)).toEqual(value)
})

test.for([
  ['::1', '0:0:0:0:0:0:0:1'],
  ['2001:db8::', '2001:db8:0:0:0:0:0:0'],
  ['fe80::1:2%eth0', 'fe80:0:0:0:0:0:1:2'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
])('the address %s is sent as %s', ([ip, sent]) => {
  const transactionId = Buffer.alloc(12, 7)
  expect(decodeAddress(encodeAddress({ ip: ip ?? '', port: 5 }, transactionId), transactionId)).toEqual({
    ip: sent,
    port: 5,
  })
})

test('a written message is read with the same parts', () => {
  const key = Buffer.from('key')
  const parts = { method: stunMethods.channelBind, class: stunClasses.error, transactionId: Buffer.alloc(12, 3) }
  const message = parsed(buildStun({ ...parts, attributes: [[stunAttributes.realm, Buffer.from('attune')]], key }))
  expect(message).toMatchObject(parts)
  expect(message.attributes.get(stunAttributes.realm)?.toString()).toBe('attune')
  expect(hasIntegrity(message, key)).toBe(true)
})

test('a message that was cut at any byte is refused', () => {
  for (let length = 0; length < request.length; length++) expect(parseStun(request.subarray(0, length))).toBeNull()
})

test('a message is refused if a byte of it differs from its FINGERPRINT', () => {
  // Without its type, the fingerprint is an attribute like any other, and MESSAGE-INTEGRITY still protects the rest.
  const typeOfFingerprint = [request.length - 8, request.length - 7]
  const accepted = [...request.keys()].filter((at) => {
    const changed = Buffer.from(request)
    changed[at] = (changed[at] ?? 0) ^ 0x55
    return parseStun(changed) !== null
  })
  expect(accepted).toEqual(typeOfFingerprint)
})

test('a message with hundreds of attributes is refused', () => {
  const attributes = Array.from({ length: 300 }, () => [stunAttributes.data, Buffer.alloc(0)] as const)
  const parts = { method: stunMethods.send, class: stunClasses.indication, transactionId: Buffer.alloc(12) }
  expect(parseStun(buildStun({ ...parts, attributes }))).toBeNull()
})

test('an attribute after MESSAGE-INTEGRITY is not read', () => {
  const parts = { method: stunMethods.refresh, class: stunClasses.request, transactionId: Buffer.alloc(12) }
  const message = buildStun({ ...parts, attributes: [], key: Buffer.from('key') })
  const added = Buffer.concat([message.subarray(0, -8), bytesOf('000d0004 00000000')])
  const { attributes } = parsed(added)
  expect(attributes.has(stunAttributes.integrity)).toBe(true)
  expect(attributes.has(stunAttributes.lifetime)).toBe(false)
})
