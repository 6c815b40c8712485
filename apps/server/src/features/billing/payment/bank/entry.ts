import {
  maxBankEntries,
  type BankEntry,
  type BankFileProblem,
  type BankMapping,
  type BankTable,
} from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { cleanName } from '@attune/contract/common/text/text'
import { createHash } from 'node:crypto'

/** Money that was received, or that the bank took back, as a bank file states it. `isReversal`: it takes another entry back. */
export type ReadEntry = Omit<BankEntry, 'state' | 'importedAs' | 'proposal'> & { isReversal: boolean }

/** The content of a bank file. `left` counts entries that are left out. */
export type ReadFile = {
  fingerprint: string | null
  entries: ReadEntry[]
  left: { pending: number; outgoing: number; unreadable: number }
}

/** How a file is read: the saved mappings of CSV files by fingerprint. `describe` returns the columns even if the mapping is known. */
export type ReadOptions = { mappings: Record<string, BankMapping>; describe: boolean; currency: string }

/** The answer of the process that reads a file. */
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

/** Returns a reference; empty for what banks write where they have none, which several entries of a day can share. */
export const ownReference = (reference: string): string =>
  /^(NOTPROVIDED|NOT PROVIDED|NONREF)$/i.test(reference) ? '' : reference

/** The facts of an entry before it has its key. `account` is the account that received it; `reference` is the bank's own. */
export type EntryFacts = Omit<ReadEntry, 'key'> & { account: string; reference: string }

const longest = { payer: 140, text: 500 }
const printable = (text: string, length: number) =>
  cleanName(
    text
      .toWellFormed()
      .replace(/[\ufffe\uffff]/g, '')
      .replace(/\s+/g, ' '),
  ).slice(0, length)

/**
 * Returns a function that gives an entry its key. Entries of one statement of which all facts are equal are counted, so that
 * two payments of the same amount on one day stay two, and the same file gives the same keys again. An entry that several
 * statements of a file contain has one key. The text identifies an entry only if the bank gives no reference. Throws a
 * BankFileError if there are too many entries.
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
