import { expect, test } from 'vitest'
import { invoiceContent } from './invoice-content.ts'
import { invoiceDocument } from './invoice-document.testing.ts'
import { pageTexts } from './texts.ts'

const corrects = { number: '2026-0100', issuedOn: '2026-10-01' }
const creditNote = (part: object) =>
  invoiceContent(
    invoiceDocument({ language: 'en', kind: 'credit-note', number: '2026-0148', dueOn: null, corrects, ...part }),
  )

test('a credit note names its reason with a label, and when and how the money comes back', () => {
  const refund = { way: 'transfer' as const, amountMinor: '9500', by: '2026-11-16' }
  expect(creditNote({ note: 'Wrong date', refund }).after).toEqual([
    'Reason: Wrong date',
    'We’ll transfer €95.00 back to you by 16 November 2026.',
  ])
  expect(creditNote({ refund: { ...refund, way: 'credit', by: null } }).after).toEqual([
    '€95.00 stays as credit for your other invoices.',
  ])
  expect(creditNote({ refund: { way: 'none', amountMinor: '0', by: null } }).after[0]).toMatch(
    /^Nothing was paid for it/,
  )
})

test('a credit note of an earlier version says nothing about money, and the note of an invoice has no label', () => {
  expect(creditNote({ note: '' }).after).toEqual([])
  expect(invoiceContent(invoiceDocument({ language: 'en', note: 'Thank you' })).after).toContain('Thank you')
})

test('an invoice that credit has paid in part asks for the rest, and one that is paid asks for nothing', () => {
  const sheet = invoiceDocument({ creditMinor: '3000' })
  const rest = pageTexts(sheet).money(BigInt(sheet.grossMinor) - 3000n)
  const { tables, payment, after } = invoiceContent(sheet)
  expect(tables[0]?.sums?.slice(-2).map(({ value }) => value)).toEqual([pageTexts(sheet).money('-3000'), rest])
  expect(payment?.rows.at(-1)?.value).toBe(rest)
  expect(after).toEqual(invoiceContent(invoiceDocument()).after)
  const paid = invoiceContent(invoiceDocument({ creditMinor: sheet.grossMinor }))
  expect([paid.payment, paid.after]).toEqual([null, []])
})
