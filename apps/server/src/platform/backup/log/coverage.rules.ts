import { type LogObject, partKeyOf, segmentKeyOf } from './keys.rules.ts'
import { type LogPosition, nextSegment, parseSegment, segmentBytes } from './positions.rules.ts'

/** A segment that can be assembled from the objects of an archive. */
export type LogPiece = {
  /** The name of the segment. */
  segment: string
  /** The objects that together contain the segment, each with the offset of its first byte in the segment. */
  objects: { key: string; offset: number }[]
  /** The number of bytes that exist, from the start of the segment. */
  bytes: number
}

export type LogCoverage = {
  /** The segments up to the first gap. Only the last one can be unfinished. */
  pieces: LogPiece[]
  /** The position at which the bytes of these segments end. */
  end: LogPosition
  /** The first segment that is missing or unfinished although there are later ones; null if there is no gap. */
  missing: string | null
}

/**
 * Returns the part of a log that its objects cover without a gap. `first` is the segment to begin with; `known` are segments that exist elsewhere,
 * such as in a base backup.
 */
export function coverLog(
  objects: readonly LogObject[],
  first: string,
  known: ReadonlySet<string> = new Set(),
): LogCoverage {
  const whole = new Set(objects.flatMap((each) => (each.kind === 'segment' ? [each.segment] : [])))
  const pieces: LogPiece[] = []
  let segment = first
  for (; whole.has(segment) || known.has(segment); segment = nextSegment(segment)) {
    const [of] = objects
    const own = whole.has(segment) && of ? [{ key: segmentKeyOf(of, segment), offset: 0 }] : []
    pieces.push({ segment, objects: own, bytes: segmentBytes })
  }
  const last = coverSegment(objects, segment)
  if (last.bytes > 0) pieces.push(last)
  const hasLater = objects.some((each) => (each.kind === 'segment' || each.kind === 'part') && each.segment > segment)
  const start = parseSegment(segment)?.start ?? 0n
  return { pieces, end: start + BigInt(last.bytes), missing: hasLater ? segment : null }
}

/** Returns the parts of an unfinished segment that cover it without a gap. Parts can overlap. */
export function coverSegment(objects: readonly LogObject[], segment: string): LogPiece {
  const parts = objects.flatMap((each) => (each.kind === 'part' && each.segment === segment ? [each] : []))
  const piece: LogPiece = { segment, objects: [], bytes: 0 }
  for (const part of parts.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (part.from > piece.bytes) break
    if (part.to <= piece.bytes) continue
    piece.objects.push({ key: partKeyOf(part, segment, part.from, part.to), offset: part.from })
    piece.bytes = part.to
  }
  return piece
}
