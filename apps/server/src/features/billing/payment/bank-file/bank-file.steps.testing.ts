import type { BankFileAnswer, BankReview } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { startSharedApp } from '../../../../testing/app.ts'
import { insertIssuedInvoice } from '../../../../testing/records/issued-invoices.ts'
import { camtFile, type CamtEntry } from './bank-file.testing.ts'

type App = Awaited<ReturnType<typeof startSharedApp>>
type Person = Awaited<ReturnType<App['person']>>

/** Returns the steps of tests that upload bank files of the therapist Nora and read her payments. */
export function bankFileSteps(app: App, { nora, clientId }: { nora: Person; clientId: string }) {
  const asNora = async <Row>(query: ReturnType<typeof sql<Row>>) =>
    app.db.asActor({ role: 'therapist', id: nora.accountId }, async (tx) => (await query.execute(tx.kysely)).rows)
  const anyHeaders = () => ({ origin: app.address, 'x-attune-key': app.site.key(), 'content-type': 'text/xml' })
  const upload = (body: string | Uint8Array<ArrayBuffer>, { as = nora, path = '' } = {}) =>
    fetch(`${app.address}/api/storage/bank-file${path}`, {
      method: 'POST',
      headers: { cookie: as.cookies(), ...anyHeaders() },
      body,
    })
  const answerOf = async (...args: Parameters<typeof upload>) => {
    const answer = await upload(...args)
    expect(answer.status).toBe(200)
    return (await answer.json()) as BankFileAnswer
  }
  return {
    anyHeaders,
    upload,
    answerOf,
    issue: (changes: object = {}) =>
      insertIssuedInvoice(app, { therapistId: nora.accountId, clientId, issuedOn: '2026-10-01', ...changes }),
    numberOf: async (id: string) => {
      const [invoice] = await asNora(
        sql<{ number: string }>`select number_text as number from app.invoice where id = ${id}`,
      )
      return invoice?.number ?? ''
    },
    paymentsOf: (id: string) =>
      asNora(sql<Record<string, string>>`
        select amount_minor::text as amount, paid_on::text as day, method, reference, provider_id as provider
        from app.payment where invoice_id = ${id} order by recorded_at`),
    review: async (...entries: CamtEntry[]): Promise<BankReview> => {
      const answer = await answerOf(camtFile(entries))
      if (answer.step !== 'review') throw new Error('no review')
      return answer
    },
    /** Returns the bookings of the proposed entries. */
    bookings: ({ entries }: BankReview) =>
      entries.flatMap(({ key, proposal, amountMinor, currency, day, state }) =>
        proposal && state === 'new' ? [{ key, invoiceId: proposal.invoiceId, amountMinor, currency, paidOn: day }] : [],
      ),
  }
}
