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
export type ReadEntry = Omit<BankEntry, 'state' | 'importedAs' | 'proposal'> & {
  /** Whether it reverses another entry. */
  isReversal: boolean
}

/** The content of a bank file. */
export type ReadFile = {
  fingerprint: string | null
  entries: ReadEntry[]
  /** The numbers of omitted entries. */
  left: { pending: number; outgoing: number; unreadable: number }
}

/** The options for reading a file. */
export type ReadOptions = {
  /** The saved CSV mappings by fingerprint. */
  mappings: Record<string, BankMapping>
  /** Whether to return the columns even if the mapping is known. */
  describe: boolean
  currency: string
}

/** The result of the process that reads a bank file: a problem, the columns of a CSV file whose mapping is needed, or the content. */
export type ReadAnswer = { problem: BankFileProblem } | { table: BankTable } | { file: ReadFile }

/** A file that is not read, with the reason. */
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

/** The facts of an entry without its key. */
export type EntryFacts = Omit<ReadEntry, 'key'> & {
  /** The receiving account. */
  account: string
  /** The bank's reference. */
  reference: string
}

const longest = { payer: 140, text: 500 }
const printable = (text: string, length: number) =>
  cleanName(
    text
      .toWellFormed()
      .replace(/[\ufffe\uffff]/g, '')
      .replace(/\s+/g, ' '),
  ).slice(0, length)

/**
 * Returns a function that adds the key to an entry. Equal entries in one statement are numbered, so that two payments of the same amount on one day
 * stay distinct and the same file always produces the same keys. An entry in several statements of a file has a single key. The text is part of the
 * key only if the bank gives no reference. Throws a BankFileError if there are too many entries.
 */
export function entryKeys(): (facts: EntryFacts, statement?: number) => ReadEntry {
  const seen = new Map<string, number>()
  let count = 0
  return ({ account, reference, ...facts }, statement = 0) => {
    if (++count > maxBankEntries) throw new BankFileError('TOO_MANY')
    const payer = printable(facts.payer, longest.payer)
    const text = printable(facts.text, longest.text)
    const identity = JSON.stringify([
      account.replace(/\s/g, '').toUpperCase(),
      facts.day,
      facts.amountMinor,
      facts.currency,
      reference ? [reference] : [payer, text],
    ])
    const ofStatement = `${statement} ${identity}`
    const occurrence = seen.get(ofStatement) ?? 0
    seen.set(ofStatement, occurrence + 1)
    const key = createHash('sha256').update(`${identity} ${occurrence}`).digest('hex')
    return { ...facts, payer, text, key }
  }
}
