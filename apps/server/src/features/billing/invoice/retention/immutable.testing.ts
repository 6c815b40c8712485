import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect } from 'vitest'
import type { Person } from '../../../../testing/people.ts'

type Order = { statement: string; values: unknown[]; before: string }

const tables = [
  'invoice',
  'invoice_line',
  'invoice_event',
  'invoice_document',
  'invoice_erased',
  'invoice_erasure',
  'invoice_lost',
  'invoice_reminder',
  'invoice_series',
  'receipt_withdrawal',
  'session_billed',
  'superbill',
  'superbill_line',
  'superbill_document',
  'payment',
]

/** Runs statements and rolls them back. Returns the error code or the number of rows. */
export async function codeInTransaction(client: pg.Client, { statement, values, before }: Order): Promise<string> {
  await client.query('begin')
  try {
    await client.query(before)
    const { rowCount } = await client.query(statement, values)
    await client.query('set constraints all immediate')
    return `${rowCount} rows`
  } catch (error) {
    return (error as pg.DatabaseError).code ?? ''
  } finally {
    await client.query('rollback')
  }
}

/** Runs statements like `codeInTransaction`, but as the owner of the tables and without row security. */
export function codeAsOwner(client: pg.Client, { before, ...order }: Order): Promise<string> {
  const unforced = tables.map((table) => `alter table app.${table} no force row level security`)
  return codeInTransaction(client, { ...order, before: ['set local role attune_owner', ...unforced, before].join(';') })
}

/** Records a payment of an invoice. */
export const payCash = (therapist: Person, invoiceId: string) =>
  therapist.api.payment.record({
    id: randomUUID(),
    invoiceId,
    amountMinor: '100',
    currency: 'EUR',
    paidOn: '2026-11-02',
    method: 'cash',
    reference: '',
  })

const onePerInvoice = (table: string, change: string, code: string): [string, string][] => [
  [`update app.${table} set ${change} where invoice_id = $1`, code],
  [`delete from app.${table} where invoice_id = $1`, code],
]

/** Expects that changes of an issued and paid invoice are refused: of its rows, of its series, and of whole tables. */
export async function expectFrozen(
  { invoiceId, therapistId }: { invoiceId: string; therapistId: string },
  codeOf: (order: Order) => Promise<string>,
): Promise<void> {
  const before = `
    insert into app.invoice_document (therapist_id, invoice_id, kind, sha256, bytes)
      values ('${therapistId}', '${invoiceId}', 'xrechnung', repeat('0', 64), 'x');
    insert into app.invoice_reminder (therapist_id, invoice_id, step, made_on, pay_by, frozen)
      values ('${therapistId}', '${invoiceId}', 1, current_date, current_date, '{}');
    insert into app.invoice_erasure (id, therapist_id, kept_until, reason, invoices, credit_notes, lines, payments, reminders, files, links)
      values ('${invoiceId}', '${therapistId}', '2020-12-31', 'client-erased', 1, 0, 1, 1, 0, 0, 0)`
  const ofInvoice: [string, string][] = [
    [`update app.invoice set note = 'x' where id = $1`, 'AT001'],
    [`update app.invoice set status = 'draft', number = null where id = $1`, 'AT001'],
    ['update app.invoice set frozen = frozen where id = $1', 'AT001'],
    ['delete from app.invoice where id = $1', 'AT001'],
    ...onePerInvoice('invoice_line', 'price_minor = 1', 'AT001'),
    ...onePerInvoice('invoice_event', `kind = 'sent'`, 'AT001'),
    ...onePerInvoice('payment', 'amount_minor = 1', '23001'),
    ...onePerInvoice('invoice_document', `bytes = 'y'`, '23001'),
    ...onePerInvoice('invoice_reminder', `frozen = '{}'`, '23001'),
    [`update app.invoice_erasure set lines = 2 where id = $1`, '23001'],
    [`delete from app.invoice_erasure where id = $1`, '23001'],
    [
      `insert into app.invoice_erased (therapist_id, year, number, number_text, kind, issued_on, currency, gross_minor, invoice_id, erasure_id)
        select therapist_id, year, number, number_text, kind, issued_on, currency, gross_minor, id, id from app.invoice where id = $1`,
      'AT004',
    ],
    [
      `insert into app.invoice_line (therapist_id, invoice_id, position, text, price_minor)
        select therapist_id, id, 2, 'late', 1 from app.invoice where id = $1`,
      'AT001',
    ],
  ]
  const ofSeries: [string, string][] = [
    ['update app.invoice_series set last = last - 1 where therapist_id = $1', 'AT002'],
    ['update app.invoice_series set last = last + 1 where therapist_id = $1', 'AT002'],
    ['delete from app.invoice_series where therapist_id = $1', 'AT002'],
  ]
  const ofTables: [string, string][] = [
    ...['invoice', 'invoice_line', 'invoice_event', 'session_billed'].map((table): [string, string] => [
      table,
      'AT001',
    ]),
    ...['payment', 'invoice_document', 'invoice_reminder', 'invoice_lost', 'invoice_erased', 'invoice_erasure'].map(
      (table): [string, string] => [table, '23001'],
    ),
    ['invoice_series', 'AT002'],
  ]
  for (const [statement, code] of ofInvoice)
    expect(await codeOf({ statement, values: [invoiceId], before }), statement).toBe(code)
  for (const [statement, code] of ofSeries)
    expect(await codeOf({ statement, values: [therapistId], before: '' }), statement).toBe(code)
  for (const [table, code] of ofTables)
    expect(await codeOf({ statement: `truncate app.${table} cascade`, values: [], before: '' }), table).toBe(code)
}
