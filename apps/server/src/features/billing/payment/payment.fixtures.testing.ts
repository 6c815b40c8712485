import { randomUUID } from 'node:crypto'
import { insertIssuedInvoice } from '../../../testing/records/issued-invoices.ts'
import { fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const paymentFixtures = [
  /** An issued, overdue and partly paid invoice, and the payment. */
  fixture(['paidInvoiceId', 'paymentId'], createPayment),
]

async function createPayment({ app, pair }: FixtureOrder) {
  const therapist_id = pair.therapist.accountId
  const paidInvoiceId = await insertIssuedInvoice(app, {
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
        invoice_id: paidInvoiceId,
        amount_minor: 4000,
        currency: 'EUR',
        paid_on: '2026-10-20',
        method: 'cash',
      })
      .execute(),
  )
  return { paidInvoiceId, paymentId }
}
