import { Temporal } from 'temporal-polyfill'
import { shiftDay, weekdayOf } from '../../../common/time/time.ts'
import { maxInvoiceMinor } from '../invoice/invoice.rules.ts'

export const estimateLimits = {
  lines: 100,
  /** The maximum quantity of a line: the expected number of services. */
  quantity: 9999,
  /** The maximum number of clients in the therapist's list. */
  clients: 500,
} as const

/** The maximum total of an estimate, in cents. */
export const maxEstimateMinor = maxInvoiceMinor

/** The maximum number of characters of the texts of an estimate. */
export const estimateLengths = {
  code: 40,
  text: 500,
  frequency: 200,
  place: 300,
  diagnosis: 300,
  separately: 2000,
} as const

/**
 * The fields that can be missing in an estimate. `npi` and `taxId` come from the business settings, `birthDate` from the client's profile; `lines`
 * means that the estimate has no line.
 */
export const estimateFields = [
  'business',
  'npi',
  'taxId',
  'birthDate',
  'periodFrom',
  'periodUntil',
  'place',
  'lines',
  'text',
  'price',
  'total',
  'businessLetters',
  'clientLetters',
  'frequency',
  'diagnosis',
  'separately',
] as const
export type EstimateField = (typeof estimateFields)[number]

/** The texts of an estimate outside its lines. */
export const estimateTexts = ['frequency', 'place', 'diagnosis', 'separately'] as const satisfies EstimateField[]

/** Returns the last day of the period of an estimate that starts on `from`: 12 months, including that day. */
export const lastPeriodDay = (from: string): string =>
  shiftDay(Temporal.PlainDate.from(from).add({ years: 1 }).toString(), -1)

type Amounts = { quantity: number; priceMinor: string | null }

/** Returns the expected charge of a line in cents; 0 while the price is not known. */
export const lineTotal = ({ quantity, priceMinor }: Amounts): bigint => BigInt(quantity) * BigInt(priceMinor ?? '0')
/** Returns the total of the lines of an estimate in cents. */
export const estimateTotal = (lines: readonly Amounts[]): bigint =>
  lines.reduce((total, line) => total + lineTotal(line), 0n)

/** The amount above an estimate, in cents, from which the client can start the dispute process (45 CFR 149.620). */
const substantialMinor = 40_000n

/** Returns the difference between the billed amount and an estimate in cents; null if it is below $400. */
export function substantialExcess(billedMinor: string, totalMinor: string): string | null {
  const excess = BigInt(billedMinor) - BigInt(totalMinor)
  return excess >= substantialMinor ? String(excess) : null
}

const nthWeekday = (year: number, month: number, weekday: number, nth: number): string => {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  return shiftDay(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1))
}
const lastMonday = (year: number, month: number): string => {
  const fifth = nthWeekday(year, month, 1, 5)
  return Number(fifth.slice(5, 7)) === month ? fifth : shiftDay(fifth, -7)
}
/** A holiday on a Saturday is observed on the Friday before, one on a Sunday on the Monday after. */
const observed = (day: string): string => shiftDay(day, { 6: -1, 7: 1 }[weekdayOf(day)] ?? 0)

const holidaysOf = new Map<number, Set<string>>()

/** Returns the days on which the federal holidays of a year (5 U.S.C. 6103) are observed. 1 January can be observed in the year before. */
export function federalHolidays(year: number): Set<string> {
  const known = holidaysOf.get(year)
  if (known) return known
  const days = new Set([
    observed(`${year}-01-01`),
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    lastMonday(year, 5),
    observed(`${year}-06-19`),
    observed(`${year}-07-04`),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 10, 1, 2),
    observed(`${year}-11-11`),
    nthWeekday(year, 11, 4, 4),
    observed(`${year}-12-25`),
  ])
  holidaysOf.set(year, days)
  return days
}

/** Whether a day is a business day: Monday to Friday, and not a federal holiday. */
export function isBusinessDay(day: string): boolean {
  const year = Number(day.slice(0, 4))
  return weekdayOf(day) <= 5 && !federalHolidays(year).has(day) && !federalHolidays(year + 1).has(day)
}

/** Returns the nth business day after a day. */
export function businessDayAfter(day: string, n: number): string {
  let at = day
  for (let left = n; left > 0;) {
    at = shiftDay(at, 1)
    if (isBusinessDay(at)) left--
  }
  return at
}

/** Whether a session is at least `n` business days after a day. The count starts with the following day and includes the day of the session. */
const isAhead = (day: string, sessionOn: string, n: number) => businessDayAfter(day, n) <= sessionOn

/**
 * Returns the day by which the estimate for a session is due: 1 business day after scheduling if the session is at least 3 business days away, 3
 * business days if it is at least 10 away; null if it is less than 3 away. Days are in the therapist's zone. Source: 45 CFR 149.610(b)(1)(vi).
 */
export function estimateDueOn({ scheduledOn, sessionOn }: { scheduledOn: string; sessionOn: string }): string | null {
  if (!isAhead(scheduledOn, sessionOn, 3)) return null
  return businessDayAfter(scheduledOn, isAhead(scheduledOn, sessionOn, 10) ? 3 : 1)
}

/** Returns the day by which an estimate that a client requested is due: 3 business days after the request. */
export const requestedDueOn = (askedOn: string): string => businessDayAfter(askedOn, 3)
