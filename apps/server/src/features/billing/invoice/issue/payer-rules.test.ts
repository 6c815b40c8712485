import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { draftInvoice, openPractice } from '../../../../testing/records/invoices.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
await openPractice(app, therapist)

const organization = {
  kind: 'organization',
  contactId: null,
  name: 'Jugendamt Mitte',
  street: 'Karl-Marx-Allee 31',
  postalCode: '10178',
  city: 'Berlin',
  region: '',
  country: 'DE',
  email: 'rechnung@example.org',
  reference: '',
  buyerReference: '',
  wantsDiagnosis: false,
  clientWantsDiagnosis: false,
} as const
type Saved = Parameters<typeof therapist.api.payer.save>[0]

async function addClient(): Promise<string> {
  const id = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id, invite: false })
  return id
}
/** Saves the payer of a new record with the client's agreement; returns the record's id. */
async function addPayer(more: Partial<Saved> = {}): Promise<string> {
  const id = await addClient()
  const saved = await therapist.api.payer.save({ ...organization, ...more, id, version: 0 })
  if (saved.kind === 'organization')
    await therapist.api.payer.recordAgreement({ id, payerId: saved.id ?? '', name: saved.name, day: '2026-11-02' })
  return id
}
/** Issues a draft; returns the missing fields, or null if it was issued. */
const missingAtIssue = (id: string) =>
  therapist.api.invoice.issue({ id, command: randomUUID() }).then(
    () => null,
    (error: { data?: { missing?: { of: string; field: string }[] } }) =>
      error.data?.missing?.map(({ of, field }) => `${of}.${field}`),
  )

test('a Leitweg-ID with wrong check digits is not saved, and one that was saved before is not issued', async () => {
  const id = await addClient()
  const wrong = { ...organization, id, version: 0, buyerReference: '991-12345-06' }
  await expect(therapist.api.payer.save(wrong)).rejects.toMatchObject({ status: 400 })
  const clientId = await addPayer({ buyerReference: '992-90009-96' })
  const [early, late] = [await draftInvoice(therapist, clientId), await draftInvoice(therapist, clientId)]
  expect(await missingAtIssue(early.id)).toBeNull()
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely
      .updateTable('payer')
      .set({ buyer_reference: '991-12345-06' })
      .where('client_id', '=', clientId as never)
      .execute(),
  )
  expect(await missingAtIssue(late.id)).toEqual(['payer.leitwegId'])
})
