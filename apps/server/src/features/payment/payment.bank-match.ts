import { foldForSearch } from '@attune/contract/common/text'
import type { BankEntry, PayableInvoice } from '@attune/contract/features/payment.bank-file.rules'
import type { ReadEntry } from './payment.bank-entry.ts'

/** A year and a number, with up to three signs between them, and what makes them part of a date. */
const numberLike =
  /(?<!\d)(?<before>\d{1,2}[./-]\s?)?(?<year>20\d\d)[\s./_-]{0,3}(?<digits>\d{1,9})(?!\d)(?<after>[./-]\d{1,2}(?!\d))?/g

/**
 * Returns the numbers of invoices in a text, as people type them: '2026-0001' also as 2026 0001, RG2026-1, 20260001. Banks
 * cut numbers in two, so that up to three signs can stand between. Dates such as 2026-11-03 and 3.11.2026 are not numbers.
 */
export function numbersIn(text: string): string[] {
  const found = Array.from(text.matchAll(numberLike), ({ groups = {} }) => {
    const { before, after, year = '', digits = '' } = groups
    const isDate = digits.length < 4 && (before ?? after) !== undefined
    return isDate ? [] : [`${year}-${String(Number(digits)).padStart(4, '0')}`]
  })
  return [...new Set(found.flat())]
}

/** Returns the words of a name as they are compared: Müller, Mueller and MULLER are the same. */
const wordsOf = (name: string): string[] =>
  foldForSearch(name)
    .replace(/([aou])e/g, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)

/** Whether every word of a name occurs in the name of a payer, in any order. */
export function isNameOf(name: string, payer: string): boolean {
  const [words, among] = [wordsOf(name), new Set(wordsOf(payer))]
  return words.length > 0 && words.every((word) => among.has(word))
}

const fitsPayer = (entry: ReadEntry, { payerName, clientName }: PayableInvoice) =>
  isNameOf(payerName, entry.payer) || isNameOf(clientName, entry.payer)

/**
 * Returns the proposals for new entries, by key. An invoice whose number is in the text is proposed; the proposal is
 * reliable if it is the only one and the amount is what is open of it. Without a number, the oldest invoice is proposed
 * of which amount and payer fit. What other entries of the file pay counts as paid: those with a number first,
 * then the earlier ones. Amounts are compared within one
 * currency only. `invoices` are sorted from the oldest to the latest.
 */
export function proposals(
  entries: readonly ReadEntry[],
  invoices: readonly PayableInvoice[],
): Map<string, NonNullable<BankEntry['proposal']>> {
  const byNumber = new Map(invoices.map((invoice) => [invoice.number, invoice]))
  const byAmount = Map.groupBy(invoices, ({ currency, openMinor }) => `${currency} ${openMinor}`)
  const open = new Map(invoices.map(({ id, openMinor }) => [id, BigInt(openMinor)]))
  const found = new Map<string, NonNullable<BankEntry['proposal']>>()
  const propose = (entry: ReadEntry, invoice: PayableInvoice, isReliable: boolean, number: boolean) => {
    const left = open.get(invoice.id) ?? 0n
    const fits = { number, amount: left === BigInt(entry.amountMinor), payer: fitsPayer(entry, invoice) }
    found.set(entry.key, { invoiceId: invoice.id, isReliable: isReliable && fits.amount, fits })
    open.set(invoice.id, left - BigInt(entry.amountMinor))
  }
  const sorted = entries.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  for (const entry of sorted) {
    const named = numbersIn(entry.text)
      .flatMap((number) => byNumber.get(number) ?? [])
      .filter(({ currency }) => currency === entry.currency)
    const [invoice] = named
    if (invoice) propose(entry, invoice, named.length === 1, true)
  }
  for (const entry of sorted.filter(({ key }) => !found.has(key))) {
    const candidate = byAmount
      .get(`${entry.currency} ${entry.amountMinor}`)
      ?.find((one) => open.get(one.id) === BigInt(entry.amountMinor) && fitsPayer(entry, one))
    if (candidate) propose(entry, candidate, false, false)
  }
  return found
}
