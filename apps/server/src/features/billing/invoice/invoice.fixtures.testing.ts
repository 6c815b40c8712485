import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { invoiceDocument } from '../billing-document/content/invoice-document.testing.ts'
import { insertCompletedSession } from '../../../testing/records/sessions.ts'
import { businessRow } from '../../../testing/records/invoices.ts'
import { canary, type ConnectedPair, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const invoiceFixtures = [
  /**
   * The client's record, whose therapist has a complete business; a completed session of the client that is not billed; a draft that can be
   * issued, and an issued invoice of the client.
   */
  fixture(['billingClientId', 'billableSessionId', 'draftInvoiceId', 'issuedInvoiceId'], createInvoices),
]

/** Inserts a complete business, a session to bill, a draft that can be issued, and an issued invoice of the client of the pair. */
async function createInvoices({ app, pair }: FixtureOrder) {
  const [draftInvoiceId, issuedInvoiceId] = [randomUUID(), randomUUID()]
  const long = new Date(Date.now() - 7 * 365 * 86_400_000)
  const billableSessionId = await insertCompletedSession(app, pair.therapist, pair.recordId, long)
  await app.db.asActor({ role: 'therapist', id: pair.therapist.accountId }, async (tx) => {
    const { therapist_id, ...business } = businessRow(pair.therapist.accountId)
    await tx.kysely
      .insertInto('business')
      .values({ therapist_id, ...business })
      .onConflict((on) => on.column('therapist_id').doUpdateSet(business))
      .execute()
    const payerId = await insertPayer(tx, pair)
    await insertDraft(tx, pair, { id: draftInvoiceId, payerId })
    // The client's current payer may be another person by now; the issued invoice is addressed to the client.
    await insertDraft(tx, pair, { id: issuedInvoiceId, payerId: null })
    await issue(tx, pair, issuedInvoiceId)
  })
  return { billingClientId: pair.recordId, billableSessionId, draftInvoiceId, issuedInvoiceId }
}

async function insertPayer(tx: Tx, pair: ConnectedPair): Promise<string> {
  const id = randomUUID()
  const address = { street: 'Hauptstr. 6', postal_code: '10827', city: 'Berlin', country: 'DE' }
  await tx.kysely
    .insertInto('payer')
    .values({ id, therapist_id: tx.actor.id, client_id: pair.recordId, kind: 'client', ...address })
    .onConflict((on) => on.doNothing())
    .execute()
  const { rows } = await sql<{ id: string }>`
    update app.payer set street = ${address.street}, postal_code = '10827', city = 'Berlin', country = 'DE', agreed_at = now(), agreed_by = 'therapist',
      withdrawn_at = null
    where client_id = ${pair.recordId} and is_current returning id`.execute(tx.kysely)
  return rows[0]?.id ?? id
}

async function insertDraft(tx: Tx, pair: ConnectedPair, { id, payerId }: { id: string; payerId: string | null }) {
  const therapist_id = tx.actor.id
  const sums = { net_minor: 8000, tax_minor: 0, gross_minor: 8000 }
  await tx.kysely
    .insertInto('invoice')
    .values({
      id,
      therapist_id,
      client_id: pair.recordId,
      payer_id: payerId,
      language: 'de',
      currency: 'EUR',
      note: canary(pair.name, 'invoice'),
      ...sums,
    })
    .execute()
  await tx.kysely
    .insertInto('invoice_line')
    .values({
      therapist_id,
      invoice_id: id,
      position: 1,
      service_on: '2026-11-02',
      text: canary(pair.name, 'line'),
      price_minor: 8000,
      net_minor: 8000,
    })
    .execute()
}

async function issue(tx: Tx, pair: ConnectedPair, id: string): Promise<void> {
  const sheet = invoiceDocument({ buyer: { name: canary(pair.name, 'payer') } })
  await sql`update app.invoice_line set tax_category = 'E', tax_rate_bp = 0, exempt_reason = 'exempt' where invoice_id = ${id}`.execute(
    tx.kysely,
  )
  // The day is at least that of the therapist's latest invoice, because days must not decrease with the numbers.
  await sql`
    with latest as (select coalesce(max(i.issued_on), '2001-05-05') as day from app.invoice i where i.therapist_id = ${tx.actor.id}),
      s as (insert into app.invoice_series as s (therapist_id, year, last) select ${tx.actor.id}, extract(year from day), 1 from latest
        on conflict (therapist_id, year, series) do update set last = s.last + 1 returning year, last)
    update app.invoice i set status = 'issued', year = s.year, number = s.last, number_text = s.year || '-' || s.last, issued_on = latest.day,
      issued_at = clock_timestamp(), due_on = latest.day + 14, frozen = ${JSON.stringify(sheet)}::jsonb, command = ${randomUUID()}
    from s, latest where i.id = ${id}`.execute(tx.kysely)
}
