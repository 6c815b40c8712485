import { utcDay } from '@attune/contract/common/time/time.testing'
import { randomUUID } from 'node:crypto'
import type { TestApp } from '../app.ts'
import { insertIssuedInvoice } from './issued-invoices.ts'
import type { Person } from '../people.ts'
import { insertCompletedSession } from './sessions.ts'

/** Inserts a superbill for a session of 95.00 on a paid invoice, without its PDF; returns its id. */
export async function insertSuperbill(app: TestApp, therapist: Person, clientId: string): Promise<string> {
  const [id, therapist_id] = [randomUUID(), therapist.accountId]
  // The sessions of a therapist must not overlap, so the session of each client is on a different day.
  const startsAt = new Date(Date.UTC(2015, 0, Number.parseInt(clientId.slice(0, 3), 16), 9))
  const sessionId = await insertCompletedSession(app, therapist, clientId, startsAt)
  const invoiceId = await insertIssuedInvoice(app, { therapistId: therapist_id, clientId, issuedOn: '2026-10-01' })
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    const invoice_id = invoiceId
    const payment = { amount_minor: 9500, currency: 'EUR', paid_on: '2026-10-20', method: 'cash' }
    await kysely
      .insertInto('payment')
      .values({ id: randomUUID(), therapist_id, invoice_id, ...payment })
      .execute()
    await kysely
      .insertInto('session_billed')
      .values({ therapist_id, session_id: sessionId, client_id: clientId, invoice_id, kind: 'completed' })
      .execute()
    const day = utcDay(startsAt)
    const days = { made_on: '2026-10-21', from_day: day, to_day: day }
    const frozen = JSON.stringify({ seller: { name: 'Praxis' }, buyer: { name: 'Ana' }, lines: [], diagnoses: [] })
    await kysely
      .insertInto('superbill')
      .values({
        id,
        therapist_id,
        client_id: clientId,
        ...days,
        line_count: 1,
        currency: 'EUR',
        paid_minor: 9500,
        frozen,
      })
      .execute()
    await kysely
      .insertInto('superbill_line')
      .values({ therapist_id, superbill_id: id, position: 1, invoice_id, session_id: sessionId })
      .execute()
  })
  return id
}
