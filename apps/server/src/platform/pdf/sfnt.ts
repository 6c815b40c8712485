import { inflateSync } from 'node:zlib'

const woffSignature = 0x774f4646
const [woffHeader, woffEntry] = [44, 20]
const [sfntHeader, sfntEntry] = [12, 16]

/**
 * Unpacks a WOFF font into TrueType or OpenType. Returns other fonts unchanged. fontkit reads WOFF too, but unpacks its
 * tables again for each document, which takes three times as long as rendering a page.
 */
export function sfntOf(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== woffSignature) return woff
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => tableAt(woff, woffHeader + index * woffEntry))
  const power = 2 ** Math.floor(Math.log2(count))
  const head = Buffer.alloc(sfntHeader + sfntEntry * count)
  head.set(woff.subarray(4, 8), 0)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(power * sfntEntry, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE((count - power) * sfntEntry, 10)
  const pieces: Buffer[] = [head]
  let offset = head.length
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const entry = sfntHeader + index * sfntEntry
    head.set(tag, entry)
    head.set(checksum, entry + 4)
    head.writeUInt32BE(offset, entry + 8)
    head.writeUInt32BE(bytes.length, entry + 12)
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4)
    pieces.push(bytes, padding)
    offset += bytes.length + padding.length
  }
  return Buffer.concat(pieces)
}

/** Reads an entry of the table directory of a WOFF font and the bytes of its table. */
function tableAt(woff: Buffer, at: number) {
  const offset = woff.readUInt32BE(at + 4)
  const packed = woff.readUInt32BE(at + 8)
  const size = woff.readUInt32BE(at + 12)
  const bytes = woff.subarray(offset, offset + packed)
  return {
    tag: woff.subarray(at, at + 4),
    checksum: woff.subarray(at + 16, at + 20),
    bytes: packed < size ? inflateSync(bytes) : bytes,
  }
}
