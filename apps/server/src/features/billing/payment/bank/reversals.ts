import { shiftDay } from '@attune/contract/common/time/time'
import { entryKey, type KeyedEntry, type ReadEntry } from './entry.ts'

/** The number of days within which a bank reverses a payment. A SEPA direct debit can be returned for eight weeks, an unauthorized one for longer. */
export const maxReversalDays = 100

/** The number of reversals in a file for which payments in other files are sought by their keys. Limits the work for a malicious file. */
const maxSought = 300

type Payment = { entry: KeyedEntry; leftMinor: bigint }

const sizeOf = ({ amountMinor }: { amountMinor: string }): bigint => {
  const minor = BigInt(amountMinor)
  return minor < 0n ? -minor : minor
}

/** Returns the traces that a payment and its reversal have in common, the most reliable first. */
function tracesOf({ account, currency, reference, endToEnd, text, kind, ...entry }: KeyedEntry): string[] {
  const trace = (...of: string[]) => JSON.stringify([account, currency, ...of])
  return [
    ...(reference ? [trace('reference', reference)] : []),
    ...(endToEnd ? [trace('end to end', endToEnd)] : []),
    // A text such as 'Therapy' is common to several payments, but rarely with the same amount.
    ...(text && kind !== 'outgoing' ? [trace('text', text, String(sizeOf(entry)))] : []),
  ]
}

/**
 * Finds for each reversal in a file the payment that it reverses: one on the same day or before with the same reference of the bank or of the payer,
 * or with the same text and amount. Of several, prefers one with exactly the reversed amount left, then the latest. An outgoing payment with a
 * reference of a payment of the same amount is its reversal too. A reversal that is a credit reverses an outgoing payment that has one of its
 * references. Returns the entries without the outgoing ones that reverse nothing, and the number of these.
 */
export function withReversals(keyed: readonly KeyedEntry[]): { entries: ReadEntry[]; outgoing: number } {
  const payments = paymentsByTrace(keyed.filter(({ kind }) => kind === 'payment'))
  const outgoing = new Set(keyed.filter(({ kind }) => kind === 'outgoing').flatMap(tracesOf))
  const reverses = new Map<string, string>()
  const reversed = new Map<string, bigint>()
  const backs = keyed.filter(({ kind }) => kind !== 'payment').toSorted((one, other) => (one.day < other.day ? -1 : 1))
  for (const back of backs) {
    const ofOutgoing = !back.amountMinor.startsWith('-') && tracesOf(back).some((trace) => outgoing.has(trace))
    const payment = ofOutgoing ? undefined : findReversed(back, payments)
    if (!payment) continue
    payment.leftMinor -= sizeOf(back)
    reverses.set(back.key, payment.entry.key)
    reversed.set(payment.entry.key, (reversed.get(payment.entry.key) ?? 0n) + sizeOf(back))
  }
  const kept = keyed.filter(({ kind, key }) => kind !== 'outgoing' || reverses.has(key))
  let sought = 0
  const entries = kept.map((entry) => {
    const isAlone = entry.kind === 'reversal' && entry.amountMinor.startsWith('-') && !reverses.has(entry.key)
    const earlierKeys = isAlone && ++sought <= maxSought ? earlierKeysOf(entry) : []
    const isInPair = reverses.has(entry.key) || reversed.has(entry.key)
    return readEntry(entry, {
      pair: isInPair ? null : pairOf(entry),
      reverses: reverses.get(entry.key) ?? null,
      earlierKeys,
      reversed: reversed.get(entry.key) ?? 0n,
    })
  })
  return { entries, outgoing: keyed.length - kept.length }
}

function paymentsByTrace(entries: readonly KeyedEntry[]): Map<string, Payment[]> {
  const found = new Map<string, Payment[]>()
  for (const entry of entries) {
    const payment = { entry, leftMinor: BigInt(entry.amountMinor) }
    for (const trace of tracesOf(entry)) {
      const some = found.get(trace)
      if (some) some.push(payment)
      else found.set(trace, [payment])
    }
  }
  return found
}

function findReversed(back: KeyedEntry, payments: Map<string, Payment[]>): Payment | undefined {
  const amount = sizeOf(back)
  const fits = ({ entry, leftMinor }: Payment) =>
    entry.day <= back.day && (back.kind === 'outgoing' ? leftMinor === amount : leftMinor >= amount)
  for (const trace of tracesOf(back)) {
    const [latest] = (payments.get(trace) ?? [])
      .filter(fits)
      .toSorted(
        (one, other) =>
          Number(amount === other.leftMinor) - Number(amount === one.leftMinor) ||
          (one.entry.day < other.entry.day ? 1 : -1),
      )
    if (latest) return latest
  }
  return undefined
}

/** Returns the SHA-256 of the facts that a payment has in common with a reversal of the whole amount. */
const pairOf = (entry: KeyedEntry): string => entryKey({ ...entry, day: '', amountMinor: String(sizeOf(entry)) }, 0)

/** Returns the keys that a payment with the facts of a reversal would have on the day of the reversal and on each day before it, up to the limit. */
const earlierKeysOf = (back: KeyedEntry): string[] =>
  Array.from({ length: maxReversalDays }, (_, days) =>
    entryKey({ ...back, day: shiftDay(back.day, -days), amountMinor: String(sizeOf(back)) }, 0),
  )

const readEntry = (
  { key, day, amountMinor, currency, payer, text, kind }: KeyedEntry,
  { reversed, ...of }: Pick<ReadEntry, 'reverses' | 'earlierKeys' | 'pair'> & { reversed: bigint },
): ReadEntry => ({
  key,
  day,
  amountMinor,
  currency,
  payer,
  text,
  isReversal: kind !== 'payment',
  reversedMinor: String(reversed),
  ...of,
})
