import type { InvoiceDocumentLine } from '@attune/contract/features/billing/invoice/invoice.document'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../../testing/app.ts'
import { documentLine, lineTaxes } from '../../../billing-document/content/invoice-document.testing.ts'
import { datevPractice } from './datev-practice.testing.ts'
import { readDatevBatch } from './datev-reader.testing.ts'

const app = await startSharedApp({ worker: false })

const taxed = (rateBp: number, priceMinor: string) => documentLine({ ...lineTaxes.S, taxRateBp: rateBp, priceMinor })

/** Computes net and VAT of lines in cents: the tax of each rate from the sum of its lines. */
function sumsOf(lines: InvoiceDocumentLine[]) {
  const rates = Map.groupBy(lines, ({ taxRateBp }) => taxRateBp)
  let [net, vat] = [0, 0]
  for (const [rate, ofRate] of rates) {
    const sum = ofRate.reduce(
      (total, { priceMinor, quantityMilli }) => total + (Number(priceMinor) * quantityMilli) / 1000,
      0,
    )
    net += sum
    vat += Math.round((sum * rate) / 10_000)
  }
  return { net, vat, gross: net + vat }
}

type Invoice = { lines: InvoiceDocumentLine[]; credited?: InvoiceDocumentLine[]; paid?: string[] }

/** Issues, credits and pays invoices in November, and returns the sums of all of them. */
async function work(practice: Awaited<ReturnType<typeof datevPractice>>, invoices: Invoice[]) {
  const total = { net: 0, vat: 0, gross: 0, paid: 0 }
  let number = 0
  const next = () => `2026-${String(++number).padStart(4, '0')}`
  for (const { lines, credited = [], paid = [] } of invoices) {
    const printed = next()
    const id = await practice.issue({ number: printed, lines })
    for (const [sign, of] of [
      [1, lines],
      [-1, credited],
    ] as const)
      for (const [key, amount] of Object.entries(sumsOf(of))) total[key as 'net'] += sign * amount
    if (credited.length > 0) {
      const corrects = { number: printed, issuedOn: '2026-11-20' }
      await practice.issue({ kind: 'credit-note', number: next(), lines: credited, corrects, dueOn: null }, id)
    }
    for (const amount of paid) {
      await practice.pay(id, amount)
      total.paid += Number(amount)
    }
  }
  return total
}

test('a second program adds up the export of an Austrian practice to its revenue, VAT and debtors @slow', async () => {
  const practice = await datevPractice(app, 'AT', 1)
  const account = (number: string, key = '') => ({ account: number, key })
  const accounts = { exempt: account('4050'), 'rate-1300': account('4020', '14'), damages: account('4900') }
  await practice.save({ chart: 'SKR07', accounts })
  const of = await work(practice, [
    { lines: [taxed(2000, '10000'), taxed(2000, '3333'), documentLine()], paid: ['10000', '5000'] },
    { lines: [taxed(1300, '7777'), taxed(1000, '5005')], credited: [taxed(1000, '5005')], paid: ['8788'] },
    { lines: [documentLine(), documentLine({ quantityMilli: 2500 })], paid: ['28000', '-28000'] },
    { lines: [documentLine({ ...lineTaxes.O, priceMinor: '9000' })] },
  ])
  const { chart, revenue, vat, debtors, money } = readDatevBatch(await practice.download())
  expect({ chart, revenue, vat, debtors }).toEqual({
    chart: '07',
    revenue: of.net,
    vat: of.vat,
    debtors: of.gross - of.paid,
  })
  expect(money).toEqual({ 2800: of.paid })
})

test('a second program adds up both bases of a German practice', async () => {
  const invoices: Invoice[] = [
    { lines: [taxed(1900, '10000'), documentLine()], paid: ['10000', '9900'] },
    { lines: [taxed(700, '12345')], paid: ['5000', '8209'] },
    { lines: [documentLine(), taxed(1900, '20000')], credited: [documentLine()], paid: ['23800'] },
    { lines: [documentLine({ exemptCode: '', exemptReason: '§ 19 UStG' })] },
  ]
  const accrual = await datevPractice(app, 'DE', 2)
  await accrual.save({ chart: 'SKR03', basis: { year: 2026, basis: 'accrual' } })
  const of = await work(accrual, invoices)
  const batch = readDatevBatch(await accrual.download())
  expect(batch).toEqual({
    chart: '03',
    revenue: of.net,
    vat: of.vat,
    debtors: of.gross - of.paid,
    money: { 1200: of.paid },
  })

  const cash = await datevPractice(app, 'DE', 3)
  await cash.save({ chart: 'SKR04' })
  await work(cash, invoices)
  const paid = readDatevBatch(await cash.download())
  // All invoices but the last one are paid in full.
  const last = sumsOf(invoices.at(-1)?.lines ?? [])
  expect(paid).toMatchObject({ chart: '04', debtors: 0, money: { 1800: of.paid } })
  expect(paid.revenue + paid.vat).toBe(of.paid)
  expect(Math.abs(paid.revenue - (of.net - last.net))).toBeLessThanOrEqual(1)
  expect(Math.abs(paid.vat - (of.vat - last.vat))).toBeLessThanOrEqual(1)
})
