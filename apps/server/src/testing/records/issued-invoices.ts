import { sql } from 'kysely'
import { invoiceNumber } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { randomUUID } from 'node:crypto'
import {
  invoiceDocument,
  documentLine,
} from '../../features/billing/billing-document/content/invoice-document.testing.ts'
import type { TestApp } from '../app.ts'

type Order = {
  therapistId: string
  clientId: string
  issuedOn: string
  dueOn?: string
  grossMinor?: string
  currency?: string
  language?: Language
  /** The payer; by default the client, without a row in the payer table. */
  payerId?: string
  /** The name of the payer on the invoice, and the country of the business. */
  buyerName?: string
  country?: string
  /** The id of the invoice that the inserted credit note credits in full. */
  corrects?: string
  /** The printed number of the therapist's first invoice of the year; 1 by default. */
  firstNumber?: number
}

/**
 * Inserts an issued invoice with one line, or a credit note, and returns its id. It is issued on `issuedOn`, or on the day of the therapist's latest
 * invoice if that is later, because a higher number must not have an earlier day.
 */
export function insertIssuedInvoice(app: Pick<TestApp, 'db'>, order: Order): Promise<string> {
  const {
    therapistId,
    clientId,
    dueOn = order.issuedOn,
    grossMinor = '9500',
    currency = 'EUR',
    language = 'en',
    payerId = null,
    buyerName,
    country,
    corrects,
    firstNumber = 1,
  } = order
  const id = randomUUID()
  const kind = corrects ? 'credit-note' : 'invoice'
  return app.db.asActor({ role: 'therapist', id: therapistId }, async (tx) => {
    const latest = await sql<{ day: string }>`
      select greatest(${order.issuedOn}, max(issued_on)) as day from app.invoice where therapist_id = ${therapistId}`.execute(
      tx.kysely,
    )
    const issuedOn = latest.rows[0]?.day ?? order.issuedOn
    const year = Number(issuedOn.slice(0, 4))
    await sql`
      insert into app.invoice (id, therapist_id, client_id, payer_id, kind, corrects_id, language, currency, net_minor, gross_minor)
      values (${id}, ${therapistId}, ${clientId}, ${payerId}, ${kind}, ${corrects ?? null}, ${language}, ${currency}, ${grossMinor}, ${grossMinor})`.execute(
      tx.kysely,
    )
    await sql`
      insert into app.invoice_line (therapist_id, invoice_id, position, text, price_minor, net_minor, tax_rate_bp, tax_category, exempt_code,
        credits_id, credits_position)
      values (${therapistId}, ${id}, 1, 'Psychotherapy', ${grossMinor}, ${grossMinor}, 0, 'E', 'VATEX-EU-132-1C', ${corrects ?? null},
        ${corrects ? 1 : null})`.execute(tx.kysely)
    const { rows } = await sql<{ last: number; first: number }>`
      insert into app.invoice_series as s (therapist_id, year, first_number, last) values (${therapistId}, ${year}, ${firstNumber}, 1)
      on conflict (therapist_id, year, series) do update set last = s.last + 1
      returning last, first_number as first`.execute(tx.kysely)
    const { last: number, first } = rows[0] ?? { last: 1, first: 1 }
    const text = invoiceNumber(year, number + first - 1)
    const sheet = invoiceDocument({
      kind,
      number: text,
      issuedOn,
      dueOn,
      currency,
      language,
      lines: [documentLine({ priceMinor: grossMinor })],
      buyer: { kind: payerId ? 'organization' : 'client', ...(buyerName && { name: buyerName }) },
      ...(country && { seller: { country } }),
    })
    await sql`
      update app.invoice set status = 'issued', year = ${year}, number = ${number}, number_text = ${text}, issued_on = ${issuedOn},
        due_on = ${corrects ? null : dueOn}, issued_at = clock_timestamp(), frozen = ${JSON.stringify(sheet)}, command = ${randomUUID()}
      where id = ${id}`.execute(tx.kysely)
    return id
  })
}
