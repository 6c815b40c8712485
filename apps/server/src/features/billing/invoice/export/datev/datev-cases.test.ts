import { beforeAll, expect, test } from 'vitest'
import { startSharedApp } from '../../../../../testing/app.ts'
import { documentLine, lineTaxes } from '../../../billing-document/content/invoice-document.testing.ts'
import { datevPractice } from './datev-practice.testing.ts'

const app = await startSharedApp({ worker: false })

let cash: Awaited<ReturnType<typeof datevPractice>>
let accrual: Awaited<ReturnType<typeof datevPractice>>
beforeAll(async () => {
  ;[cash, accrual] = await Promise.all([datevPractice(app, 'DE', 1), datevPractice(app, 'DE', 2)])
  await cash.save({ chart: 'SKR03' })
  await accrual.save({ chart: 'SKR03', basis: { year: 2026, basis: 'accrual' } })
})

const monthOf = (month: string) =>
  ({ from: `${month}-01`, until: `${month}-${month.endsWith('02') ? '28' : '30'}`, as: 'datev' }) as const
/** Returns amount, side, account, contra account and day of each booking of a month. */
async function booked(practice: typeof cash, month: string) {
  const rows = (await practice.download(monthOf(month))).toString('latin1').trimEnd().split('\r\n').slice(2)
  return rows.map((row) => {
    const cells = row.split(';')
    return [cells[0], cells[1]?.replaceAll('"', ''), cells[6], cells[7], cells[9]].join(' ')
  })
}
const taxed = [documentLine({ ...lineTaxes.S, priceMinor: '10000' })]

test('an empty month is a file without bookings, says so, and fixes no basis', async () => {
  const { api } = cash.therapist
  expect((await api.invoice.exportPeriod(monthOf('2025-04'))).datev).toEqual({ bookings: 0, leftOut: 0 })
  expect(await booked(cash, '2025-04')).toEqual([])
  expect((await api.invoice.datev({})).exportedUntil).toBeNull()
})

test('a payment of last year on an invoice of this one is booked in last year', async () => {
  for (const [practice, bookings] of [
    [accrual, ['119,00 S 1200 10000 2811']],
    [cash, ['119,00 S 1200 8400 2811']],
  ] as const) {
    const id = await practice.issue({ number: '2026-0003', issuedOn: '2026-01-05', lines: taxed })
    await practice.pay(id, '11900', '2025-11-28')
    expect(await booked(practice, '2025-11')).toEqual(bookings)
    expect(await booked(practice, '2026-01')).toEqual(practice === cash ? [] : ['119,00 S 10000 8400 0501'])
  }
})

test('the same period twice gives the same bookings, with a part payment that was recorded later only added', async () => {
  const id = await cash.issue({ number: '2026-0006', issuedOn: '2026-02-02', lines: [...taxed, documentLine()] })
  await cash.pay(id, '10000', '2026-02-20')
  const first = await booked(cash, '2026-02')
  expect(first).toEqual(['59,80 S 1200 8400 2002', '40,20 S 1200 8100 2002'])
  expect(await booked(cash, '2026-02')).toEqual(first)
  await cash.pay(id, '3333', '2026-02-10')
  expect((await booked(cash, '2026-02')).toSorted()).toEqual(
    [...first, '19,93 S 1200 8400 1002', '13,40 S 1200 8100 1002'].toSorted(),
  )
})

test('a credit note without its invoice in the period is booked alone, in cash only with its money', async () => {
  for (const [practice, bookings] of [
    [accrual, ['119,00 H 10000 8400 0506', '119,00 H 1200 10000 0606']],
    [cash, ['119,00 H 1200 8400 0606']],
  ] as const) {
    const id = await practice.issue({ number: '2026-0001', issuedOn: '2026-03-05', lines: taxed })
    await practice.pay(id, '11900', '2026-04-01')
    const corrects = { number: '2026-0001', issuedOn: '2026-03-05' }
    await practice.issue(
      { kind: 'credit-note', number: '2026-0002', issuedOn: '2026-06-05', lines: taxed, dueOn: null, corrects },
      id,
    )
    await practice.pay(id, '-11900', '2026-06-06')
    expect(await booked(practice, '2026-06')).toEqual(bookings)
  }
})

test('an invoice in another currency is left out with its payments, and the export says how many', async () => {
  const id = await cash.issue({ number: '2026-0004', issuedOn: '2026-09-05', currency: 'CHF' })
  await cash.issue({ number: '2026-0005', issuedOn: '2026-09-06', lines: taxed })
  await cash.pay(id, '8000', '2026-09-07', 'CHF')
  const { datev } = await cash.therapist.api.invoice.exportPeriod(monthOf('2026-09'))
  expect(datev).toEqual({ bookings: 0, leftOut: 1 })
  expect(await booked(cash, '2026-09')).toEqual([])
  expect((await cash.therapist.api.invoice.exportPeriod({ ...monthOf('2026-09'), as: 'journal' })).datev).toBeNull()
})
