import { wallClockOf } from '@attune/contract/common/time/time'
import type { ClientId } from '@attune/contract/common/ids'
import { expect, test } from 'vitest'
import { documentLine, invoiceDocument, lineTaxes } from '../../../billing-document/content/invoice-document.testing.ts'
import { datevBookings } from './datev-bookings.ts'
import type { LedgerInvoice, LedgerPayment } from './datev-ledger.ts'
import { cashEvents } from './datev-shares.ts'

type Changes = Parameters<typeof invoiceDocument>[0]

const paid = (amountMinor: string, changes: Partial<LedgerPayment> = {}): LedgerPayment => ({
  paidOn: '2026-11-21',
  amountMinor,
  currency: 'EUR',
  method: 'bank-transfer',
  recordedAt: '2026-11-21T10:00:00Z',
  partnerIssuedOn: null,
  ...changes,
})
const taxed = documentLine({ ...lineTaxes.S, priceMinor: '10000' })
const exempt = documentLine()

/** Returns an invoice of 119.00 with 19 % VAT and 80.00 without, with its payments and with credit notes of some of its lines. */
function ledger(
  payments: LedgerPayment[],
  { changes = {} as Changes, credits = [] as { lines: (typeof exempt)[]; at: string }[] } = {},
): LedgerInvoice {
  return {
    snapshot: invoiceDocument({ lines: [taxed, exempt], ...changes }),
    issuedAt: '2026-11-20T09:30:00Z',
    clientId: '00000000-0000-4000-8000-000000000001' as ClientId,
    payerId: null,
    payments,
    credits: credits.map(({ lines, at }) => ({
      issuedAt: at,
      snapshot: invoiceDocument({
        kind: 'credit-note',
        number: '2026-0148',
        issuedOn: wallClockOf(at, 'Europe/Berlin').day,
        lines,
      }),
    })),
  }
}
const sharesOf = (one: LedgerInvoice) => cashEvents(one).map(({ shares }) => shares.map(({ minor }) => Number(minor)))

type Options = Partial<Parameters<typeof datevBookings>[1]>
const booked = (all: LedgerInvoice[], options: Options = {}) =>
  datevBookings(all, {
    period: { from: '2026-01-01', until: '2026-12-31' },
    chart: 'SKR03',
    accounts: {},
    basisOf: () => 'cash',
    debtorOf: () => 10_000,
    ...options,
  }).bookings.map(({ minor, account, contra, day }) => `${minor} ${account} ${contra} ${day.slice(0, 4)}`)

test('part payments share the VAT of the lines, and together they are the invoice', () => {
  expect(sharesOf(ledger([paid('10000'), paid('3333'), paid('6567')]))).toEqual([
    [5980, 4020],
    [1993, 1340],
    [3927, 2640],
  ])
  expect(booked([ledger([paid('10000'), paid('9900')])])).toEqual([
    '5980 1200 8400 2026',
    '4020 1200 8100 2026',
    '5920 1200 8400 2026',
    '3980 1200 8100 2026',
  ])
})

test('an invoice that is not paid is no revenue, and a reversal takes back what its payment added', () => {
  expect(booked([ledger([])])).toEqual([])
  const reversed = booked([ledger([paid('5000'), paid('-5000')])])
  expect(reversed).toEqual([
    '2990 1200 8400 2026',
    '2010 1200 8100 2026',
    '-2990 1200 8400 2026',
    '-2010 1200 8100 2026',
  ])
})

test('money back for a credit note is taken from the lines that it credits', () => {
  const credits = [{ lines: [exempt], at: '2026-11-22T10:00:00Z' }]
  const back = paid('-8000', { paidOn: '2026-11-23', recordedAt: '2026-11-23T10:00:00Z' })
  expect(booked([ledger([paid('19900'), back], { credits })])).toEqual([
    '11900 1200 8400 2026',
    '8000 1200 8100 2026',
    '-8000 1200 8100 2026',
  ])
  // A credit note without a refund changes nothing, because the business still has the money.
  expect(booked([ledger([paid('19900')], { credits })])).toHaveLength(2)
})

test('a credit note of a line that was paid in part moves that part to the lines that remain', () => {
  const credits = [{ lines: [exempt], at: '2026-11-22T10:00:00Z' }]
  const bookings = booked([ledger([paid('10000'), paid('1900', { recordedAt: '2026-11-24T10:00:00Z' })], { credits })])
  expect(bookings.toSorted()).toEqual(
    [
      '5980 1200 8400 2026',
      '4020 1200 8100 2026',
      '4020 1360 8400 2026',
      '-4020 1360 8100 2026',
      '1900 1200 8400 2026',
    ].toSorted(),
  )
})

test('credit that moves to another invoice moves its revenue, and no money', () => {
  const moved = { method: 'credit', partnerIssuedOn: '2026-11-20' } as const
  const from = ledger([paid('10000'), paid('-2000', moved)], { changes: { lines: [exempt] } })
  const to = ledger([paid('2000', moved)], { changes: { lines: [taxed], number: '2026-0149' } })
  expect(booked([from, to])).toEqual(['10000 1200 8100 2026', '-2000 1360 8100 2026', '2000 1360 8400 2026'])
  // On one debtor account, both entries cancel out.
  expect(booked([from, to], { basisOf: () => 'accrual', debtorOf: () => 10_000 })).toHaveLength(3)
})

test('an invoice keeps the basis of its year, so that a change of basis books nothing twice and leaves nothing out', () => {
  const changes = { issuedOn: '2026-12-20' }
  const paidInYear = paid('19900', { paidOn: '2027-01-10' })
  const credits = [{ lines: [exempt], at: '2027-02-01T10:00:00Z' }]
  const next = { period: { from: '2027-01-01', until: '2027-12-31' } }
  const all = [ledger([paidInYear], { changes, credits })]
  const toCash = { ...next, basisOf: (day: string) => (day < '2027' ? 'accrual' : 'cash') } as const
  expect(booked(all, { basisOf: toCash.basisOf })).toEqual(['11900 10000 8400 2026', '8000 10000 8100 2026'])
  expect(booked(all, toCash)).toEqual(['-8000 10000 8100 2027', '19900 1200 10000 2027'])
  const toAccrual = { ...next, basisOf: (day: string) => (day < '2027' ? 'cash' : 'accrual') } as const
  expect(booked(all, { basisOf: toAccrual.basisOf })).toEqual([])
  expect(booked(all, toAccrual)).toEqual(['11900 1200 8400 2027', '8000 1200 8100 2027'])
  // Credit that moves from an invoice on one basis to one on the other passes through the account for transit.
  const moved = { method: 'credit', paidOn: '2027-03-01' } as const
  const old = ledger([paidInYear, paid('-1000', { ...moved, partnerIssuedOn: '2027-02-01' })], { changes })
  const young = ledger([paid('1000', { ...moved, partnerIssuedOn: '2026-12-20' })], {
    changes: { issuedOn: '2027-02-01', lines: [exempt] },
  })
  expect(booked([old, young], toCash)).toEqual([
    '19900 1200 10000 2027',
    '-1000 1360 10000 2027',
    '1000 1360 8100 2027',
  ])
})

test('a payment counts on its own day, also before its invoice and in the year before', () => {
  const early = ledger([paid('19900', { paidOn: '2025-12-30' })], { changes: { issuedOn: '2026-01-05' } })
  expect(booked([early])).toEqual([])
  expect(booked([early], { period: { from: '2025-12-01', until: '2025-12-31' } })).toEqual([
    '11900 1200 8400 2025',
    '8000 1200 8100 2025',
  ])
})
