/** A line of the ledger, as JSON. It contains only a keyed hash and dates, so that it does not reveal who or what was erased. */
type Line =
  /** The ledger contains every erasure since this time. */
  | { since: string }
  /** The ledger contained every erasure up to this time when it was copied. */
  | { asOf: string }
  /** An erasure is about to happen. `key` names the key of the hash. */
  | { erased: string; key: string; at: string }
  /** The erasure with this time was committed. */
  | { done: string; at: string }
  /** The erasure with this time was rolled back, so the item still exists. */
  | { kept: string; at: string }

/** The latest erasure of a hash. */
export type LedgerEntry = {
  /** The name of the key with which the hash was made. */
  key: string
  /** The time of the erasure, in ISO 8601. */
  at: string
  /** `begun`: it is unknown whether the erasure was committed. `done`: it was committed. `kept`: it was rolled back. */
  state: 'begun' | 'done' | 'kept'
}

/** The content of a ledger of erasures. Times are in ISO 8601. */
export type LedgerContent = {
  /** The time since which the ledger contains every erasure; null if no line names it. */
  since: string | null
  /** The time up to which the ledger contains every erasure; null for an empty one. */
  asOf: string | null
  /** The latest erasure of each hash. */
  erased: Map<string, LedgerEntry>
}

export const formatLine = (line: Line): string => `${JSON.stringify(line)}\n`

/**
 * Parses the text of a ledger. Ignores a line that does not end with `}`: a power failure has cut off such a line, and the erasure that waited for
 * the line was never committed. Throws for any other line that it cannot parse.
 */
export function parseLedger(text: string): LedgerContent {
  const content: LedgerContent = { since: null, asOf: null, erased: new Map() }
  for (const line of text.split('\n')) if (line.endsWith('}')) apply(content, JSON.parse(line) as Line)
  return content
}

function apply(content: LedgerContent, line: Line): void {
  if ('since' in line) content.since = line.since
  else if ('asOf' in line) content.asOf = later(content.asOf, line.asOf)
  else if ('erased' in line) {
    add(content.erased, line.erased, { key: line.key, at: line.at, state: 'begun' })
    content.asOf = later(content.asOf, line.at)
  } else if ('done' in line) settle(content.erased, line.done, line.at, 'done')
  else if ('kept' in line) settle(content.erased, line.kept, line.at, 'kept')
  else throw new Error('an unknown line in the ledger of erasures')
}

function settle(erased: LedgerContent['erased'], hash: string, at: string, state: 'done' | 'kept'): void {
  const known = erased.get(hash)
  if (known?.at === at) erased.set(hash, { ...known, state })
}

/**
 * Adds an entry. If there are several erasures with the same hash, the latest one counts. If there are several entries for the same erasure, the one
 * with a known outcome counts.
 */
function add(erased: LedgerContent['erased'], hash: string, entry: LedgerEntry): void {
  const known = erased.get(hash)
  if (!known || known.at < entry.at || (known.at === entry.at && known.state === 'begun')) erased.set(hash, entry)
}

/** Returns the content of a ledger as text: one or two lines per erasure, the earliest first. */
export function formatLedger({ since, asOf, erased }: LedgerContent): string {
  const entries = [...erased].toSorted(([, a], [, b]) => (a.at < b.at ? -1 : 1))
  return [
    ...(since === null ? [] : [formatLine({ since })]),
    ...entries.flatMap(([hash, { key, at, state }]) => [
      formatLine({ erased: hash, key, at }),
      ...(state === 'done' ? [formatLine({ done: hash, at })] : []),
      ...(state === 'kept' ? [formatLine({ kept: hash, at })] : []),
    ]),
    ...(asOf === null ? [] : [formatLine({ asOf })]),
  ].join('')
}

/**
 * Merges two ledgers. An erasure that only one of them contains counts. If their periods do not overlap, erasures between them may be missing, so the
 * result starts with the later one.
 */
export function mergeLedgers(one: LedgerContent, other: LedgerContent): LedgerContent {
  const erased = new Map(one.erased)
  for (const [hash, entry] of other.erased) add(erased, hash, entry)
  return { since: sinceOf(one, other), asOf: later(one.asOf, other.asOf), erased }
}

function sinceOf(one: LedgerContent, other: LedgerContent): string | null {
  if (one.since === null || other.since === null) return one.since ?? other.since
  const [first, second] = one.since <= other.since ? [one, other] : [other, one]
  return first.asOf !== null && second.since !== null && first.asOf >= second.since ? first.since : second.since
}

const later = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one
