import { expect, test } from 'vitest'
import {
  filledReminder,
  isReminderProposed,
  moneyByPeriod,
  moneyPeriods,
  nextReminderStep,
  reversibleMinor,
  takenBackCredit,
  unknownPlaceholders,
} from './payment.rules.ts'

const today = '2026-11-22'
const firstDays = (period: Parameters<typeof moneyPeriods>[0]['period'], firstWeekday = 1) => {
  const { starts, end } = moneyPeriods({ period, count: 3, firstWeekday }, today)
  return [...starts, end]
}

test('the periods of the sums are days, weeks, months, quarters and years, and the last one contains today [9.05]', () => {
  expect(firstDays('daily')).toEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'])
  expect(firstDays('weekly')).toEqual(['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'])
  expect(firstDays('monthly')).toEqual(['2026-09-01', '2026-10-01', '2026-11-01', '2026-12-01'])
  expect(firstDays('quarterly')).toEqual(['2026-04-01', '2026-07-01', '2026-10-01', '2027-01-01'])
  expect(firstDays('yearly')).toEqual(['2024-01-01', '2025-01-01', '2026-01-01', '2027-01-01'])
})

test('a week begins on the given weekday', () => {
  expect(firstDays('weekly', 7)).toEqual(['2026-11-08', '2026-11-15', '2026-11-22', '2026-11-29'])
  expect(firstDays('weekly', 6)).toEqual(['2026-11-07', '2026-11-14', '2026-11-21', '2026-11-28'])
})

test('sums are kept apart by currency, and days outside the periods are left out', () => {
  const none = { issuedMinor: 0n, receivedMinor: 0n, openMinor: 0n, overdueMinor: 0n }
  const periods = moneyPeriods({ period: 'monthly', count: 2, firstWeekday: 1 }, today)
  const sums = moneyByPeriod(periods, [
    { ...none, day: '2026-10-31', currency: 'EUR', issuedMinor: 500n, openMinor: 200n, overdueMinor: 200n },
    { ...none, day: '2026-11-01', currency: 'EUR', issuedMinor: 700n },
    { ...none, day: '2026-11-22', currency: 'CHF', receivedMinor: 900n },
    { ...none, day: '2026-11-30', currency: 'EUR', issuedMinor: -100n },
    { ...none, day: '2026-09-30', currency: 'EUR', issuedMinor: 1n },
    { ...none, day: '2026-12-01', currency: 'EUR', issuedMinor: 1n },
  ])
  expect(sums).toEqual([
    {
      currency: 'CHF',
      items: [
        { ...none, from: '2026-10-01' },
        { ...none, from: '2026-11-01', receivedMinor: 900n },
      ],
    },
    {
      currency: 'EUR',
      items: [
        { ...none, from: '2026-10-01', issuedMinor: 500n, openMinor: 200n, overdueMinor: 200n },
        { ...none, from: '2026-11-01', issuedMinor: 600n },
      ],
    },
  ])
})

test('counter-entries reduce what is left of a payment', () => {
  expect(reversibleMinor('9500', [])).toBe(9500n)
  expect(reversibleMinor('9500', ['-500', '-9000'])).toBe(0n)
})

const overdue = { openMinor: '9500', dueOn: '2026-11-15', lastStep: null, payBy: null }

test('reminders have three steps, and none before the day after the due day or for what is paid', () => {
  expect(nextReminderStep(overdue, today)).toBe(1)
  expect(nextReminderStep({ ...overdue, lastStep: 2, payBy: '2026-11-20' }, today)).toBe(3)
  expect(nextReminderStep({ ...overdue, lastStep: 3, payBy: '2026-11-20' }, today)).toBe('all-made')
  expect(nextReminderStep({ ...overdue, dueOn: today }, today)).toBe('not-due')
  expect(nextReminderStep({ ...overdue, openMinor: '0' }, today)).toBe('paid')
  expect(nextReminderStep({ ...overdue, openMinor: '-100' }, today)).toBe('paid')
})

test('a reminder is proposed the set number of days after the due day, the next after the day of the one before', () => {
  expect(isReminderProposed(overdue, today, 7)).toBe(true)
  expect(isReminderProposed(overdue, today, 8)).toBe(false)
  expect(isReminderProposed(overdue, today, null)).toBe(false)
  const reminded = { ...overdue, lastStep: 1 as const, payBy: '2026-11-21' }
  expect(isReminderProposed(reminded, today, 7)).toBe(true)
  expect(isReminderProposed({ ...reminded, payBy: today }, today, 7)).toBe(false)
  expect(isReminderProposed({ ...reminded, openMinor: '0' }, today, 7)).toBe(false)
})

test('the placeholders of a reminder are filled in, and other names in braces are found', () => {
  const facts = { number: '2026-0001', day: '1 May', due: '15 May', open: '€5', payBy: '1 June' }
  expect(filledReminder('{number} of {day}: {open}, {open} by {payBy} (due {due})', facts)).toBe(
    '2026-0001 of 1 May: €5, €5 by 1 June (due 15 May)',
  )
  // Braces in a value are not replaced again.
  expect(filledReminder('{number}', { ...facts, number: '{day}' })).toBe('{day}')
  expect(unknownPlaceholders('{number} {Number} {} { a } {open')).toEqual(['{Number}', '{}', '{ a }'])
  expect(unknownPlaceholders('none')).toEqual([])
})

test('credit on a document is taken back by a reversal, not by being moved on, and counts again once credit is used', () => {
  const entry = (id: string, amountMinor: string, changes: object = {}) => ({
    id,
    amountMinor,
    method: 'credit',
    reference: '',
    countersId: null,
    ...changes,
  })
  const used = entry('a', '3000', { reference: '2026-0001' })
  const back = entry('b', '-3000', { countersId: 'a' })
  const byBank = { ...back, amountMinor: '-1000', method: 'bank-transfer' }
  expect(takenBackCredit(undefined, [])).toBe(0n)
  expect(takenBackCredit('3000', [used])).toBe(0n)
  expect(takenBackCredit('3000', [used, back])).toBe(3000n)
  expect(takenBackCredit('3000', [used, byBank])).toBe(1000n)
  expect(takenBackCredit('3000', [used, back, entry('c', '2000', { reference: '2026-0001' })])).toBe(1000n)
  expect(takenBackCredit('3000', [used, { ...back, reference: '2026-0003' }])).toBe(0n)
  // A repayment of credit that was used on another invoice did not pay this document.
  expect(takenBackCredit('3000', [used, back, entry('d', '3000')])).toBe(3000n)
})
