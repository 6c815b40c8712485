import { todayIn } from '@attune/contract/common/time/time'
import { sql } from 'kysely'
import { openOutbound } from '../../../platform/outbound/outbound.ts'
import { createTestApp, type TestApp, type TestAppOptions } from '../../../testing/app.ts'
import { insertIssuedInvoice } from '../../../testing/records/issued-invoices.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { openStripeDouble, type StripeDouble } from '../../../testing/doubles/stripe.ts'

export type OnlinePractice = {
  app: TestApp
  double: StripeDouble
  therapist: Person
  client: Person
  clientId: string
  /** The address of the therapist's webhook. */
  hook: string
  /** Inserts an invoice to the client, by default of 95.00 €, and returns its id. */
  issue(changes?: { grossMinor?: string; currency?: string }): Promise<string>
  /** Opens the payment page of an invoice as the client, and returns the provider's id of the page. */
  open(invoiceId: string): Promise<string>
  /** Returns the status of an invoice and its payments in the order in which they were recorded, in minor units. */
  paidOf(invoiceId: string): Promise<{ status: string; entries: string[] }>
  close(): Promise<void>
}

/** Starts an app with a test double of the provider of online payments, a therapist who has switched on online payments, and a client. */
export async function openOnlinePractice(options: TestAppOptions = {}): Promise<OnlinePractice> {
  const double = await openStripeDouble()
  const app = await createTestApp({
    worker: false,
    outbound: openOutbound({ trusted: [double.origin] }),
    paymentApiOrigin: double.origin,
    ...options,
    config: { allowsTestPayments: true, ...options.config },
  })
  const [therapist, client] = await Promise.all([app.person('therapist', 1), app.person('client', 1)])
  const clientId = await connectClient(app, therapist, client)
  const { onlinePayment: api } = therapist.api
  await api.saveKey({ key: double.key })
  const { hookAddress } = await api.saveSecret({ secret: double.secret })
  await api.setOn({ on: true })
  const today = todayIn('Europe/Berlin', app.clock.now())
  return {
    app,
    double,
    therapist,
    client,
    clientId,
    hook: hookAddress,
    issue: (changes = {}) =>
      insertIssuedInvoice(app, {
        therapistId: therapist.accountId,
        clientId,
        issuedOn: today,
        dueOn: '2199-12-31',
        ...changes,
      }),
    async open(invoiceId) {
      const { url } = await client.api.onlinePayment.start({ invoiceId })
      return new URL(url).pathname.slice('/pay/'.length)
    },
    async paidOf(invoiceId) {
      const { status, payments } = await therapist.api.invoice.get({ id: invoiceId })
      // The test clock may be past midnight, so the days can be in another order.
      const recorded = payments.toSorted((one, other) => (one.recordedAt < other.recordedAt ? -1 : 1))
      return { status, entries: recorded.map(({ amountMinor, currency }) => `${amountMinor} ${currency}`) }
    },
    async close() {
      await app.close()
      await double.close()
    },
  }
}

/** Returns the stored payment pages of an invoice, oldest first. */
export const pagesOf = ({ app, therapist }: OnlinePractice, invoiceId: string) =>
  app.db.asActor({ role: 'worker', id: therapist.accountId }, async (tx) => {
    const { rows } = await sql<{ id: string; providerId: string | null; state: string; isCurrent: boolean }>`
      select id, provider_id as "providerId", state, is_current as "isCurrent" from app.payment_page
      where invoice_id = ${invoiceId} order by created_at, id`.execute(tx.kysely)
    return rows
  })
