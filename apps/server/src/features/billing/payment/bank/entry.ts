import {
  maxBankEntries,
  type BankEntry,
  type BankFileProblem,
  type BankMapping,
  type BankTable,
} from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { cleanName } from '@attune/contract/common/text/text'
import { createHash } from 'node:crypto'

/** An amount in a bank file that was received or reversed. */
export type ReadEntry = Pick<
  BankEntry,
  'key' | 'day' | 'amountMinor' | 'currency' | 'payer' | 'text' | 'reversedMinor'
> & {
  /** Whether the entry reverses another entry. */
  isReversal: boolean
  /** The key of the payment in the same file that it reverses; null if there is none. */
  reverses: string | null
  /** The keys that the reversed payment has if it is in another file; only of a reversal without a payment in the file. */
  earlierKeys: string[]
  /** Identifies a payment and its reversal, whatever their days. Null for an entry that is part of a pair in the file. */
  pair: string | null
}

/** The content of a bank file. */
export type ReadFile = {
  fingerprint: string | null
  entries: ReadEntry[]
  /** The numbers of omitted entries. */
  left: { pending: number; outgoing: number; unreadable: number }
}

export type ReadOptions = {
  /** The saved CSV mappings by fingerprint. */
  mappings: Record<string, BankMapping>
  /** Whether to return the columns even if the mapping is known. */
  describe: boolean
  currency: string
}

/** The result of the process that reads a bank file: a problem, the columns of a CSV file whose mapping is needed, or the content. */
export type ReadAnswer = { problem: BankFileProblem } | { table: BankTable } | { file: ReadFile }

/** The error for a bank file that cannot be read, with the reason. */
export class BankFileError extends Error {
  override name = 'BankFileError'
  readonly problem: BankFileProblem

  constructor(problem: BankFileProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Returns a reference; empty for placeholders that banks write if there is none, because several entries of a day can share them. */
export const ownReference = (reference: string): string =>
  /^(NOTPROVIDED|NOT PROVIDED|NONREF)$/i.test(reference) ? '' : reference

/** The kind of an entry: money received, the reversal of another entry, or money paid, which can turn out to be a reversal. */
export type EntryKind = 'payment' | 'reversal' | 'outgoing'

/** The facts of an entry without its key. */
export type EntryFacts = Pick<ReadEntry, 'day' | 'amountMinor' | 'currency' | 'payer' | 'text'> & {
  kind: EntryKind
  /** The receiving account. */
  account: string
  /** The bank's reference. */
  reference: string
  /** The reference of the person who ordered the transfer. */
  endToEnd: string
}
export type KeyedEntry = EntryFacts & Pick<ReadEntry, 'key'>

const longest = { payer: 140, text: 500 }
const printable = (text: string, length: number) =>
  cleanName(
    text
      .toWellFormed()
      .replace(/[\ufffe\uffff]/g, '')
      .replace(/\s+/g, ' '),
  ).slice(0, length)

/** Returns the key of the occurrence of an entry: the SHA-256 of its facts. The text is part of it only if the bank gives no reference. */
export function entryKey(entry: Omit<EntryFacts, 'kind' | 'endToEnd'>, occurrence: number): string {
  const { account, day, amountMinor, currency, reference, payer, text } = entry
  const facts = [account, day, amountMinor, currency, reference ? [reference] : [payer, text]]
  return createHash('sha256')
    .update(`${JSON.stringify(facts)} ${occurrence}`)
    .digest('hex')
}

/**
 * Returns a function that adds the key to an entry. Equal entries in one statement are numbered, so that two payments of the same amount on one day
 * stay distinct and the same file always produces the same keys. An entry in several statements of a file has a single key. Throws a BankFileError
 * if there are too many entries; outgoing ones do not count.
 */
export function entryKeys(): (facts: EntryFacts, statement?: number) => KeyedEntry {
  const seen = new Map<string, number>()
  let count = 0
  return (facts, statement = 0) => {
    if (facts.kind !== 'outgoing' && ++count > maxBankEntries) throw new BankFileError('TOO_MANY')
    const entry = {
      ...facts,
      account: facts.account.replace(/\s/g, '').toUpperCase(),
      payer: printable(facts.payer, longest.payer),
      text: printable(facts.text, longest.text),
    }
    const first = entryKey(entry, 0)
    const occurrence = seen.get(`${statement} ${first}`) ?? 0
    seen.set(`${statement} ${first}`, occurrence + 1)
    return { ...entry, key: occurrence === 0 ? first : entryKey(entry, occurrence) }
  }
}
