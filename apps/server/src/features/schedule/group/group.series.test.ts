import { randomUUID } from 'node:crypto'
import { wallClockOf } from '@attune/contract/common/time/time'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const people = await Promise.all([1, 2, 3, 4].map((n) => app.person('client', n)))
const [ana, ben, cleo, dora] = await Promise.all(people.map((person) => connectClient(app, therapist, person)))
if (!ana || !ben || !cleo || !dora) throw new Error('four clients are connected')

const at = (days: number, hour = 9) => new Date(timeAhead(days, hour)).toISOString()
const dayAhead = (days: number) => wallClockOf(at(days, 12), 'UTC').day
/** The day in the zone of the therapist, on which members join. */
const today = () => wallClockOf(new Date().toISOString(), 'Europe/Berlin').day
let hours = 6
/** Creates a group of Ana and Ben with four weekly sessions from the given day on. Returns their ids in order. */
async function groupWithSeries(firstDay: number, more: { agreed?: boolean; clientIds?: string[] } = {}) {
  const { agreed = false, clientIds = [ana as string, ben as string] } = more
  const id = randomUUID()
  const content = { memberLimit: 12, typeId: null, showsNames: false, sharesName: false }
  await therapist.api.group.create({ id, type: 'group', name: 'Weekly', ...content, clientIds })
  const seriesId = randomUUID()
  const repeat = { every: 'weeks' as const, weeks: 1, ends: { by: 'count' as const, count: 4 } }
  const what = { groupId: id, clientIds, therapyType: 'group' as const, format: 'in-person' as const, agreed, repeat }
  const series = { ...what, id: seriesId, startsAt: at(firstDay, hours++) }
  await therapist.api.series.create(series)
  return { id, series, sessions: await sessionsOf(id) }
}
const sessionsOf = async (groupId: string) => {
  const [planned, past] = await Promise.all([
    therapist.api.session.list({ which: 'upcoming', groupId, limit: 20 }),
    therapist.api.session.list({ which: 'history', groupId, limit: 20 }),
  ])
  return [...past.items, ...planned.items].toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
}
const answersOf = async (groupId: string, clientId: string) =>
  (await sessionsOf(groupId)).map(
    ({ participants }) => participants.find((one) => one.clientId === clientId)?.answer ?? null,
  )
const notificationsOf = async (person: number) =>
  (await people[person]?.api.notification.list({}))?.items.map(({ kind }) => kind) ?? []
const membershipOf = async (groupId: string, clientId: string) => {
  const { members } = await therapist.api.group.get({ id: groupId })
  return members.find((member) => member.clientId === clientId)?.id ?? ''
}
const templateOf = async (seriesId: string) =>
  (
    await queryAsRole<{ ids: string[] }>(
      'backup',
      app.databaseUrl,
      `select template -> 'clientIds' as ids from app.series where id = '${seriesId}'`,
    )
  )[0]?.ids

test('a repeated creation of a series with another group, with none, or with one that the series has not, is refused', async () => {
  const { series } = await groupWithSeries(200)
  const other = await groupWithSeries(207)
  const create = (more: object) => therapist.api.series.create({ ...series, ...more })
  await create({})
  for (const groupId of [other.id, null])
    await expect(create({ groupId })).rejects.toMatchObject({ code: 'CONFLICT', status: 409 })
  const alone = { id: randomUUID(), groupId: null, startsAt: at(214, hours++) }
  await create(alone)
  await create(alone)
  await expect(create({ ...alone, groupId: series.groupId })).rejects.toMatchObject({ code: 'CONFLICT', status: 409 })
})

test('a new member is invited once to the dates that the therapist confirmed, and the series includes them @slow', async () => {
  const { id, series, sessions } = await groupWithSeries(30)
  const before = await notificationsOf(2)
  const sessionIds = sessions.slice(2).map((one) => one.id)
  const added = { id: randomUUID(), groupId: id, clientId: cleo, joinedOn: dayAhead(40), sessionIds }
  await therapist.api.group.addMember(added)
  await therapist.api.group.addMember(added)
  expect(await answersOf(id, cleo)).toEqual([null, null, 'awaited', 'awaited'])
  expect(await answersOf(id, ana)).toEqual(['awaited', 'awaited', 'awaited', 'awaited'])
  expect(await notificationsOf(2)).toEqual(['series-planned', ...before])
  expect(await templateOf(series.id)).toEqual([ana, ben, cleo])
  const mails = await queryAsRole('backup', app.databaseUrl, `select from app.mail where subject_id = '${added.id}'`)
  expect(mails).toHaveLength(1)
  await therapist.api.series.create(series)
})

test('a new member is refused for sessions in Attune that have no room for them, and is not a member then', async () => {
  const { id, sessions } = await groupWithSeries(40, { clientIds: [ana, ben, cleo] })
  const [, second] = sessions
  const place = { format: 'video' as const, location: '', videoUrl: null, revision: 0 }
  const edited = { id: second?.id ?? '', command: randomUUID(), ...place }
  await therapist.api.session.edit({ ...edited, callInAttune: true })
  const member = { groupId: id, clientId: dora, joinedOn: dayAhead(40) }
  const add = (sessionIds: string[]) => therapist.api.group.addMember({ id: randomUUID(), ...member, sessionIds })
  await expect(add(sessions.map((one) => one.id))).rejects.toMatchObject({ code: 'CALL_TOO_LARGE', status: 409 })
  expect(await membershipOf(id, dora)).toBe('')
  await add(sessions.filter((one) => one !== second).map((one) => one.id))
  expect(await answersOf(id, dora)).toEqual(['awaited', null, 'awaited', 'awaited'])
})

test('a new member counts as accepted in confirmed sessions, which stay confirmed', async () => {
  const { id, sessions } = await groupWithSeries(31, { agreed: true })
  const sessionIds = sessions.map((one) => one.id)
  await therapist.api.group.addMember({
    id: randomUUID(),
    groupId: id,
    clientId: cleo,
    joinedOn: dayAhead(0),
    sessionIds,
  })
  expect(await answersOf(id, cleo)).toEqual(['accepted', 'accepted', 'accepted', 'accepted'])
  expect((await sessionsOf(id)).map(({ status }) => status)).toEqual(Array(4).fill('confirmed'))
})

test('a session of another group, and one before the first day, is refused and nothing is written', async () => {
  const [one, other] = [await groupWithSeries(32), await groupWithSeries(33)]
  const add = (sessionIds: string[]) =>
    therapist.api.group.addMember({
      id: randomUUID(),
      groupId: one.id,
      clientId: cleo,
      joinedOn: dayAhead(36),
      sessionIds,
    })
  for (const session of [other.sessions[1], one.sessions[0]])
    await expect(add([session?.id ?? ''])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await therapist.api.group.get({ id: one.id })).members).toHaveLength(2)
})

test('who leaves loses the remaining dates for themself alone, with one notification and without a fee @slow', async () => {
  const { id, series } = await groupWithSeries(34)
  const [before, others] = [await notificationsOf(0), await notificationsOf(1)]
  const left = { id: await membershipOf(id, ana), leftOn: dayAhead(40) }
  await therapist.api.group.removeMember(left)
  await therapist.api.group.removeMember(left)
  expect(await answersOf(id, ana)).toEqual(['awaited', 'declined', 'declined', 'declined'])
  expect(await answersOf(id, ben)).toEqual(Array(4).fill('awaited'))
  expect((await sessionsOf(id)).map(({ status }) => status)).toEqual(Array(4).fill('scheduled'))
  expect(await notificationsOf(0)).toEqual(['sessions-cancelled', ...before])
  expect(await notificationsOf(1)).toEqual(others)
  expect(await templateOf(series.id)).toEqual([ben])
  const mails = await queryAsRole<{ id: string }>(
    'backup',
    app.databaseUrl,
    `select id from app.mail where subject_id = '${left.id}'`,
  )
  for (const mail of mails) await app.mailer.deliver({ mailId: mail.id }, { retryCount: 0, last: false })
  expect(mails).toHaveLength(1)
  expect((await app.inbox.mailTo(people[0]?.email ?? '', /cancel/i)).text).toBeTruthy()
})

test('a date without other participants is cancelled when its last member leaves', async () => {
  const { id } = await groupWithSeries(35, { clientIds: [ben] })
  await therapist.api.group.removeMember({ id: await membershipOf(id, ben), leftOn: today() })
  expect((await sessionsOf(id)).map(({ status }) => status)).toEqual(Array(4).fill('cancelled'))
})

test.each([
  ['is marked if the therapist applies the terms', true],
  ['is waived by default', false],
])('a late cancellation of a member who leaves %s', async (_title, isLateCounted) => {
  const terms = await therapist.api.terms.mine({})
  await therapist.api.terms.save({ ...terms, cancel: { lateHours: 200, blockedHours: 0 } })
  const { id } = await groupWithSeries(isLateCounted ? 5 : 6, { agreed: true })
  await app.privileged.definer.query(
    `update app.session set booked_at = booked_at - interval '1 hour' where group_id = $1`,
    [id],
  )
  await therapist.api.group.removeMember({ id: await membershipOf(id, ana), leftOn: today(), isLateCounted })
  const late = (await sessionsOf(id)).map(
    ({ participants }) => participants.find((one) => one.clientId === ana)?.lateCancel,
  )
  expect(late).toEqual([isLateCounted, false, false, false])
})
