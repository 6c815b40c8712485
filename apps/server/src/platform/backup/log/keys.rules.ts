import { parseSegment, segmentBytes } from './positions.rules.ts'

/** The log of one cluster on one timeline. A restored cluster begins a new timeline. */
export type LogIdentity = {
  /** The identifier that Postgres gave to the cluster. */
  systemId: string
  timeline: number
}

const folder = 'log/'

/** Returns the prefix of the objects of a log. */
export const logPrefixOf = ({ systemId, timeline }: LogIdentity): string => `${folder}${systemId}-${timeline}/`

/** The prefix of the objects of all logs of a cluster. */
export const clusterPrefixOf = (systemId: string): string => `${folder}${systemId}-`
export const allLogs = folder

const ending = '.gz.age'
const hex = (offset: number) => offset.toString(16).padStart(7, '0')

/** Returns the key of a whole segment. All objects are compressed by gzip and then encrypted in the format of age. */
export const segmentKeyOf = (of: LogIdentity, segment: string): string => `${logPrefixOf(of)}${segment}${ending}`

/** Returns the key of a part of an unfinished segment, from byte `from` up to but not including byte `to`. */
export const partKeyOf = (of: LogIdentity, segment: string, from: number, to: number): string =>
  `${logPrefixOf(of)}${segment}.${hex(from)}-${hex(to)}${ending}`

/** Returns the key of the record of a gap. `segment` is the first missing segment. */
export const gapKeyOf = (of: LogIdentity, segment: string): string => `${logPrefixOf(of)}${segment}.gap${ending}`

/** Returns the key of the record of the moment up to which a log is complete. */
export const reachedKeyOf = (of: LogIdentity): string => `${logPrefixOf(of)}reached${ending}`

/**
 * An object of an archive: a whole segment, the record of a gap, a part of an unfinished segment from byte `from` up to but not including `to`, or
 * the record of the moment up to which the log is complete.
 */
export type LogObject = LogIdentity &
  (
    | { kind: 'segment' | 'gap'; segment: string }
    | { kind: 'part'; segment: string; from: number; to: number }
    | { kind: 'reached' }
  )

const keyPattern =
  /^log\/(\d{1,20})-(\d{1,10})\/(?:(reached)|([0-9A-F]{24})(?:\.(gap)|\.([0-9a-f]{7})-([0-9a-f]{7}))?)\.gz\.age$/

/** Returns the kind and place of an object below `log/`; null for any other object. */
export function parseLogKey(key: string): LogObject | null {
  const [, systemId = '', digits, reached, segment = '', gap, from, to] = keyPattern.exec(key) ?? []
  if (!systemId) return null
  const timeline = Number(digits)
  const of = { systemId, timeline }
  if (reached) return { ...of, kind: 'reached' }
  if (parseSegment(segment)?.timeline !== timeline) return null
  if (gap) return { ...of, kind: 'gap', segment }
  if (from === undefined || to === undefined) return { ...of, kind: 'segment', segment }
  const [begin, end] = [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  return begin < end && end <= segmentBytes ? { ...of, kind: 'part', segment, from: begin, to: end } : null
}
