import { instantOf, shiftDay, todayIn } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { createReminderRunner } from '../../../../testing/faults/reminders.ts'
import type { Person } from '../../../../testing/people.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'

const [minute, hour, day] = [60_000, 3_600_000, 24 * 3_600_000]
const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const reminders = createReminderRunner(app)
const of = { therapistId: therapist.accountId }
const goTo = (at: number) => app.clock.advance(at - app.clock.now().getTime())

// Connected before the clock advances, because the therapist’s login ends after some days.
const tim = await app.person('client')
const record = await connectClient(app, therapist, tim)
let days = 10
let people = 0
let mother: Person
beforeEach(async () => {
  mother = await app.person('client', 100 + people++)
})
const client = () => app.person('client', 200 + people++)

/** Returns 14:30 in Berlin on a day that no other test uses. */
const afternoon = () => {
  const date = shiftDay(todayIn('Europe/Berlin', app.clock.now()), days++)
  return new Date(instantOf(date, '14:30', 'Europe/Berlin'))
}
const plan = (startsAt: Date, clients: string[]) => reminders.plan(therapist, clients, startsAt)
const asTherapist = (text: string, values: unknown[]) =>
  app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) => run(text, values))

/** Adds a client without an account, with the mother and an aunt as guardians among the contacts. */
async function addChild() {
  const [id, contactId] = [randomUUID(), randomUUID()]
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    const own = { therapist_id: therapist.accountId }
    await kysely
      .insertInto('client')
      .values({ id, ...own, first_name: 'Kim', last_name: 'Canary' })
      .execute()
    const contact = { ...own, client_id: id, is_guardian: true }
    const contacts = [
      { ...contact, id: contactId, place: 1, name: 'Mother', email: mother.email },
      { ...contact, id: randomUUID(), place: 2, name: 'Aunt', email: `aunt-${people}@family.test` },
    ]
    await kysely.insertInto('client_contact').values(contacts).execute()
  })
  return { id, contactId }
}

/** The kinds of emails about a session, to the mother’s account and to contacts. */
async function mailsOf(session: string) {
  const rows = await queryAsRole<{ kind: string; to: string | null }>(
    'backup',
    app.databaseUrl,
    `select kind, account_id as "to" from app.mail where subject_id = '${session}' and account_id is distinct from '${therapist.accountId}'`,
  )
  return rows
    .map(({ kind, to }) => `${kind} to ${to === null ? 'contact' : to === mother.accountId ? 'mother' : 'client'}`)
    .sort()
}

test('a guardian of two participants, and a guardian who takes part, are each reminded once @slow', async () => {
  const [leo, ida] = [await client(), await client()]
  const records = [await connectClient(app, therapist, leo), await connectClient(app, therapist, ida)]
  const own = await connectClient(app, therapist, mother)
  const father = await client()
  for (const clientId of records)
    for (const account of [mother, father])
      await insertGuardian(app, { ...of, clientId, account, rights: ['sessions'] })
  const start = afternoon()
  const session = await plan(start, [...records, own])
  await reminders.run(session)
  goTo(start.getTime() - day)
  for (let round = 0; round < 2; round++) await reminders.run(session, 2)
  const everyone = [therapist, leo, ida, mother, father].map(({ accountId }) => accountId)
  expect(await reminders.told(session)).toEqual(everyone.sort())
  const [told] = (await mother.api.notification.list({})).items
  expect(told?.actingFor).toBeNull()
})

test('a guardian is reminded beside the client, at the time of the own zone, and reads for whom @slow', async () => {
  await insertGuardian(app, { ...of, clientId: record, account: mother, rights: ['sessions'] })
  await mother.api.account.saveSettings({ zone: 'Pacific/Auckland' })
  const start = afternoon()
  const session = await plan(start, [record])
  await reminders.run(session)
  // In Auckland, the time 24 hours before the session is at night, so the reminder is due on the evening before.
  const date = shiftDay(todayIn('Pacific/Auckland', new Date(start.getTime() - day)), -1)
  goTo(Date.parse(instantOf(date, '20:55', 'Pacific/Auckland')))
  await reminders.run(session, 2)
  expect(await reminders.told(session)).toEqual([mother.accountId])
  goTo(start.getTime() - day)
  for (let round = 0; round < 2; round++) await reminders.run(session, 2)
  expect(await reminders.told(session)).toEqual([mother.accountId, therapist.accountId, tim.accountId].sort())
  expect(await mailsOf(session)).toEqual(['session-reminder to client', 'session-reminder to mother'])
  const [told] = (await mother.api.notification.list({})).items
  expect(told).toMatchObject({ kind: 'session-reminder', actingFor: record, relatedId: session })
  expect(told?.message).toContain(`${tim.firstName}'s session with`)
})

test('of a client without an account, a guardian with an account is reminded by it, and the contact of another person as before @slow', async () => {
  const { id, contactId } = await addChild()
  await insertGuardian(app, { ...of, clientId: id, account: mother, rights: ['sessions'], contactId })
  const start = afternoon()
  const session = await plan(start, [id])
  await reminders.run(session)
  goTo(start.getTime() - day)
  await reminders.run(session, 2)
  expect(await reminders.told(session)).toEqual([mother.accountId, therapist.accountId].sort())
  expect(await mailsOf(session)).toEqual(['guardian-reminder to contact', 'session-reminder to mother'])
})

test('a guardian who accepts after the reminders were enqueued is reminded, too', async () => {
  const { id, contactId } = await addChild()
  const start = afternoon()
  const session = await plan(start, [id])
  await reminders.run(session)
  await insertGuardian(app, { ...of, clientId: id, account: mother, rights: ['sessions'], contactId })
  goTo(start.getTime() - day)
  await reminders.run(session)
  expect(await reminders.told(session)).toContain(mother.accountId)
  expect(await mailsOf(session)).toEqual(['guardian-reminder to contact', 'session-reminder to mother'])
})

test.each([
  ['whose right has ended', 'update app.guardian set ended_at = now() where account_id = $1'],
  ['whose rights pause', 'update app.guardian set paused_at = now() where account_id = $1'],
  [
    'without the right to sessions',
    `update app.guardian set rights = '{"invoices": "-infinity"}' where account_id = $1`,
  ],
  [
    'from whom the session is kept',
    'update app.session_client set kept_from_guardians = true where client_id = (select client_id from app.guardian where account_id = $1)',
  ],
])('a guardian %s is not reminded @slow', async (_situation, statement) => {
  const { id, contactId } = await addChild()
  await insertGuardian(app, { ...of, clientId: id, account: mother, contactId })
  const start = afternoon()
  const session = await plan(start, [id])
  await reminders.run(session)
  goTo(start.getTime() - day - hour)
  await asTherapist(statement, [mother.accountId])
  goTo(start.getTime() - day + minute)
  await reminders.run(session, 2)
  expect(await reminders.told(session)).toEqual([therapist.accountId])
  expect((await mailsOf(session)).filter((mail) => mail.endsWith('mother'))).toEqual([])
})
