import type { FileHandle } from 'node:fs/promises'

/** The kinds of tracks in a container, according to its track table. */
export type MediaTracks = { video: boolean; audio: boolean }

const mostBoxes = 10_000
const mostTable = 4 * 1024 * 1024

/** Returns the bytes of a file from a position, fewer at its end. */
export async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** Returns the kinds of tracks in an MP4 or QuickTime file, or null if the file has no track table. */
export async function mp4Tracks(file: FileHandle, size: number): Promise<MediaTracks | null> {
  let at = 0
  for (let count = 0; count < mostBoxes && at + 8 <= size; count++) {
    const head = await readBytes(file, at, 16)
    const [length, headLength] = boxLength(head, size - at)
    if (length < headLength) return null
    if (head.toString('latin1', 4, 8) === 'moov') {
      if (length > mostTable * 8 || at + length > size) return null
      return handlersIn(await readBytes(file, at + headLength, length - headLength))
    }
    at += length
  }
  return null
}

function boxLength(head: Buffer, rest: number): [length: number, headLength: number] {
  const short = head.readUInt32BE(0)
  if (short === 1 && head.length >= 16) return [Number(head.readBigUInt64BE(8)), 16]
  return [short === 0 ? rest : short, 8]
}

/** Reads the type of each track, which is stored in the boxes moov > trak > mdia > hdlr. */
function handlersIn(moov: Buffer): MediaTracks {
  const found: MediaTracks = { video: false, audio: false }
  const visit = (box: Buffer, inside: string[]) => {
    let at = 0
    while (at + 8 <= box.length) {
      const length = box.readUInt32BE(at)
      const name = box.toString('latin1', at + 4, at + 8)
      if (length < 8 || at + length > box.length) return
      const content = box.subarray(at + 8, at + length)
      if (name === inside[0] && inside.length > 1) visit(content, inside.slice(1))
      else if (name === inside[0] && content.length >= 12) {
        const handler = content.toString('latin1', 8, 12)
        if (handler === 'vide') found.video = true
        if (handler === 'soun') found.audio = true
      }
      at += length
    }
  }
  visit(moov, ['trak', 'mdia', 'hdlr'])
  return found
}

const ids = { segment: 0x18538067, tracks: 0x1654ae6b, entry: 0xae, type: 0x83, cluster: 0x1f43b675 }

/** Returns the kinds of tracks in a WebM file, or null if no track table comes before the first cluster. */
export async function webmTracks(file: FileHandle, size: number): Promise<MediaTracks | null> {
  let at = 0
  for (let count = 0; count < mostBoxes && at < size; count++) {
    const element = elementAt(await readBytes(file, at, 16), 0)
    if (!element) return null
    const { id, length, headLength } = element
    if (id === ids.segment) at += headLength
    else if (id === ids.cluster || length === null) return null
    else if (id === ids.tracks) {
      return length <= mostTable ? typesIn(await readBytes(file, at + headLength, length)) : null
    } else at += headLength + length
  }
  return null
}

function typesIn(tracks: Buffer): MediaTracks {
  const found: MediaTracks = { video: false, audio: false }
  for (const { id, content } of elementsIn(tracks)) {
    if (id !== ids.entry) continue
    const type = elementsIn(content)
      .find((inner) => inner.id === ids.type)
      ?.content.at(-1)
    if (type === 1) found.video = true
    if (type === 2) found.audio = true
  }
  return found
}

function elementsIn(content: Buffer): { id: number; content: Buffer }[] {
  const found: { id: number; content: Buffer }[] = []
  let at = 0
  while (at < content.length && found.length < mostBoxes) {
    const element = elementAt(content, at)
    if (!element || element.length === null) return found
    const from = at + element.headLength
    found.push({ id: element.id, content: content.subarray(from, from + element.length) })
    at = from + element.length
  }
  return found
}

/**
 * Parses the head of an EBML element: an id of one to four bytes and a length of one to eight bytes. If all bits of
 * the length are one, the length is unknown (null).
 */
function elementAt(bytes: Buffer, at: number): { id: number; length: number | null; headLength: number } | null {
  const idLength = Math.clz32(bytes[at] ?? 0) - 23
  if (idLength > 4 || at + idLength >= bytes.length) return null
  const id = bytes.readUIntBE(at, idLength)
  const first = bytes[at + idLength] ?? 0
  const width = Math.clz32(first) - 23
  if (width > 8 || at + idLength + width > bytes.length) return null
  let length = first & (0xff >> width)
  let unknown = length === 0xff >> width
  for (let n = 1; n < width; n++) {
    const next = bytes[at + idLength + n] ?? 0
    if (next !== 0xff) unknown = false
    length = length * 256 + next
  }
  return { id, length: unknown ? null : length, headLength: idLength + width }
}
