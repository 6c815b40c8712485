/** The size of a segment of the write-ahead log, in bytes. The embedded Postgres uses its default. */
export const segmentBytes = 16 * 1024 * 1024
const size = BigInt(segmentBytes)
/** The sizes in bytes of a page of the log, of the page header at the start of a segment, and of any other page header. */
const [pageBytes, longHeader, shortHeader] = [8192n, 40n, 24n]

/** A position in the log, which Postgres writes as two hexadecimal numbers, such as `0/3000488`. */
export type LogPosition = bigint

export function parsePosition(text: string): LogPosition {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const positionText = (position: LogPosition): string =>
  `${(position >> 32n).toString(16).toUpperCase()}/${(position & 0xffffffffn).toString(16).toUpperCase()}`

/** The place of a segment in its log: its timeline, and the position of its first byte. */
export type LogSegment = { timeline: number; start: LogPosition }

const segmentPattern = /^[0-9A-F]{24}$/
const digits = (number: bigint) => number.toString(16).toUpperCase().padStart(8, '0')

/** Returns the name that Postgres gives to the segment that contains a position. Names of one timeline sort like their positions. */
export function segmentNameOf(timeline: number, position: LogPosition): string {
  const number = position / size
  return digits(BigInt(timeline)) + digits(number / 256n) + digits(number % 256n)
}

/** Parses the name of a segment and returns its timeline and start; null for any other text. */
export function parseSegment(name: string): LogSegment | null {
  if (!segmentPattern.test(name)) return null
  const [timeline, high, low] = [0, 8, 16].map((at) => BigInt(`0x${name.slice(at, at + 8)}`))
  return { timeline: Number(timeline), start: ((high ?? 0n) * 256n + (low ?? 0n)) * size }
}

export const segmentStartOf = (position: LogPosition): LogPosition => position - (position % size)

/** Returns the name of the segment that follows another one on its timeline. */
export function nextSegment(name: string): string {
  const { timeline, start } = parseSegment(name) ?? { timeline: 0, start: 0n }
  return segmentNameOf(timeline, start + size)
}

/** Returns the offset of a position within its segment, in bytes. */
export const offsetInSegment = (position: LogPosition): number => Number(position % size)

/** Returns the end position of a record that begins at `start`. Page headers can interrupt its bytes. */
export function endOfLogRecord(start: LogPosition, length: number): LogPosition {
  let [at, left] = [skipHeader(start), BigInt(length)]
  while (true) {
    const onPage = pageBytes - (at % pageBytes)
    if (left <= onPage) return at + left
    left -= onPage
    at = skipHeader(at + onPage)
  }
}

function skipHeader(position: LogPosition): LogPosition {
  if (position % pageBytes !== 0n) return position
  return position + (position % size === 0n ? longHeader : shortHeader)
}

/**
 * Whether a replay that ended at `reached` has skipped a part of a log whose bytes end at `end`. `segment` contains the bytes of the segment with
 * `reached`. A log that was cut within a record ends before this record; a complete record after `reached` means that the replay stopped too early.
 */
export function isCutShort(reached: LogPosition, end: LogPosition, segment: Buffer): boolean {
  const at = skipHeader(reached)
  if (at + 4n > end) return false
  const offset = offsetInSegment(at)
  const length = offset + 4 <= segment.length ? segment.readUInt32LE(offset) : 0
  return length === 0 || endOfLogRecord(at, length) <= end
}
