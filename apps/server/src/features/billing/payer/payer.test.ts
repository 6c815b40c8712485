import { todayIn } from '@attune/contract/common/time/time'
import type { Payer } from '@attune/contract/features/billing/payer/payer'
import { mayBill } from '@attune/contract/features/billing/payer/payer.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Actor } from '../../../platform/database/actor.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { editClientRecord, minimalClient } from '../../../testing/records/clients.ts'
import { connectClient, insertCompletedSession } from '../../../testing/records/sessions.ts'
import { openTestSocket } from '../../../testing/socket.ts'
import { readPayers, readSplits } from './payer.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')

const content = {
  kind: 'client' as Payer['kind'],
  contactId: null as string | null,
  name: '',
  street: 'Lindenstr. 1',
  postalCode: '10969',
  city: 'Berlin',
  region: '',
  country: 'DE',
  email: null as string | null,
  reference: '',
  buyerReference: '',
  wantsDiagnosis: false,
  clientWantsDiagnosis: false,
}
const insurer = {
  ...content,
  kind: 'organization' as const,
  name: 'Allianz',
  reference: 'P 1234',
  buyerReference: '04011',
}
const contact = (more: { name?: string; isGuardian?: boolean; isPayer?: boolean } = {}) => ({
  id: randomUUID(),
  name: 'Mira Moreau',
  phone: '',
  email: null,
  relationship: '',
  isEmergency: false,
  isGuardian: false,
  isPayer: true,
  ...more,
})
type NewRecord = Partial<typeof minimalClient> & { contacts?: ReturnType<typeof contact>[] }
async function addClient(more: NewRecord = {}): Promise<string> {
  const id = randomUUID()
  await therapist.api.client.add({ ...minimalClient, ...more, id, invite: false })
  return id
}
const payerOf = async (id: string) => (await therapist.api.payer.get({ id })).payer
const save = async (id: string, more: Partial<typeof content> = {}) =>
  therapist.api.payer.save({ id, version: (await payerOf(id)).version, ...content, ...more })
const idOf = ({ id }: Payer) => {
  if (id === null) throw new Error('the payer was not saved')
  return id
}
const today = () => todayIn('Europe/Berlin', app.clock.now())
const asTherapist = <Result>(work: Parameters<typeof app.db.asActor<Result, Actor>>[1]) =>
  app.db.asActor({ role: 'therapist', id: therapist.accountId }, work)

test('a client without a payer pays for themself, and their address can be completed', async () => {
  const id = await addClient({ email: 'ana@example.com' })
  expect(await therapist.api.payer.get({ id })).toMatchObject({
    payer: { id: null, kind: 'client', name: 'Ana Moreau', email: 'ana@example.com', country: null, version: 0 },
    contacts: [],
    splits: [],
  })
  const saved = await save(id, { email: 'billing@example.com', reference: 'ignored', clientWantsDiagnosis: true })
  expect(saved).toMatchObject({
    name: 'Ana Moreau',
    city: 'Berlin',
    email: 'billing@example.com',
    reference: '',
    wantsDiagnosis: true,
    version: 1,
  })
  expect(mayBill(saved)).toBe(true)
  await editClientRecord(therapist, id, { lastName: 'Moreau-Klein' })
  expect(await payerOf(id)).toMatchObject({ name: 'Ana Moreau-Klein' })
})

test('each organization that pays needs an agreement of the client of its own', async () => {
  const id = await addClient()
  const first = await save(id, insurer)
  expect([first.reference, first.buyerReference, mayBill(first)]).toEqual(['P 1234', '04011', false])
  const record = { id, payerId: idOf(first), name: 'Allianz', day: '2026-11-02' }
  const agreed = await therapist.api.payer.recordAgreement(record)
  expect(agreed).toMatchObject({ agreedBy: 'therapist', agreedAt: expect.stringContaining('2026-11-02') })
  const moved = await save(id, { ...insurer, city: 'München' })
  expect([moved.id, mayBill(moved)]).toEqual([first.id, true])
  const second = await save(id, { ...insurer, name: 'Debeka' })
  expect([second.id === first.id, mayBill(second), second.version]).toEqual([false, false, 4])
  await expect(therapist.api.payer.recordAgreement(record)).rejects.toMatchObject({ code: 'CHANGED' })
  const later = { id, payerId: idOf(second), name: 'Debeka', day: '2099-01-01' }
  await expect(therapist.api.payer.recordAgreement(later)).rejects.toMatchObject({ code: 'IN_FUTURE' })
  // A draft for the first organization keeps its payer.
  const former = await asTherapist((tx) => readPayers(tx, [idOf(first)], app.clock.now()))
  expect(former.get(idOf(first))).toMatchObject({ name: 'Allianz', agreedBy: 'therapist', withdrawnAt: null })
})

test('only a change that is based on the current version is saved', async () => {
  const id = await addClient()
  const change = { id, version: 0, ...insurer }
  const saved = await therapist.api.payer.save(change)
  expect(await therapist.api.payer.save(change)).toEqual(saved)
  await expect(therapist.api.payer.save({ ...change, city: 'Bonn' })).rejects.toMatchObject({
    code: 'CHANGED',
    data: { payer: saved },
  })
  const other = await addClient()
  const both = ['Bonn', 'Köln'].map((city) => therapist.api.payer.save({ ...change, id: other, city }))
  const results = await Promise.allSettled(both)
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(save(id, { ...insurer, name: ' ' })).rejects.toMatchObject({ status: 400 })
})

test('a contact with the payer flag can pay, after the client’s agreement unless a child’s guardian pays', async () => {
  const [mother, friend] = [contact({ isGuardian: true }), contact({ name: 'Friend', isPayer: false })]
  const child = await addClient({ dateOfBirth: '2015-03-01', contacts: [mother, friend] })
  expect((await therapist.api.payer.get({ id: child })).contacts).toMatchObject([{ id: mother.id, name: mother.name }])
  await expect(save(child, { kind: 'contact', contactId: friend.id })).rejects.toMatchObject({ code: 'NOT_A_PAYER' })
  const ofChild = await save(child, { kind: 'contact', contactId: mother.id, name: 'Ignored' })
  expect(ofChild).toMatchObject({ name: 'Mira Moreau', isGuardianOfChild: true })
  expect(mayBill(ofChild)).toBe(true)
  await editClientRecord(therapist, child, { dateOfBirth: '1990-03-01' })
  expect(mayBill(await payerOf(child))).toBe(false)
})

test('the name of a contact follows the record without its agreement, and the client pays again once the contact is gone', async () => {
  const mother = contact()
  const id = await addClient({ contacts: [mother] })
  const saved = await save(id, { kind: 'contact', contactId: mother.id })
  await therapist.api.payer.recordAgreement({ id, payerId: idOf(saved), name: 'Mira Moreau', day: today() })
  await editClientRecord(therapist, id, { contacts: [{ ...mother, name: 'Mira Klein' }] })
  const renamed = await payerOf(id)
  expect([renamed.id, renamed.name, mayBill(renamed)]).toEqual([saved.id, 'Mira Klein', false])
  await editClientRecord(therapist, id, { contacts: [{ ...mother, isPayer: false }] })
  expect(await payerOf(id)).toMatchObject({ id: null, kind: 'client' })
  await editClientRecord(therapist, id, { contacts: [] })
  const former = await asTherapist((tx) => readPayers(tx, [idOf(saved)], app.clock.now()))
  expect(former.get(idOf(saved))).toMatchObject({ name: 'Mira Klein', contactId: null })
})

test('only the client sees who pays, withdraws the agreement and agrees again @slow', async () => {
  const [client, stranger] = [await app.person('client', 1), await app.person('client', 2)]
  const id = await connectClient(app, therapist, client)
  expect(await client.api.payer.mine({})).toEqual({ items: [] })
  const payerId = idOf(await save(id, { ...insurer, clientWantsDiagnosis: true }))
  const act = { id, payerId }
  expect(await client.api.payer.mine({})).toMatchObject({
    items: [{ clientId: id, payerId, kind: 'organization', name: 'Allianz', reference: 'P 1234', agreedAt: null }],
  })
  await client.api.payer.agree({ ...act, name: 'Allianz' })
  expect(await payerOf(id)).toMatchObject({ agreedBy: 'client', withdrawnAt: null })
  const socket = openTestSocket(app.address, therapist)
  await socket.frame('welcome')
  socket.send({ type: 'subscribe', ref: 'payers', table: 'payers' })
  await socket.frame('subscribed')
  await client.api.payer.withdraw(act)
  await client.api.payer.withdraw(act)
  expect((await socket.frame('change')).keys).toEqual({ client_id: id })
  socket.close()
  expect(mayBill(await payerOf(id))).toBe(false)
  await client.api.payer.agree({ ...act, name: 'Allianz' })
  expect(mayBill(await payerOf(id))).toBe(true)
  await therapist.api.payer.withdraw(act)
  expect((await client.api.payer.mine({})).items).toMatchObject([{ withdrawnAt: expect.any(String) }])
  await expect(stranger.api.payer.agree({ ...act, name: 'Allianz' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(stranger.api.payer.withdraw(act)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(client.api.payer.withdraw({ id, payerId: randomUUID() })).rejects.toMatchObject({ code: 'CHANGED' })
})

test('a couple shares its sessions by a rule that both records show from their own side', async () => {
  const [one, other] = [await addClient({ firstName: 'One' }), await addClient({ firstName: 'Other' })]
  const sessionId = await insertCompletedSession(app, therapist, one, new Date('2026-11-02T09:00:00Z'))
  await asTherapist(({ kysely }) =>
    kysely
      .insertInto('session_client')
      .values({
        therapist_id: therapist.accountId,
        session_id: sessionId,
        client_id: other,
        starts_at: '2026-11-02T09:00:00Z',
        answer: 'accepted',
      })
      .execute(),
  )
  const splitsOf = async (id: string) => (await therapist.api.payer.get({ id })).splits
  expect(await splitsOf(one)).toEqual([{ withId: other, withName: 'Other Moreau', rule: 'even', amountMinor: null }])
  await therapist.api.payer.saveSplit({ id: one, withId: other, rule: 'one-amount', amountMinor: '4000' })
  expect(await splitsOf(other)).toEqual([
    { withId: one, withName: 'One Moreau', rule: 'other-amount', amountMinor: '4000' },
  ])
  await therapist.api.payer.saveSplit({ id: other, withId: one, rule: 'one', amountMinor: null })
  expect(await splitsOf(one)).toMatchObject([{ rule: 'other', amountMinor: null }])
  const [split, none] = await asTherapist((tx) =>
    readSplits(tx, [
      [other, one],
      [one, randomUUID()],
    ]),
  )
  expect([split && [split.oneId, split.otherId], none]).toEqual([[one, other].toSorted(), null])
  for (const wrong of [
    { withId: one, rule: 'one' as const, amountMinor: null },
    { withId: other, rule: 'one-amount' as const, amountMinor: null },
    { withId: other, rule: 'even' as const, amountMinor: '100' },
    { withId: other, rule: 'one-amount' as const, amountMinor: '-100' },
  ])
    await expect(therapist.api.payer.saveSplit({ id: one, ...wrong })).rejects.toMatchObject({ status: 400 })
})

test('a merge moves the payer with its agreement, the rule of a couple and the agreed prices', async () => {
  const mother = contact()
  const partner = await addClient({ firstName: 'Partner' })
  const [from, into] = [await addClient({ contacts: [mother] }), await addClient()]
  const saved = await save(from, { kind: 'contact', contactId: mother.id })
  await therapist.api.payer.recordAgreement({ id: from, payerId: idOf(saved), name: 'Mira Moreau', day: today() })
  await therapist.api.payer.saveSplit({ id: from, withId: partner, rule: 'one', amountMinor: null })
  const { id: serviceId } = await therapist.api.service.add({
    id: randomUUID(),
    code: '870',
    text: 'Behavioral therapy',
    minutes: 50,
    priceMinor: '10055',
    currency: 'EUR',
    taxRateBp: null,
    defaultFormat: null,
    place: '',
  })
  await therapist.api.service.savePrice({ clientId: from, serviceId, priceMinor: '8000' })
  await therapist.api.client.merge({ id: from, into, command: randomUUID() })
  const moved = await therapist.api.payer.get({ id: into })
  expect(moved).toMatchObject({
    payer: { id: saved.id, contactId: mother.id, name: 'Mira Moreau' },
    splits: [{ withId: partner, rule: 'one' }],
  })
  expect(mayBill(moved.payer)).toBe(true)
  expect((await therapist.api.service.pricesOf({ clientId: into })).items).toEqual([{ serviceId, priceMinor: '8000' }])
})

test('a merge keeps the payer, the rules and the prices that the other record has', async () => {
  const mother = contact()
  const partner = await addClient({ firstName: 'Partner' })
  const [from, into] = [await addClient({ contacts: [mother] }), await addClient()]
  await save(from, { kind: 'contact', contactId: mother.id })
  const kept = await save(into, insurer)
  for (const [id, rule] of [
    [from, 'one'],
    [into, 'other'],
  ] as const)
    await therapist.api.payer.saveSplit({ id, withId: partner, rule, amountMinor: null })
  await therapist.api.client.merge({ id: from, into, command: randomUUID() })
  expect(await therapist.api.payer.get({ id: into })).toMatchObject({
    payer: { id: kept.id, kind: 'organization' },
    splits: [{ rule: 'other' }],
  })
})
