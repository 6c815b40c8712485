import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { createTestApp, type TestApp } from '../../testing/app.ts'
import { insertIssuedInvoice } from '../../testing/issued-invoices.ts'
import { connectClient } from '../../testing/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ worker: false })
})
afterAll(() => app.close())

test("what is overdue for a client is decided by the therapist's day, also after a disconnect", async () => {
  const [therapist, client] = [await app.person('therapist'), await app.person('client')]
  const record = await connectClient(app, therapist, client)
  const now = app.clock.now()
  // A zone in which it is another day than in UTC, at any hour.
  const zone = now.getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago'
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    sql`update app.profile set zone = ${zone} where account_id = ${therapist.accountId}`.execute(tx.kysely),
  )
  const day = (timeZone: string) => new Intl.DateTimeFormat('sv', { timeZone }).format(now)
  const [earlier = '', later = ''] = [day('UTC'), day(zone)].toSorted()
  expect(later > earlier).toBe(true)
  // Due on the earlier of the two days, an invoice is overdue only where the later one has begun.
  const id = await insertIssuedInvoice(app, {
    therapistId: therapist.accountId,
    clientId: record,
    issuedOn: earlier,
    dueOn: earlier,
  })
  const expected = day(zone) === later ? { status: 'overdue', overdueDays: 1 } : { status: 'issued', overdueDays: 0 }
  const seen = async () => {
    expect((await client.api.invoice.mine({})).items).toMatchObject([expected])
    expect(await client.api.invoice.mineOne({ id })).toMatchObject(expected)
  }
  await seen()
  await client.api.connection.disconnect({ clientId: record, command: randomUUID() })
  await seen()
})
