import { randomUUID } from 'node:crypto'
import { insertIssuedInvoice } from '../../../testing/records/issued-invoices.ts'
import { fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const paymentFixtures = [
  /** An issued, overdue and partly paid invoice, and the payment. */
  fixture(['paidInvoiceId', 'paymentId'], createPayment),
  /** An issued invoice of the same payer that is overpaid. */
  fixture(['overpaidInvoiceId'], createOverpaid),
]

async function createOverpaid(order: FixtureOrder) {
  const { invoiceId } = await payInvoice(order, 12_000)
  return { overpaidInvoiceId: invoiceId }
}

async function createPayment(order: FixtureOrder) {
  const { invoiceId, paymentId } = await payInvoice(order, 4000)
  return { paidInvoiceId: invoiceId, paymentId }
}

async function payInvoice({ app, pair }: FixtureOrder, amount_minor: number) {
  const therapist_id = pair.therapist.accountId
  const invoiceId = await insertIssuedInvoice(app, {
    therapistId: therapist_id,
    clientId: pair.recordId,
    issuedOn: '2026-10-01',
    dueOn: '2026-10-15',
  })
  const paymentId = randomUUID()
  await app.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('payment')
      .values({
        id: paymentId,
        therapist_id,
        invoice_id: invoiceId,
        amount_minor,
        currency: 'EUR',
        paid_on: '2026-10-20',
        method: 'cash',
      })
      .execute(),
  )
  return { invoiceId, paymentId }
}
