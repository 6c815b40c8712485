import {
  maxBankParts,
  type BankEntry,
  type PayableInvoice,
} from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import type { ReadEntry } from './entry.ts'
import { inBatches } from './batch.ts'
import { isNameOf, nameFinder } from './names.ts'

/** Matches a year and a number with up to three characters between them, and the context that would make them part of a date. */
const numberLike =
  /(?<!\d)(?<before>\d{1,2}[./-]\s?)?(?<year>20\d\d)[\s./_-]{0,3}(?<digits>\d{1,9})(?!\d)(?<after>[./-]\d{1,2}(?!\d))?/g

/**
 * Returns the invoice numbers in a text as people type them: '2026-0001', 2026 0001, RG2026-1, 20260001. Banks split numbers, so up to three
 * characters can separate the parts. Dates such as 2026-11-03 and 3.11.2026 do not count.
 */
export function numbersIn(text: string): string[] {
  const found = Array.from(text.matchAll(numberLike), ({ groups = {} }) => {
    const { before, after, year = '', digits = '' } = groups
    const isDate = digits.length < 4 && (before ?? after) !== undefined
    return isDate ? [] : [`${year}-${String(Number(digits)).padStart(4, '0')}`]
  })
  return [...new Set(found.flat())]
}

/** Returns the invoice numbers in the texts of entries, without repetitions. */
export async function numbersOf(entries: readonly ReadEntry[]): Promise<string[]> {
  const numbers = new Set<string>()
  await inBatches(entries, ({ text }) => {
    for (const number of numbersIn(text)) numbers.add(number)
  })
  return [...numbers]
}

const fitsPayer = (entry: ReadEntry, { payerName, clientName }: PayableInvoice) =>
  isNameOf(payerName, entry.payer) || isNameOf(clientName, entry.payer)

/** Returns the key of the invoices that entries with this amount and payer name can pay. */
const sumAndName = (currency: string, minor: string, name: string) => `${currency} ${minor} ${name}`

/**
 * Returns a function that finds the oldest invoice whose amount and payer match an entry. `isFree` returns whether the amount is still open; an
 * invoice that is not free is not checked again.
 */
function invoiceFinder(invoices: readonly PayableInvoice[], isFree: (invoice: PayableInvoice) => boolean) {
  const rows = invoices.map((invoice, age) => ({ invoice, age, names: [invoice.payerName, invoice.clientName] }))
  const namesOf = nameFinder(rows.flatMap(({ names }) => names))
  const queues = new Map<string, { rows: typeof rows; at: number }>()
  for (const row of rows)
    for (const name of new Set(row.names)) {
      const key = sumAndName(row.invoice.currency, row.invoice.openMinor, name)
      const queue = queues.get(key) ?? { rows: [], at: 0 }
      queue.rows.push(row)
      queues.set(key, queue)
    }
  const firstFree = (key: string) => {
    const queue = queues.get(key)
    if (!queue) return []
    for (; queue.at < queue.rows.length; queue.at += 1) {
      const row = queue.rows[queue.at]
      if (row && isFree(row.invoice)) return [row]
    }
    return []
  }
  return ({ currency, amountMinor, payer }: ReadEntry) =>
    namesOf(payer)
      .flatMap((name) => firstFree(sumAndName(currency, amountMinor, name)))
      .toSorted((one, other) => one.age - other.age)[0]?.invoice
}

type Proposals = Map<string, Pick<BankEntry, 'proposal' | 'split'>>

/** The open amount of each invoice, by id. It decreases while the entries of a file are matched. */
type OpenAmounts = Map<string, bigint>

/**
 * Matches an entry whose text has numbers of invoices: with the open invoice of the same amount, otherwise with a split over the open invoices if the
 * amount covers more than one of them, otherwise with the first. The match is reliable if the amount equals the sum of the open amounts and was not
 * reversed. A paid invoice is proposed only if all the named invoices are paid.
 */
function matchNumbers(entry: ReadEntry, named: readonly PayableInvoice[], open: OpenAmounts) {
  const amount = BigInt(entry.amountMinor)
  const openOf = ({ id }: PayableInvoice) => open.get(id) ?? 0n
  const unpaid = named.filter((invoice) => openOf(invoice) > 0n).slice(0, maxBankParts)
  const isReliable =
    unpaid.reduce((sum, invoice) => sum + openOf(invoice), 0n) === amount && entry.reversedMinor === '0'
  const equal = unpaid.find((invoice) => openOf(invoice) === amount)
  const parts = equal ? [] : dividedOver(unpaid, amount, openOf)
  if (parts.length > 1) return { proposal: null, split: { isReliable, parts } }
  const invoice = equal ?? unpaid[0] ?? named[0]
  if (!invoice) return { proposal: null, split: null }
  const fits = { number: true, amount: openOf(invoice) === amount, payer: fitsPayer(entry, invoice) }
  return { proposal: { invoiceId: invoice.id, isReliable, fits }, split: null }
}

/** Divides an amount over invoices in their order. Each invoice gets its open amount, and the last one also the excess. */
function dividedOver(invoices: readonly PayableInvoice[], amount: bigint, openOf: (invoice: PayableInvoice) => bigint) {
  let left = amount
  return invoices.flatMap((invoice, at) => {
    const part = openOf(invoice)
    const taken = left < part || at === invoices.length - 1 ? left : part
    left -= taken
    return taken > 0n ? [{ invoiceId: invoice.id, amountMinor: taken.toString() }] : []
  })
}

/**
 * Returns the proposals for new entries, by key. Proposes the invoices whose numbers are in the text (see `matchNumbers`). Without a number,
 * proposes the oldest invoice whose amount and payer match. Amounts of other entries in the file count as paid, first those with a number, then the
 * earlier ones. Compares amounts only within one currency. `invoices` are sorted from oldest to latest. The time is proportional to the number of
 * entries plus invoices, not to their product.
 */
export async function proposals(
  entries: readonly ReadEntry[],
  invoices: readonly PayableInvoice[],
): Promise<Proposals> {
  const byNumber = new Map(invoices.map((invoice) => [invoice.number, invoice]))
  const open: OpenAmounts = new Map(invoices.map(({ id, openMinor }) => [id, BigInt(openMinor)]))
  const found: Proposals = new Map()
  const pay = (id: string, amountMinor: string) => open.set(id, (open.get(id) ?? 0n) - BigInt(amountMinor))
  const sorted = entries.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  await inBatches(sorted, (entry) => {
    const named = numbersIn(entry.text)
      .flatMap((number) => byNumber.get(number) ?? [])
      .filter(({ currency }) => currency === entry.currency)
    if (named.length === 0) return
    const match = matchNumbers(entry, named, open)
    found.set(entry.key, match)
    if (match.proposal) pay(match.proposal.invoiceId, entry.amountMinor)
    for (const { invoiceId, amountMinor } of match.split?.parts ?? []) pay(invoiceId, amountMinor)
  })
  const find = invoiceFinder(invoices, ({ id, openMinor }) => open.get(id) === BigInt(openMinor))
  await inBatches(sorted, (entry) => {
    const candidate = found.has(entry.key) ? undefined : find(entry)
    if (!candidate) return
    const fits = { number: false, amount: open.get(candidate.id) === BigInt(entry.amountMinor), payer: true }
    found.set(entry.key, { proposal: { invoiceId: candidate.id, isReliable: false, fits }, split: null })
    pay(candidate.id, entry.amountMinor)
  })
  return found
}
