import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import {
  berlinInstant,
  dayFromNow,
  newSeriesInput,
  scheduledSessionsOf,
} from '../../../schedule/series/series.testing.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const [tim, mother, father] = [await app.person('client'), await app.person('client', 2), await app.person('client', 3)]
const record = await connectClient(app, therapist, tim)
const of = { therapistId: therapist.accountId }
await insertGuardian(app, { ...of, clientId: record, account: mother, rights: ['sessions'] })
await insertGuardian(app, { ...of, clientId: record, account: father, rights: ['invoices'] })

let hour = 7
beforeEach(() => {
  hour++
})
const at = (days: number) =>
  berlinInstant(dayFromNow(app.clock.now(), days), `${String(hour).padStart(2, '0')}:00`, 'Europe/Berlin')

/** Schedules a series of four sessions. Returns its command and the ids of the sessions. */
async function plan(clientId: string = record) {
  const { series } = await therapist.api.series.create(newSeriesInput({ clientIds: [clientId], startsAt: at(2) }))
  return { act: series.id, ids: (await scheduledSessionsOf(app, therapist, series.id)).map(({ id }) => id) }
}

const mailsOf = (act: string) =>
  queryAsRole<{ id: string; account_id: string | null; contact_id: string | null; kind: string }>(
    'backup',
    app.databaseUrl,
    `select id, account_id, contact_id, kind from app.mail where subject_id = '${act}' order by created_at, id`,
  )

/** Delivers the emails of a command and returns those to an address. */
async function deliver(act: string, { email }: { email: string }) {
  const before = app.inbox.mails.length
  for (const { id } of await mailsOf(act)) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  return app.inbox.mails.slice(before).filter(({ to }) => JSON.stringify(to).includes(email))
}
const newest = async (person: Person) => (await person.api.notification.list({ limit: 1 })).items[0]
const keep = (id: string, clientId = record) => therapist.api.guardian.keepSession({ id, clientId, isKept: true })
const asTherapist = (text: string, values: unknown[]) =>
  app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) => run(text, values))

test('a scheduled series reaches client and guardian, and the guardian reads for whom and opens the page for the client @slow', async () => {
  const { act, ids } = await plan()
  expect(await newest(mother)).toMatchObject({ kind: 'series-planned', actingFor: record, relatedId: ids[0] })
  expect((await newest(mother))?.message).toContain(`a series of sessions for ${tim.firstName}: 4 so far`)
  expect((await newest(tim))?.kind).toBe('series-planned')
  expect(await newest(father)).toBeUndefined()
  const [mail, ...more] = await deliver(act, mother)
  expect(more).toEqual([])
  expect(mail?.text).toContain(`These appointments were scheduled for ${tim.firstName}:`)
  expect(mail?.text).toContain(`/for/${record}/sessions`)
  expect(`${mail?.subject} ${mail?.text}`).not.toContain(tim.lastName)
})

test('sessions cancelled at once reach a guardian without those that are kept @slow', async () => {
  const { ids } = await plan()
  await keep(ids[1] ?? '')
  const command = randomUUID()
  await therapist.api.session.cancelMany({ ids, command })
  expect((await newest(mother))?.message).toContain(`cancelled sessions for ${tim.firstName}: 3`)
  const dates = (text = '') => text.match(/at \d\d:\d\d/g)?.length
  const before = app.inbox.mails.length
  for (const { id } of await mailsOf(command)) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  const textTo = ({ email }: Person) =>
    app.inbox.mails.slice(before).find(({ to }) => JSON.stringify(to).includes(email))?.text
  expect([dates(textTo(tim)), dates(textTo(mother))]).toEqual([4, 3])
})

test('a command on kept sessions alone reaches no guardian', async () => {
  const { ids } = await plan()
  for (const id of ids) await keep(id)
  const before = await newest(mother)
  const command = randomUUID()
  await therapist.api.session.cancelMany({ ids, command })
  expect(await newest(mother)).toEqual(before)
  expect((await mailsOf(command)).map(({ account_id }) => account_id)).toEqual([tim.accountId])
})

test('sessions moved at once reach a guardian, but not by email if the right has ended or the sessions are kept meanwhile', async () => {
  const aunt = await app.person('client', 10)
  const id = await insertGuardian(app, { ...of, clientId: record, account: aunt, rights: ['sessions'] })
  const { ids } = await plan()
  const command = randomUUID()
  const moves = ids.map((one, place) => ({ id: one, startsAt: at(3 + place * 7) }))
  await therapist.api.session.moveMany({ moves, command })
  expect(await newest(aunt)).toMatchObject({ kind: 'sessions-moved', actingFor: record })
  expect(await newest(mother)).toMatchObject({ kind: 'sessions-moved', actingFor: record })
  await asTherapist('update app.guardian set ended_at = now() where id = $1', [id])
  for (const one of ids) await keep(one)
  const before = app.inbox.mails.length
  expect(await deliver(command, aunt)).toEqual([])
  const sent = app.inbox.mails.slice(before).map(({ to }) => JSON.stringify(to))
  expect(sent).toHaveLength(1)
  expect(sent[0]).toContain(tim.email)
})

test('of a client without an account, a guardian with an account gets one email by it, and another contact one as before', async () => {
  const id = randomUUID()
  const contact = (email: string) => ({
    id: randomUUID(),
    name: 'Somebody',
    phone: '',
    email,
    relationship: '',
    isEmergency: false,
    isGuardian: true,
    isPayer: false,
  })
  const parent = await app.person('client', 11)
  const contacts = [contact(parent.email), contact('aunt@family.test')]
  await therapist.api.client.add({
    ...minimalClient,
    id,
    firstName: 'Kim',
    lastName: 'Canary',
    invite: false,
    contacts,
  })
  await insertGuardian(app, {
    ...of,
    clientId: id,
    account: parent,
    rights: ['sessions'],
    contactId: contacts[0]?.id ?? '',
  })
  const { act } = await plan(id)
  const mails = await mailsOf(act)
  expect(mails.map(({ kind, account_id }) => [kind, account_id]).sort()).toEqual(
    [
      ['guardian-series-planned', null],
      ['series-planned', parent.accountId],
    ].sort(),
  )
  const [mail, ...more] = await deliver(act, parent)
  expect(more).toEqual([])
  expect(mail?.text).toContain('scheduled for Kim')
})

test('a guardian of two clients gets a notification and an email for each, and each lists the own sessions @slow', async () => {
  const ida = await app.person('client', 12)
  const theirs = await connectClient(app, therapist, ida)
  await insertGuardian(app, { ...of, clientId: theirs, account: mother, rights: ['sessions'] })
  const [first, second] = [await plan(), await (hour++, plan(theirs))]
  const command = randomUUID()
  await therapist.api.session.cancelMany({ ids: [...first.ids.slice(0, 3), ...second.ids.slice(0, 2)], command })
  const told = (await mother.api.notification.list({})).items.filter(({ kind }) => kind === 'sessions-cancelled')
  expect(new Map(told.slice(0, 2).map(({ actingFor, message }) => [actingFor, message.match(/: (\d)/)?.[1]]))).toEqual(
    new Map([
      [record, '3'],
      [theirs, '2'],
    ]),
  )
  const texts = (await deliver(command, mother)).map(({ text = '' }) => text)
  const datesFor = (clientId: string) =>
    texts.find((text) => text.includes(`/for/${clientId}/sessions`))?.match(/at \d\d:\d\d/g)?.length
  expect([datesFor(record), datesFor(theirs)]).toEqual([3, 2])
})
