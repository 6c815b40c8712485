import { periodStart, shiftDay, weekdayOf, type Period } from '../../../common/time/time.ts'

export const maxPaymentReference = 200

/** The steps of payment reminders, in order. Each step is made at most once per invoice. */
export const reminderSteps = [1, 2, 3] as const
export type ReminderStep = (typeof reminderSteps)[number]

/** The number of days that a reminder allows for the payment. After that, the next step is proposed. */
export const reminderPayDays = 10

/** The maximum number of reminders that are proposed and made at once. */
export const maxProposedReminders = 100

/** The maximum length of a reminder's text in characters, equal to that in the database. */
export const maxReminderText = 1000

/**
 * The placeholders in a reminder's text, written in braces: number and date of the invoice, its due day, the open amount, and the day by which to
 * pay.
 */
export const reminderPlaceholders = ['number', 'day', 'due', 'open', 'payBy'] as const
export type ReminderFacts = Record<(typeof reminderPlaceholders)[number], string>

/** Returns the words in braces in a text that are not placeholders, including their braces. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(/\{([^{}]*)\}/g)]
    .filter(([, name]) => !reminderPlaceholders.some((known) => known === name))
    .map(([braces]) => braces)

/** Returns the text of a reminder with its placeholders filled in. */
export const filledReminder = (text: string, facts: ReminderFacts): string =>
  text.replaceAll(/\{(number|day|due|open|payBy)\}/g, (_, name: keyof ReminderFacts) => facts[name])

/** Whether a reminder reaches the client in the app, or anyone by email. Otherwise the therapist must send its PDF. */
export const reachesSomeone = ({ client, emails }: { client: boolean; emails: readonly string[] }): boolean =>
  client || emails.length > 0

/** The facts about an issued invoice that determine its next reminder. Days are `YYYY-MM-DD`. */
export type RemindedInvoice = {
  /** The unpaid amount in minor units. */
  openMinor: string
  /** Null for an invoice without a due date. */
  dueOn: string | null
  /** The step of the latest reminder; null if there is none. */
  lastStep: ReminderStep | null
  /** The day by which the latest reminder asks for payment; null if there is none. */
  payBy: string | null
}

/**
 * Returns the next reminder step on the day `today` (in the therapist's zone), or the reason why there is none: `paid` if nothing is open,
 * `not-due` until the day after the due day, `all-made` after the third step.
 */
export function nextReminderStep(
  { openMinor, dueOn, lastStep }: RemindedInvoice,
  today: string,
): ReminderStep | 'paid' | 'not-due' | 'all-made' {
  if (BigInt(openMinor) <= 0n) return 'paid'
  if (dueOn === null || dueOn >= today) return 'not-due'
  return lastStep === 3 ? 'all-made' : (((lastStep ?? 0) + 1) as ReminderStep)
}

/**
 * Whether a reminder is proposed on the day `today`: the first reminder from `afterDays` days after the due day, each later reminder after the day by
 * which the previous reminder asked for payment. Never if `afterDays` is null.
 */
export function isReminderProposed(invoice: RemindedInvoice, today: string, afterDays: number | null): boolean {
  if (afterDays === null || typeof nextReminderStep(invoice, today) !== 'number') return false
  if (invoice.payBy !== null) return invoice.payBy < today
  return invoice.dueOn !== null && shiftDay(invoice.dueOn, afterDays) <= today
}

/**
 * Returns the remainder of a payment in minor units. `countered` contains the negative amounts of its counter-entries. A further counter-entry can
 * reverse at most the remainder.
 */
export const reversibleMinor = (amountMinor: string, countered: readonly string[]): bigint =>
  countered.reduce((left, entry) => left + BigInt(entry), BigInt(amountMinor))

type CreditEntry = { id: string; amountMinor: string; method: string; reference: string; countersId: string | null }

/**
 * Returns the part of the credit on an issued document that no longer pays it, because it was taken back: by the therapist, or by the bank together
 * with the transfer from which it came. `creditMinor` is the credit on the document, and `payments` are the payments of the invoice. A payment by
 * credit has the number of the invoice from which it came as its reference, and an entry that takes it back has none.
 */
export function takenBackCredit(creditMinor: string | undefined, payments: readonly CreditEntry[]): bigint {
  const used = payments.filter((one) => one.method === 'credit' && one.countersId === null && one.reference !== '')
  const back = payments.filter((one) => one.reference === '' && used.some(({ id }) => id === one.countersId))
  const left = [...used, ...back].reduce((sum, one) => sum + BigInt(one.amountMinor), 0n)
  const missing = BigInt(creditMinor ?? '0') - left
  return missing > 0n ? missing : 0n
}

/** Returns the first day of the week that contains `day`, moved forward by `later` weeks. Weeks begin on `firstWeekday`; 1 is Monday. */
const weekStart = (day: string, firstWeekday: number, later: number) =>
  shiftDay(day, later * 7 - ((weekdayOf(day) - firstWeekday + 7) % 7))

/**
 * Returns the first days of `count` successive periods, the last of which contains `today`, and the first day after
 * them. `firstWeekday` is the day on which a week begins; 1 is Monday.
 */
export function moneyPeriods(
  { period, count, firstWeekday }: { period: Period; count: number; firstWeekday: number },
  today: string,
): { starts: string[]; end: string } {
  const start = (later: number) =>
    period === 'weekly' ? weekStart(today, firstWeekday, later) : periodStart(period, today, later)
  return { starts: Array.from({ length: count }, (_, index) => start(index + 1 - count)), end: start(1) }
}

/** The amounts of a day in one currency, in minor units. */
export type MoneyDay = {
  day: string
  currency: string
  /** The sum of the invoices of this day, minus credit notes. */
  issuedMinor: bigint
  /** The sum of the payments of this day. */
  receivedMinor: bigint
  /** The unpaid amount of the invoices of this day. */
  openMinor: bigint
  /** The overdue part of `openMinor`. */
  overdueMinor: bigint
}
export type MoneyItem = Omit<MoneyDay, 'day' | 'currency'> & { from: string }

/**
 * Sums days by period and currency. Currencies are in alphabetical order. Ignores the amounts of days outside the periods; a currency that has only
 * such days gets periods of 0.
 */
export function moneyByPeriod({ starts, end }: ReturnType<typeof moneyPeriods>, days: readonly MoneyDay[]) {
  const byCurrency = new Map<string, MoneyItem[]>()
  for (const { currency, day, ...sums } of days) {
    const at = day < end ? starts.findLastIndex((from) => from <= day) : -1
    const items =
      byCurrency.get(currency) ??
      starts.map((from) => ({ from, issuedMinor: 0n, receivedMinor: 0n, openMinor: 0n, overdueMinor: 0n }))
    byCurrency.set(currency, items)
    const item = items[at]
    if (!item) continue
    item.issuedMinor += sums.issuedMinor
    item.receivedMinor += sums.receivedMinor
    item.openMinor += sums.openMinor
    item.overdueMinor += sums.overdueMinor
  }
  return [...byCurrency]
    .map(([currency, items]) => ({ currency, items }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
}
