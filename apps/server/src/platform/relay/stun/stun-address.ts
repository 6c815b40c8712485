import { isIPv4, isIPv6 } from 'node:net'
import { magicCookie } from './stun.ts'

export type StunAddress = { ip: string; port: number }

const [familyIPv4, familyIPv6] = [1, 2]

/** The value of an XOR address. An IPv4 address in the form of IPv6 counts as IPv4. */
export function encodeAddress({ ip, port }: StunAddress, transactionId: Buffer): Buffer {
  const plain = withoutMapping(ip)
  const address = isIPv4(plain) ? bytesOfIPv4(plain) : bytesOfIPv6(plain)
  const value = Buffer.alloc(4 + address.length)
  value[1] = address.length === 4 ? familyIPv4 : familyIPv6
  value.writeUInt16BE(port ^ (magicCookie >>> 16), 2)
  mask(address, transactionId).copy(value, 4)
  return value
}

/** Reads the value of an XOR address; null if the value is not a valid address. */
export function decodeAddress(value: Buffer | undefined, transactionId: Buffer): StunAddress | null {
  if (!value || value.length < 4) return null
  const port = value.readUInt16BE(2) ^ (magicCookie >>> 16)
  const address = mask(value.subarray(4), transactionId)
  if (value[1] === familyIPv4 && address.length === 4) return { ip: address.join('.'), port }
  if (value[1] === familyIPv6 && address.length === 16) return { ip: textOfIPv6(address), port }
  return null
}

/**
 * Returns the IPv4 address in an IPv6 address of a socket that serves both families, such as `::ffff:192.0.2.7`. Returns any other address unchanged.
 */
export const withoutMapping = (ip: string): string => (/^::ffff:[\d.]+$/i.test(ip) ? ip.slice(7) : ip)

/** Combines an address with the constant of STUN and the id of the transaction. Applied twice, it returns the original address. */
function mask(address: Buffer, transactionId: Buffer): Buffer {
  const key = Buffer.alloc(16)
  key.writeUInt32BE(magicCookie, 0)
  transactionId.copy(key, 4)
  return Buffer.from(address.map((byte, at) => byte ^ (key[at] ?? 0)))
}

const bytesOfIPv4 = (ip: string) => Buffer.from(ip.split('.').map(Number))

function bytesOfIPv6(ip: string): Buffer {
  const plain = ip.split('%')[0] ?? ''
  if (!isIPv6(plain)) return Buffer.alloc(16)
  const [head = '', tail] = plain.split('::')
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const between = Array.from({ length: 8 - before.length - after.length }, () => 0)
  const groups = [...before, ...between, ...after]
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 0xff]))
}

const groupsOf = (part: string): number[] =>
  part === ''
    ? []
    : part.split(':').flatMap((group) => {
        if (!group.includes('.')) return [Number.parseInt(group, 16)]
        const bytes = bytesOfIPv4(group)
        return [bytes.readUInt16BE(0), bytes.readUInt16BE(2)]
      })

const textOfIPv6 = (bytes: Buffer) =>
  Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16)).join(':')
