import { randomUUID } from 'node:crypto'
import { homeSessionLimit } from '@attune/contract/features/home/client-home/client-home.rules'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { insertIssuedInvoice } from '../../../testing/records/issued-invoices.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { insertCallSession } from '../../schedule/call/call.fixtures.testing.ts'
import { confirmedForm, sendTo } from '../../care/form/form.testing.ts'
import { anyTime, offersOf } from '../../schedule/waiting-list/waiting-list.testing.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')

test('the home has each part as the call that refreshes it, and nothing of a client without a therapist [2.12] @slow', async () => {
  const client = await app.person('client')
  const before = await client.api.clientHome.get({})
  expect(before).toMatchObject({
    upcoming: { items: [], next: null },
    endedCall: null,
    waiting: [],
    offers: [],
    forms: [],
    invoices: null,
    therapists: [],
    hasBookableHours: false,
    hasPastSessions: false,
    hasEntries: false,
    privacyChange: null,
  })
  const clientId = await connectClient(app, therapist, client)
  await sendTo(therapist, clientId, await confirmedForm(therapist))
  const home = await client.api.clientHome.get({})
  const [upcoming, waiting, tasks, forms, therapists] = await Promise.all([
    client.api.session.list({ which: 'upcoming', limit: homeSessionLimit }),
    client.api.session.waiting({}),
    client.api.task.mine({}),
    client.api.form.mine({}),
    client.api.connection.therapists({}),
  ])
  expect(home).toMatchObject({
    upcoming,
    waiting: waiting.items,
    tasks,
    forms: forms.items,
    therapists: therapists.items,
  })
  expect(home.forms).toHaveLength(1)
  expect(home.therapists).toHaveLength(1)
})

test('the home has the number of invoices to pay and the one that is due first, without those that are paid or credited @slow', async () => {
  const [client, other, second] = await Promise.all([
    app.person('client', 4),
    app.person('client', 5),
    app.person('therapist', 2),
  ])
  const clientId = await connectClient(app, second, client)
  const homeInvoices = async (person: Person) => (await person.api.clientHome.get({})).invoices
  const order = { therapistId: second.accountId, clientId, issuedOn: '2026-02-02' }
  const later = await insertIssuedInvoice(app, { ...order, dueOn: '2026-03-09', grossMinor: '12000' })
  const first = await insertIssuedInvoice(app, { ...order, dueOn: '2026-03-02' })
  const invoice = { id: first, openMinor: '9500', currency: 'EUR', dueOn: '2026-03-02', number: expect.any(String) }
  expect(await homeInvoices(client)).toEqual({ count: 2, first: invoice })
  expect(await homeInvoices(other)).toBeNull()
  const pay = (invoiceId: string, amountMinor: string) =>
    second.api.payment.record({
      id: randomUUID(),
      invoiceId,
      amountMinor,
      currency: 'EUR',
      paidOn: '2026-02-03',
      method: 'cash',
      reference: '',
    })
  await pay(first, '9500')
  await pay(later, '2000')
  expect(await homeInvoices(client)).toMatchObject({ count: 1, first: { id: later, openMinor: '10000' } })
  await insertIssuedInvoice(app, { ...order, corrects: later, grossMinor: '10000' })
  expect(await homeInvoices(client)).toBeNull()
})

test('the home has an offer of the waiting list until it is answered or has run out, and no offer to others @slow', async () => {
  const [client, other] = await Promise.all([app.person('client', 2), app.person('client', 3)])
  for (const one of [client, other]) await connectClient(app, therapist, one)
  await therapist.api.waitingList.saveSettings({ mode: 'click', answerHours: 4 })
  const homeOffers = async (person: Person) => (await person.api.clientHome.get({})).offers
  const entry = anyTime(app, therapist)
  await client.api.waitingList.join(entry)
  expect(await homeOffers(client)).toEqual([])
  const offerTime = async (days: number) => {
    const startsAt = new Date(
      Math.ceil(app.clock.now().getTime() / 3_600_000) * 3_600_000 + days * 86_400_000,
    ).toISOString()
    await therapist.api.waitingList.offer({ id: randomUUID(), entryId: entry.id, startsAt })
    const [offer] = await offersOf(client)
    if (!offer) throw new Error('There is no offer.')
    return offer
  }
  const { id, startsAt, expiresAt } = await offerTime(5)
  const profile = await therapist.api.account.me({})
  const therapistName = `${profile.firstName} ${profile.lastName}`
  expect(await homeOffers(client)).toEqual([{ id, startsAt, expiresAt, therapistName, zone: profile.zone }])
  expect(await homeOffers(other)).toEqual([])
  await client.api.waitingList.decline({ id })
  expect(await homeOffers(client)).toEqual([])
  const second = await offerTime(6)
  expect(await homeOffers(client)).toMatchObject([{ id: second.id }])
  app.clock.advance(Date.parse(second.expiresAt) - app.clock.now().getTime() + 1000)
  expect(await homeOffers(client)).toEqual([])
})

test('a session in Attune that ended less than 60 minutes ago is the client’s to join again until it is completed, and no other is', async () => {
  // The clock may have advanced by a night, which ends earlier logins.
  const nora = await app.person('therapist', 39)
  const [ana, ben] = [await app.person('client', 40), await app.person('client', 41)]
  const records = [await connectClient(app, nora, ana), await connectClient(app, nora, ben)]
  const [recordId = '', otherRecord = ''] = records
  // Sessions of 50 minutes.
  const endedBefore = (minutes: number, record: string, answer: 'accepted' | 'awaited' = 'accepted') =>
    insertCallSession({ app, therapist: nora, recordId: record, inMinutes: -50 - minutes, answer })
  const endedCall = async () => (await ana.api.clientHome.get({})).endedCall?.id
  await endedBefore(61, recordId)
  await endedBefore(30, recordId, 'awaited')
  await endedBefore(20, otherRecord)
  await insertCallSession({ app, therapist: nora, recordId, inMinutes: -10 })
  expect(await endedCall()).toBeUndefined()
  const id = await endedBefore(59, recordId)
  expect(await endedCall()).toBe(id)
  const later = await endedBefore(5, recordId)
  expect(await endedCall()).toBe(later)
  await nora.api.session.complete({ id: later, command: randomUUID() })
  expect(await endedCall()).toBe(id)
})
