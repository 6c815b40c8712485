import { moneyByPeriod, type MoneyDay, moneyPeriods } from '@attune/contract/features/billing/payment/payment.rules'
import { chartPeriodCounts } from '@attune/contract/features/schedule/session/session.rules'
import type { ChartPeriod } from '@attune/contract/features/schedule/session/session.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { openSql } from '../invoice/invoice.ts'
import { readCurrentDay } from './payment.day.ts'

/**
 * Returns the amounts that the acting therapist has issued and received in each period, and the open and overdue amounts of the invoices issued in
 * it, by currency. The last period is the current one.
 */
export async function readMoneyChart(
  tx: Tx,
  { period, firstWeekday }: { period: ChartPeriod; firstWeekday: number },
  now: Date,
) {
  const today = await readCurrentDay(tx, now)
  const periods = moneyPeriods({ period, count: chartPeriodCounts[period], firstWeekday }, today)
  const days = await listMoneyDays(tx, { from: periods.starts[0] ?? today, end: periods.end, today })
  return moneyByPeriod(periods, days).map(({ currency, items }) => ({
    currency,
    items: items.map(({ from, ...sums }) => ({
      from,
      issuedMinor: sums.issuedMinor.toString(),
      receivedMinor: sums.receivedMinor.toString(),
      openMinor: sums.openMinor.toString(),
      overdueMinor: sums.overdueMinor.toString(),
    })),
  }))
}

type DayRow = Record<'day' | 'currency' | 'issued' | 'received' | 'open' | 'overdue', string>

/** Sums the issued, received, open and overdue amounts of each day from `from` until before `end`, by currency. An overpaid invoice is not open. */
async function listMoneyDays(
  tx: Tx,
  { from, end, today }: { from: string; end: string; today: string },
): Promise<MoneyDay[]> {
  const { rows } = await sql<DayRow>`
    with invoices as (
      select i.issued_on, i.due_on, i.currency, case i.kind when 'credit-note' then -i.gross_minor else i.gross_minor end as issued,
        case i.kind when 'credit-note' then 0 else greatest(${openSql}, 0) end as open
      from app.invoice i
      where i.therapist_id = ${tx.actor.id} and i.status = 'issued' and i.issued_on >= ${from} and i.issued_on < ${end}
    ), facts as (
      select issued_on as day, currency, issued, 0::bigint as received, open, case when due_on < ${today} then open else 0 end as overdue
      from invoices
      union all select p.paid_on, p.currency, 0, p.amount_minor, 0, 0 from app.payment p
        where p.therapist_id = ${tx.actor.id} and p.paid_on >= ${from} and p.paid_on < ${end}
    )
    select day::text, currency, sum(issued)::text as issued, sum(received)::text as received, sum(open)::text as open,
      sum(overdue)::text as overdue
    from facts group by day, currency`.execute(tx.kysely)
  return rows.map(({ day, currency, issued, received, open, overdue }) => ({
    day,
    currency,
    issuedMinor: BigInt(issued),
    receivedMinor: BigInt(received),
    openMinor: BigInt(open),
    overdueMinor: BigInt(overdue),
  }))
}
