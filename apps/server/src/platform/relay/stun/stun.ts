import { createHmac, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** The constant in each message that distinguishes STUN from other packets (RFC 8489). */
export const magicCookie = 0x2112a442
const headerBytes = 20
/** The length of the value of MESSAGE-INTEGRITY and that of the whole attribute, in bytes. */
const [integrityBytes, integrityAttributeBytes] = [20, 24]
/** The most attributes that a message may have. Browsers send up to ten. */
const mostAttributes = 32
const fingerprintMask = 0x5354554e

export const stunMethods = {
  binding: 1,
  allocate: 3,
  refresh: 4,
  send: 6,
  data: 7,
  createPermission: 8,
  channelBind: 9,
} as const
export const stunClasses = { request: 0, indication: 1, success: 2, error: 3 } as const
export const stunAttributes = {
  username: 0x0006,
  integrity: 0x0008,
  errorCode: 0x0009,
  channelNumber: 0x000c,
  lifetime: 0x000d,
  peerAddress: 0x0012,
  data: 0x0013,
  realm: 0x0014,
  nonce: 0x0015,
  relayedAddress: 0x0016,
  requestedTransport: 0x0019,
  mappedAddress: 0x0020,
  fingerprint: 0x8028,
} as const

export type StunMessage = {
  method: number
  class: number
  transactionId: Buffer
  /** The first value of each attribute. Attributes after MESSAGE-INTEGRITY are left out, because it does not protect them. */
  attributes: ReadonlyMap<number, Buffer>
  /** The offset at which MESSAGE-INTEGRITY begins, in bytes; null if there is none. */
  integrityAt: number | null
  bytes: Buffer
}

export type StunAttribute = readonly [type: number, value: Buffer]

/** Returns the length of a value in bytes, padded to a multiple of four. */
export const paddedLength = (length: number): number => (length + 3) & ~3

/** Reads one message, which must fill `bytes`. Returns null for anything that is not a correct message. */
export function parseStun(bytes: Buffer): StunMessage | null {
  if (bytes.length < headerBytes || bytes.length % 4 !== 0) return null
  const type = bytes.readUInt16BE(0)
  if (type >= 0x4000 || bytes.readUInt16BE(2) + headerBytes !== bytes.length) return null
  if (bytes.readUInt32BE(4) !== magicCookie) return null
  const read = readAttributes(bytes)
  return read && { ...partsOfType(type), transactionId: bytes.subarray(8, headerBytes), ...read, bytes }
}

function readAttributes(bytes: Buffer): Pick<StunMessage, 'attributes' | 'integrityAt'> | null {
  const attributes = new Map<number, Buffer>()
  let integrityAt: number | null = null
  let count = 0
  for (let at = headerBytes; at < bytes.length;) {
    if (++count > mostAttributes) return null
    const [type, length] = [bytes.readUInt16BE(at), bytes.readUInt16BE(at + 2)]
    const end = at + 4 + paddedLength(length)
    if (end > bytes.length) return null
    const value = bytes.subarray(at + 4, at + 4 + length)
    if (type === stunAttributes.fingerprint && !isFingerprint(bytes, at, value)) return null
    if (integrityAt === null && !attributes.has(type)) attributes.set(type, value)
    if (integrityAt === null && type === stunAttributes.integrity) {
      if (length !== integrityBytes) return null
      integrityAt = at
    }
    at = end
  }
  return { attributes, integrityAt }
}

/** Whether a FINGERPRINT is valid: it is the last attribute, and contains the checksum of everything before it. */
const isFingerprint = (bytes: Buffer, at: number, value: Buffer) =>
  value.length === 4 && at + 8 === bytes.length && value.readUInt32BE(0) === fingerprintOf(bytes.subarray(0, at))

const fingerprintOf = (bytes: Buffer) => (crc32(bytes) ^ fingerprintMask) >>> 0

/** Method and class are interleaved in the type of a message. */
const partsOfType = (type: number) => ({
  method: (type & 0xf) | ((type & 0xe0) >> 1) | ((type & 0x3e00) >> 2),
  class: ((type >> 4) & 1) | ((type >> 7) & 2),
})
const typeOf = (method: number, cls: number) =>
  (method & 0xf) | ((method & 0x70) << 1) | ((method & 0xf80) << 2) | ((cls & 1) << 4) | ((cls & 2) << 7)

/** Whether MESSAGE-INTEGRITY of a message was made with `key`. Compares in constant time. */
export function hasIntegrity({ bytes, integrityAt, attributes }: StunMessage, key: Buffer): boolean {
  const given = attributes.get(stunAttributes.integrity)
  if (integrityAt === null || given?.length !== integrityBytes) return false
  return timingSafeEqual(given, integrityOf(bytes.subarray(0, integrityAt), key))
}

/** The value of MESSAGE-INTEGRITY for a message without that attribute. It is computed as if the length in the header included the attribute. */
function integrityOf(bytes: Buffer, key: Buffer): Buffer {
  const header = Buffer.from(bytes.subarray(0, headerBytes))
  header.writeUInt16BE(bytes.length - headerBytes + integrityAttributeBytes, 2)
  return createHmac('sha1', key).update(header).update(bytes.subarray(headerBytes)).digest()
}

export type StunParts = {
  method: number
  class: number
  transactionId: Buffer
  attributes: readonly StunAttribute[]
  /** Adds MESSAGE-INTEGRITY. */
  key?: Buffer | undefined
}

/** Writes a message, with FINGERPRINT. */
export function buildStun({ method, class: cls, transactionId, attributes, key }: StunParts): Buffer {
  const body = attributes.reduce((sum, [, value]) => sum + 4 + paddedLength(value.length), 0)
  const integrityAt = headerBytes + body
  const fingerprintAt = integrityAt + (key ? integrityAttributeBytes : 0)
  const bytes = Buffer.alloc(fingerprintAt + 8)
  bytes.writeUInt16BE(typeOf(method, cls), 0)
  bytes.writeUInt16BE(bytes.length - headerBytes, 2)
  bytes.writeUInt32BE(magicCookie, 4)
  transactionId.copy(bytes, 8)
  let at = headerBytes
  for (const [type, value] of attributes) at = writeAttribute(bytes, at, type, value)
  if (key)
    writeAttribute(bytes, integrityAt, stunAttributes.integrity, integrityOf(bytes.subarray(0, integrityAt), key))
  const fingerprint = uint32(fingerprintOf(bytes.subarray(0, fingerprintAt)))
  writeAttribute(bytes, fingerprintAt, stunAttributes.fingerprint, fingerprint)
  return bytes
}

function writeAttribute(bytes: Buffer, at: number, type: number, value: Buffer): number {
  bytes.writeUInt16BE(type, at)
  bytes.writeUInt16BE(value.length, at + 2)
  value.copy(bytes, at + 4)
  return at + 4 + paddedLength(value.length)
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** The value of ERROR-CODE. */
export const errorValue = (code: number, reason: string): Buffer =>
  Buffer.concat([Buffer.from([0, 0, Math.floor(code / 100), code % 100]), Buffer.from(reason)])
