import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../../testing/app.ts'
import type { Person } from '../../../../../testing/people.ts'
import { connectClient } from '../../../../../testing/records/sessions.ts'
import { invoiceDocument } from '../../../billing-document/content/invoice-document.testing.ts'
import { insertIssued } from '../../invoice.issued.testing.ts'

type Api = Person['api']['invoice']
type Order = Parameters<Api['exportPeriod']>[0]

/** The settings of a practice that has chosen nothing. */
export const datevFields = {
  consultant: '1001',
  client: '7',
  chart: 'SKR07' as const,
  accounts: {},
  debtorsFrom: null,
} satisfies Parameters<Api['saveDatev']>[0]

/** Creates a practice in a country with one client, which exports November 2026 unless told otherwise. */
export async function datevPractice(app: TestApp, country: 'AT' | 'DE', number: number) {
  const therapist = await app.person('therapist', number)
  const { version, fields } = await therapist.api.business.own({})
  await therapist.api.business.save({ version, fields: { ...fields, name: 'Praxis', country } })
  const { accountId: therapistId, api } = therapist
  const clientId = await connectClient(app, therapist, await app.person('client', number))
  return {
    therapist,
    save: (changes: Partial<Parameters<Api['saveDatev']>[0]>) => api.invoice.saveDatev({ ...datevFields, ...changes }),
    /** Issues an invoice, or a credit note of the invoice `correctsId`. Returns its id. */
    issue: ({ seller, ...changes }: NonNullable<Parameters<typeof invoiceDocument>[0]>, correctsId?: string) =>
      insertIssued(app, {
        therapistId,
        clientId,
        sheet: invoiceDocument({ ...changes, seller: { country, ...seller } }),
        ...(correctsId && { correctsId }),
      }),
    pay: (invoiceId: string, amountMinor: string, paidOn = '2026-11-25', currency = 'EUR') =>
      app.db.asActor({ role: 'therapist', id: therapistId }, ({ kysely }) =>
        sql`insert into app.payment (id, therapist_id, invoice_id, amount_minor, currency, paid_on, method)
          values (${randomUUID()}, ${therapistId}, ${invoiceId}, ${amountMinor}, ${currency}, ${paidOn}, 'bank-transfer')`.execute(
          kysely,
        ),
      ),
    /** Exports and returns the file. */
    download: async (order: Order = { from: '2026-11-01', until: '2026-11-30', as: 'datev' }) => {
      const { url } = await api.invoice.exportPeriod(order)
      const cookie = therapist.cookies()
      const answer = await fetch(app.address + url, { headers: cookie ? { cookie } : {} })
      return Buffer.from(await answer.arrayBuffer())
    },
  }
}
