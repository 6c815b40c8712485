import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { insertGuardian } from '../../../../testing/records/guardians.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { timeAhead } from '../../../../testing/time-ahead.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')
const tim = await app.person('client')
const anna = await app.person('client', 2)
const ben = await app.person('client', 3)
const record = await connectClient(app, therapist, tim)
const of = { therapistId: therapist.accountId, clientId: record }
const annaId = await insertGuardian(app, { ...of, account: anna, rights: ['sessions'] })
await insertGuardian(app, { ...of, account: ben, rights: ['invoices'] })

let slots = 0
const schedule = async () => {
  const id = randomUUID()
  const startsAt = new Date(timeAhead(320, 6) + slots++ * 2 * 60 * 60_000).toISOString()
  await therapist.api.session.create({ id, clientIds: [record], startsAt, format: 'video' })
  return id
}
const asTherapist = (text: string, id: string) =>
  app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ run }) => run(text, [id]))
const kindsOf = async (person: Person, id: string) =>
  (await person.api.notification.list({})).items.filter((one) => one.relatedId === id).map((one) => one.kind)
/** Returns the accounts that the changes of a session have been announced to. */
const audienceOf = async (id: string) => {
  const text = `select distinct unnest(audience) as a from app.change where row_id = '${id}'`
  return (await queryAsRole<{ a: string }>('backup', app.databaseUrl, text)).map(({ a }) => a)
}
const cancel = (id: string) => therapist.api.session.cancel({ id, command: randomUUID() })
const keepAll = (id: string) =>
  asTherapist('update app.session_client set kept_from_guardians = true where session_id = $1', id)

test('a planned session is announced to the guardian with the right to sessions, with an email that opens their page @slow', async () => {
  const id = await schedule()
  expect(await kindsOf(anna, id)).toEqual(['session-planned'])
  expect(await kindsOf(ben, id)).toEqual([])
  const mail = await app.inbox.mailTo(anna.email, /./)
  expect(mail.text).toContain(`/for/${record}/sessions/${id}`)
  expect(mail.text).toContain(`An appointment was scheduled for ${tim.firstName} on`)
  expect(mail.text).not.toContain(tim.lastName)
  expect(mail.subject).not.toMatch(new RegExp(`your|${tim.firstName}`, 'i'))
})

test('the notification of a session says for which client the guardian acts, and that of the client does not', async () => {
  const id = await schedule()
  const actingForOf = async (person: Person) =>
    (await person.api.notification.list({})).items.find((one) => one.relatedId === id)?.actingFor
  expect(await actingForOf(anna)).toBe(record)
  expect(await actingForOf(tim)).toBeNull()
})

test('the notification names the client by first name, without the last name, and that of the client names no one', async () => {
  const id = await schedule()
  const messageOf = async (person: Person) =>
    (await person.api.notification.list({})).items.find((one) => one.relatedId === id)?.message ?? ''
  expect(await messageOf(anna)).toContain(`scheduled a session for ${tim.firstName} on`)
  expect(await messageOf(anna)).not.toContain(tim.lastName)
  expect(await messageOf(tim)).not.toContain(tim.firstName)
})

test('nothing is announced of a session that is kept from guardians', async () => {
  const id = await schedule()
  await keepAll(id)
  const before = await kindsOf(anna, id)
  await cancel(id)
  expect(await kindsOf(anna, id)).toEqual(before)
})

test('changes reach the guardians who see the session, and no others', async () => {
  const id = await schedule()
  await cancel(id)
  const audience = await audienceOf(id)
  expect(audience).toContain(anna.accountId)
  expect(audience).not.toContain(ben.accountId)
})

test('a guardian whose right was taken away is told of nothing more @slow', async () => {
  const id = await schedule()
  await asTherapist('update app.guardian set ended_at = now(), version = version + 1 where id = $1', annaId)
  const before = await kindsOf(anna, id)
  await cancel(id)
  expect(await kindsOf(anna, id)).toEqual(before)
  expect(await kindsOf(anna, await schedule())).toEqual([])
})

test.each([
  ['the other client', false],
  ['a guardian of the other client', true],
])(
  'a joint session that moves because %s accepts a proposed time is announced to the guardian of a participant @slow',
  async (_, byGuardian) => {
    const own = await app.person('therapist', byGuardian ? 11 : 10)
    const people = byGuardian ? [14, 15, 16, 17] : [10, 11, 12, 13]
    const [leo, ida, eva, uwe] = (await Promise.all(people.map((one) => app.person('client', one)))) as [
      Person,
      Person,
      Person,
      Person,
    ]
    const records = [await connectClient(app, own, leo), await connectClient(app, own, ida)] as const
    const ofOwn = { therapistId: own.accountId }
    await insertGuardian(app, { ...ofOwn, clientId: records[0], account: eva, rights: ['sessions', 'requests'] })
    await insertGuardian(app, { ...ofOwn, clientId: records[1], account: uwe, rights: ['sessions'] })
    await own.api.terms.save({ ...(await own.api.terms.mine({})), proposeTimes: true })
    const at = (hours: number) => new Date(timeAhead(340, 6) + hours * 60 * 60_000).toISOString()
    const [id, change] = [randomUUID(), randomUUID()]
    await own.api.session.create({
      id,
      clientIds: [...records],
      startsAt: at(0),
      format: 'video',
      therapyType: 'family',
      agreed: true,
    })
    const move = { id: change, sessionId: id, startsAt: at(2), durationMinutes: 50 }
    const actingFor = records[0]
    await (byGuardian ? eva.api.guardian.requestMove({ ...move, actingFor }) : leo.api.changeRequest.askMove(move))
    await own.api.changeRequest.counter({ id: change, command: randomUUID(), startsAt: at(4), durationMinutes: 50 })
    const answer = { id: change, command: randomUUID() }
    await (byGuardian
      ? eva.api.guardian.acceptProposedTime({ ...answer, actingFor })
      : leo.api.changeRequest.acceptCounter(answer))
    const [told] = (await uwe.api.notification.list({})).items
    expect(told).toMatchObject({ kind: 'session-moved', relatedId: id, actingFor: records[1] })
    expect(told?.message).toContain(`moved ${ida.firstName}'s session to`)
    const mail = await app.inbox.mailTo(uwe.email, /moved/)
    expect(mail.text).toContain(`/for/${records[1]}/sessions/${id}`)
    for (const { lastName, email } of [leo, eva]) {
      expect(`${JSON.stringify(told)} ${mail.text}`).not.toContain(lastName)
      expect(`${JSON.stringify(told)} ${mail.text}`).not.toContain(email)
    }
  },
)

test('the answer to a request reaches the guardians with the right to sessions @slow', async () => {
  const own = await app.person('therapist', 12)
  const [leo, eva] = [await app.person('client', 18), await app.person('client', 19)]
  const clientId = await connectClient(app, own, leo)
  await insertGuardian(app, { therapistId: own.accountId, clientId, account: eva, rights: ['sessions', 'requests'] })
  const [id, change] = [randomUUID(), randomUUID()]
  const at = (hours: number) => new Date(timeAhead(341, 6) + hours * 60 * 60_000).toISOString()
  await own.api.session.create({ id, clientIds: [clientId], startsAt: at(0), format: 'video', agreed: true })
  await own.api.terms.save({ ...(await own.api.terms.mine({})), proposeTimes: true })
  const move = { actingFor: clientId, id: change, sessionId: id, startsAt: at(2), durationMinutes: 50 }
  await eva.api.guardian.requestMove(move)
  await own.api.changeRequest.decline({ id: change, command: randomUUID() })
  expect((await eva.api.notification.list({})).items[0]).toMatchObject({ kind: 'change-declined', actingFor: clientId })
  const mail = await app.inbox.mailTo(eva.email, /stays/)
  expect(mail.text).toContain(`The request to change ${leo.firstName}'s appointment was declined.`)
})
