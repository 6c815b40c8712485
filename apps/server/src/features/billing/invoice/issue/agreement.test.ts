import { shiftDay, todayIn } from '@attune/contract/common/time/time'
import type { Payer } from '@attune/contract/features/billing/payer/payer'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { editClientRecord, minimalClient } from '../../../../testing/records/clients.ts'
import { draftInvoice, openPractice, savedDraft } from '../../../../testing/records/invoices.ts'
import { waitingLocks } from '../../../../testing/database/locks.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
await openPractice(app, therapist)

const address = { street: 'Lindenstr. 1', postalCode: '10969', city: 'Berlin', region: '', country: 'DE' }
const content = {
  ...address,
  email: null,
  reference: '',
  buyerReference: '',
  wantsDiagnosis: false,
  clientWantsDiagnosis: false,
}
const client = { ...content, kind: 'client' as const, contactId: null, name: '' }
const insurer = { ...content, kind: 'organization' as const, contactId: null, name: 'Allianz' }
const contact = (name: string) => ({
  id: randomUUID(),
  name,
  phone: '',
  email: null,
  relationship: '',
  isEmergency: false,
  isGuardian: false,
  isPayer: true,
})

const payerOf = async (id: string) => (await therapist.api.payer.get({ id })).payer
/** Saves the payer, and returns the input for agreeing to it. */
async function savePayer(id: string, payer: Omit<Parameters<typeof therapist.api.payer.save>[0], 'id' | 'version'>) {
  const saved: Payer = await therapist.api.payer.save({ id, version: (await payerOf(id)).version, ...payer })
  return { id, payerId: saved.id ?? '', name: saved.name }
}
/** Returns the input of a withdrawal. */
const shown = ({ id, payerId }: { id: string; payerId: string }) => ({ id, payerId })
/** Returns a day in the therapist's zone, counted from today. */
const day = (shift: number) => shiftDay(todayIn('Europe/Berlin', app.clock.now()), shift)
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string; data?: { missing?: { of: string; field: string }[] } }) =>
      error.data?.missing?.map(({ of, field }) => `${of}.${field}`).join(' ') ?? error.code,
  )
const issue = (id: string) => codeOf(therapist.api.invoice.issue({ id, command: randomUUID() }))
async function addClient(contacts: ReturnType<typeof contact>[] = []) {
  const id = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id, contacts, invite: false })
  return id
}

test('after the client withdraws the agreement, no draft for this payer is issued, also not one for a former row of it @slow', async () => {
  const person = await app.person('client')
  const id = await connectClient(app, therapist, person)
  const first = await savePayer(id, insurer)
  await person.api.payer.agree(first)
  const [early, done] = [await draftInvoice(therapist, id), await draftInvoice(therapist, id)]
  await savePayer(id, client)
  const second = await savePayer(id, { ...insurer, street: 'Hauptstr. 9' })
  expect(second.payerId).not.toBe(first.payerId)
  const late = await draftInvoice(therapist, id)
  expect(await issue(done.id)).toBeNull()
  await person.api.payer.withdraw(shown(second))
  expect((await person.api.payer.mine({})).items).toMatchObject([{ withdrawnAt: expect.any(String) }])
  for (const draft of [early, late]) {
    expect(await issue(draft.id)).toBe('payer.agreement')
    expect((await therapist.api.invoice.get({ id: draft.id })).payer.agreed).toBe(false)
  }
  // A new row for the same organization keeps the agreement history.
  await savePayer(id, client)
  const third = await savePayer(id, { ...insurer, name: 'ALLIANZ' })
  expect(await issue((await draftInvoice(therapist, id)).id)).toBe('payer.agreement')
  await person.api.payer.agree(third)
  expect(await issue(early.id)).toBeNull()
})

test('an agreement that was given before a withdrawal does not count, one of today does @slow', async () => {
  const id = await addClient()
  const payer = await savePayer(id, insurer)
  const record = (shift: number) => codeOf(therapist.api.payer.recordAgreement({ ...payer, day: day(shift) }))
  expect(await record(-20)).toBeNull()
  await therapist.api.payer.withdraw(shown(payer))
  const draft = await draftInvoice(therapist, id)
  expect(await record(-1)).toBe('WITHDRAWN')
  expect(await issue(draft.id)).toBe('payer.agreement')
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    sql`update app.payer set withdrawn_at = withdrawn_at - interval '3 days' where id = ${payer.payerId}`.execute(
      kysely,
    ),
  )
  expect(await record(-3)).toBe('WITHDRAWN')
  expect(await record(-20)).toBe('WITHDRAWN')
  expect(await issue(draft.id)).toBe('payer.agreement')
  expect(await record(-2)).toBeNull()
  await therapist.api.payer.withdraw(shown(payer))
  expect(await issue(draft.id)).toBe('payer.agreement')
  // Repeating the call changes nothing.
  expect(await record(0)).toBeNull()
  const agreed = await payerOf(id)
  expect(await record(0)).toBeNull()
  expect(await payerOf(id)).toEqual(agreed)
  expect(await issue(draft.id)).toBeNull()
})

test('an agreement ends when the contact is renamed or removed, and does not count for another payer @slow', async () => {
  const mira = contact('Mira Moreau')
  const id = await addClient([mira])
  const ofContact = { ...content, kind: 'contact' as const, contactId: mira.id, name: '' }
  const payer = await savePayer(id, ofContact)
  await therapist.api.payer.recordAgreement({ ...payer, day: day(0) })
  const draft = await draftInvoice(therapist, id)
  const [renamed, other] = [{ ...mira, name: 'Paul Brandt' }, contact('Mira Moreau')]
  await editClientRecord(therapist, id, { contacts: [renamed, other] })
  expect(await issue(draft.id)).toBe('payer.agreement')
  // The caller's page still shows the previous name.
  expect(await codeOf(therapist.api.payer.recordAgreement({ ...payer, day: day(0) }))).toBe('CHANGED')
  const now = { ...payer, name: 'Paul Brandt', day: day(0) }
  expect(await codeOf(therapist.api.payer.recordAgreement(now))).toBeNull()
  // An agreement to one contact does not apply to another contact, nor to an organization with the same name.
  for (const another of [
    { ...ofContact, contactId: other.id },
    { ...insurer, name: 'Paul Brandt' },
  ]) {
    const { payerId } = await savePayer(id, another)
    const changed = await therapist.api.invoice.get({ id: draft.id })
    await therapist.api.invoice.saveDraft({ ...savedDraft(changed, []), payerId, lines: draftLines(changed) })
    expect(await issue(draft.id)).toBe('payer.agreement')
  }
  const again = await therapist.api.invoice.get({ id: draft.id })
  await therapist.api.invoice.saveDraft({ ...savedDraft(again, draftLines(again)), payerId: payer.payerId })
  await editClientRecord(therapist, id, { contacts: [other] })
  expect(await issue(draft.id)).toBe('payer.agreement')
})

const draftLines = ({ lines }: Awaited<ReturnType<typeof draftInvoice>>) =>
  lines.map(({ position: _position, netMinor: _net, isCredited: _credited, ...line }) => line)

test('an issue waits for a withdrawal at the same moment, and is then refused', async () => {
  const id = await addClient()
  const payer = await savePayer(id, insurer)
  await therapist.api.payer.recordAgreement({ ...payer, day: day(0) })
  const draft = await draftInvoice(therapist, id)
  let issuing: Promise<string | null> = Promise.resolve(null)
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    await sql`select from app.payer where id = ${payer.payerId} for update`.execute(kysely)
    issuing = issue(draft.id)
    await expect.poll(() => waitingLocks(app)).toBeGreaterThan(0)
    await sql`update app.payer set withdrawn_at = now() where id = ${payer.payerId}`.execute(kysely)
  })
  expect(await issuing).toBe('payer.agreement')
})
