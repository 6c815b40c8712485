import type { ClientId } from '@attune/contract/common/ids'
import { wallClockOf } from '@attune/contract/common/time/time'
import {
  openMinor,
  overdueDays,
  statusOf,
  type InvoiceKind,
} from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceListItem, InvoiceSums } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { cursorAfter, parseCursor } from '../../../../platform/http/api/cursor.ts'
import { readZone } from '../../../people/profile/profile.ts'
import { creditedAtZeroSql, creditedSql, openSql, paidSql } from '../invoice.rows.ts'

export type InvoiceListInput = {
  filter: 'all' | 'draft' | 'open' | 'overdue' | 'paid'
  search?: string | undefined
  clientId?: ClientId | undefined
  after?: string | undefined
  limit: number
}

type ListedRow = Omit<InvoiceListItem, 'status' | 'overdueDays' | 'openMinor'> & {
  status: 'draft' | 'issued'
  kind: InvoiceKind
  paidMinor: string
  withheldMinor: string
  creditedMinor: string
  isCreditedAtZero: boolean
  at: string
}

const filters = (today: string): Record<InvoiceListInput['filter'], RawBuilder<unknown>> => {
  const issued = sql`i.status = 'issued' and i.kind = 'invoice'`
  return {
    all: sql`true`,
    draft: sql`i.status = 'draft'`,
    open: sql`${issued} and (i.due_on is null or i.due_on >= ${today}::date) and ${openSql} > 0`,
    overdue: sql`${issued} and i.due_on < ${today}::date and ${openSql} > 0`,
    paid: sql`${issued} and ${openSql} <= 0 and (${paidSql}::bigint <> 0 or (${creditedSql()}::bigint = 0 and not ${creditedAtZeroSql()}))`,
  }
}

/**
 * Returns one page of the acting therapist's invoices: drafts first, then issued ones, latest first in both. Invoices of an erased record have no
 * client name. Refuses with BAD_REQUEST for an invalid cursor.
 */
export async function listInvoices(
  tx: Tx,
  input: InvoiceListInput,
  now: Date,
): Promise<{ items: InvoiceListItem[]; next: string | null }> {
  const today = wallClockOf(now.toISOString(), await readZone(tx)).day
  const { rows } = await sql<ListedRow>`
    select i.id, coalesce(i.number_text, '') as number, i.kind, i.client_id as "clientId", coalesce(c.name, '') as "clientName",
      coalesce(i.frozen -> 'buyer' ->> 'name', nullif(p.name, ''), c.name, '') as "payerName",
      i.issued_on::text as "issuedOn", i.due_on::text as "dueOn", i.status, i.gross_minor::text as "grossMinor", i.currency,
      ${paidSql} as "paidMinor", i.withheld_minor::text as "withheldMinor", ${creditedSql()} as "creditedMinor", ${creditedAtZeroSql()} as "isCreditedAtZero",
      to_char(coalesce(i.issued_at, i.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from app.invoice i left join app.client_name c on c.therapist_id = i.therapist_id and c.id = i.client_id
      left join app.payer p on p.therapist_id = i.therapist_id and p.id = i.payer_id
    where i.therapist_id = ${tx.actor.id} and ${filters(today)[input.filter]} and ${searchSql(input.search)}
      and ${input.clientId ? sql`i.client_id = ${input.clientId}` : sql`true`} and ${afterItemSql(input.after)}
    order by (i.status = 'draft') desc, coalesce(i.issued_at, i.created_at) desc, i.id limit ${input.limit}`.execute(
    tx.kysely,
  )
  const last = rows.length === input.limit ? rows.at(-1) : undefined
  return {
    items: rows.map((row) => listItem(row, today)),
    next: last ? cursorAfter(last.at, last.id, last.status) : null,
  }
}

function listItem(
  { at: _at, paidMinor, withheldMinor, creditedMinor, isCreditedAtZero, ...row }: ListedRow,
  today: string,
): InvoiceListItem {
  const facts = { ...row, paidMinor, withheldMinor, creditedMinor, isCreditedAtZero }
  const status = statusOf(facts, today)
  return {
    ...row,
    status,
    overdueDays: status === 'overdue' ? overdueDays(row.dueOn, today) : 0,
    openMinor: String(openMinor(facts)),
  }
}

function searchSql(search: string | undefined): RawBuilder<unknown> {
  if (!search) return sql`true`
  const like = `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return sql`(i.number_text ilike ${like} or c.first_name || ' ' || c.last_name ilike ${like} or p.name ilike ${like}
    or i.frozen -> 'buyer' ->> 'name' ilike ${like})`
}

/** SQL condition for the rows after a cursor. Refuses with BAD_REQUEST for a text that is not a cursor. */
function afterItemSql(cursor: string | undefined): RawBuilder<unknown> {
  if (cursor === undefined) return sql`true`
  const { group, at, id } = parseCursor(cursor, ['draft', 'issued'])
  const isDraft = group === 'draft'
  const [draft, moment] = [sql`(i.status = 'draft')`, sql`coalesce(i.issued_at, i.created_at)`]
  return sql`(${draft} < ${isDraft} or (${draft} = ${isDraft} and (${moment} < ${at} or (${moment} = ${at} and i.id > ${id}))))`
}

/** Returns the acting therapist's sums by currency: the open and the overdue amounts at the time `now`, and the payments of the current month. */
export async function readInvoiceSums(tx: Tx, now: Date): Promise<InvoiceSums[]> {
  const today = wallClockOf(now.toISOString(), await readZone(tx)).day
  type Row = { currency: string; open: string; openCount: number; overdue: string; overdueCount: number; days: number }
  const { rows } = await sql<Row & { paid: string; paidCount: number }>`
    with due as materialized (
      select i.currency, i.due_on, ${openSql} as rest from app.invoice i
      where i.therapist_id = ${tx.actor.id} and i.status = 'issued' and i.kind = 'invoice'),
    sums as (
      select currency, coalesce(sum(rest) filter (where rest > 0 and not late), 0)::text as open,
        (count(*) filter (where rest > 0 and not late))::int as open_count,
        coalesce(sum(rest) filter (where rest > 0 and late), 0)::text as overdue,
        (count(*) filter (where rest > 0 and late))::int as overdue_count,
        coalesce(max(${today}::date - due_on) filter (where rest > 0 and late), 0)::int as days
      from (select currency, due_on, rest, coalesce(due_on < ${today}::date, false) as late from due) d group by currency),
    received as (
      select currency, sum(amount_minor)::text as paid, count(distinct invoice_id)::int as paid_count from app.payment
      where therapist_id = ${tx.actor.id} and date_trunc('month', paid_on) = date_trunc('month', ${today}::date) group by currency)
    select coalesce(s.currency, r.currency) as currency, coalesce(s.open, '0') as open, coalesce(s.open_count, 0) as "openCount",
      coalesce(s.overdue, '0') as overdue, coalesce(s.overdue_count, 0) as "overdueCount", coalesce(s.days, 0) as days,
      coalesce(r.paid, '0') as paid, coalesce(r.paid_count, 0) as "paidCount"
    from sums s full join received r on r.currency = s.currency order by 1`.execute(tx.kysely)
  return rows.map((row) => ({
    currency: row.currency,
    open: { minor: row.open, count: row.openCount },
    overdue: { minor: row.overdue, count: row.overdueCount, days: row.days },
    paidThisMonth: { minor: row.paid, count: row.paidCount },
  }))
}

/** Returns the number of the acting therapist's drafts. */
export async function countDrafts(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.invoice i where i.therapist_id = ${tx.actor.id} and i.status = 'draft'`.execute(
    tx.kysely,
  )
  return rows[0]?.count ?? 0
}
