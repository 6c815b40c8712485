import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { startSharedApp } from '../../../../testing/app.ts'
import { editClientRecord } from '../../../../testing/records/clients.ts'
import { insertOwnPayer, issueOf, openPractice } from '../../../../testing/records/invoices.ts'
import { insertIssuedInvoice } from '../../../../testing/records/issued-invoices.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { invoiceXml } from '../einvoice/xml.ts'

const app = await startSharedApp({ worker: false })

test("what is overdue for a client is decided by the therapist's day, also after a disconnect", async () => {
  const [therapist, client] = [await app.person('therapist'), await app.person('client')]
  const record = await connectClient(app, therapist, client)
  const now = app.clock.now()
  // A zone whose current day differs from that in UTC, at any hour.
  const zone = now.getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago'
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
    sql`update app.profile set zone = ${zone} where account_id = ${therapist.accountId}`.execute(tx.kysely),
  )
  const day = (timeZone: string) => new Intl.DateTimeFormat('sv', { timeZone }).format(now)
  const [earlier = '', later = ''] = [day('UTC'), day(zone)].toSorted()
  expect(later > earlier).toBe(true)
  // An invoice that is due on the earlier of the two days is overdue only where the later day has begun.
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

test('the email address of a contact who pays is not on the page or in the e-invoice that the client reads @slow', async () => {
  const [therapist, client] = [await app.person('therapist', 2), await app.person('client', 2)]
  await openPractice(app, therapist)
  const record = await connectClient(app, therapist, client)
  const contactId = randomUUID()
  const contact = { id: contactId, name: 'Mira Moreau', phone: '', email: 'mira@example.com', relationship: '' }
  await editClientRecord(therapist, record, {
    contacts: [{ ...contact, isEmergency: false, isGuardian: false, isPayer: true }],
  })
  const payer = {
    id: record,
    version: 0,
    kind: 'contact' as const,
    contactId,
    name: '',
    street: 'Lindenstr. 1',
    postalCode: '10969',
    city: 'Berlin',
    region: '',
    country: 'DE',
    email: 'mira@example.com',
    reference: '',
    buyerReference: '',
    wantsDiagnosis: false,
    clientWantsDiagnosis: false,
  }
  const { id: payerId } = await therapist.api.payer.save(payer)
  await client.api.payer.agree({ id: record, payerId: payerId ?? '', name: 'Mira Moreau' })
  const issued = await issueOf(therapist, record)
  expect(issued.sheet.buyer).toMatchObject({ name: 'Mira Moreau', email: 'mira@example.com' })
  const seen = await client.api.invoice.mineOne({ id: issued.id })
  expect((await client.api.clientHome.get({})).invoices).toBeNull()
  expect(seen.sheet).toEqual({ ...issued.sheet, buyer: { ...issued.sheet.buyer, email: null } })
  expect(await invoiceXml(issued.sheet, 'factur-x')).not.toContain('mira@example.com')

  const own = await connectClient(app, therapist, await app.person('client', 3))
  await insertOwnPayer(app, therapist, own)
  const ofClient = await issueOf(therapist, own)
  const third = await app.person('client', 3)
  expect((await third.api.invoice.mineOne({ id: ofClient.id })).sheet).toEqual(ofClient.sheet)
  expect((await third.api.clientHome.get({})).invoices).toMatchObject({ count: 1, first: { id: ofClient.id } })
})
