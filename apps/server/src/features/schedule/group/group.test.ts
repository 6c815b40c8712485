import { randomUUID } from 'node:crypto'
import { textLengths } from '@attune/contract/common/text/lengths'
import { wallClockOf } from '@attune/contract/common/time/time'
import { groupLimit } from '@attune/contract/features/schedule/group/group.rules'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { maxColumnLengths } from '../../../testing/database/column-lengths.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')
const stranger = await app.person('therapist', 2)
const people = await Promise.all([1, 2].map((n) => app.person('client', n)))
const [ana, ben] = await Promise.all(people.map((person) => connectClient(app, therapist, person)))
if (!ana || !ben) throw new Error('two clients are connected')

const dayAhead = (days: number) => wallClockOf(new Date(timeAhead(days, 12)).toISOString(), 'UTC').day
const addClient = async (lastName = 'Okafor') => {
  const id = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id, firstName: 'Ida', lastName, invite: false })
  return id
}
const addClients = (count: number) => Promise.all(Array.from({ length: count }, () => addClient()))
type Added = Parameters<typeof therapist.api.group.create>[0]
const groupOf = (more: Partial<Added> = {}): Added => ({
  id: randomUUID(),
  type: 'group',
  name: 'Tuesday group',
  memberLimit: more.type === 'couple' ? 2 : 12,
  typeId: null,
  showsNames: more.type !== undefined && more.type !== 'group',
  sharesName: false,
  ...more,
})
const membership = (groupId: string, clientId: string, joinedOn = dayAhead(0)) => ({
  id: randomUUID(),
  groupId,
  clientId,
  joinedOn,
})
let hours = 0
const freeHour = (days: number) => new Date(timeAhead(days, 1) + hours++ * 60 * 60_000).toISOString()
const planned = (groupId: string, clientIds: string[], startsAt: string) => ({
  id: randomUUID(),
  groupId,
  clientIds,
  startsAt,
  format: 'in-person' as const,
})

test('a group is created, edited, archived and restored once, however often a call is repeated @slow', async () => {
  const added = groupOf({ clientIds: [ana] })
  const group = await therapist.api.group.create(added)
  expect(group).toMatchObject({ name: 'Tuesday group', isArchived: false, version: 1, members: [{ clientId: ana }] })
  expect(await therapist.api.group.create(added)).toEqual(group)
  const other = therapist.api.group.create({ ...added, name: 'Other' })
  await expect(other).rejects.toMatchObject({ code: 'CONFLICT' })
  const { type: _type, clientIds: _ids, ...content } = added
  const edit = { ...content, name: 'Wednesday group', version: 1 }
  expect(await therapist.api.group.edit(edit)).toMatchObject({ name: 'Wednesday group', version: 2 })
  expect(await therapist.api.group.edit(edit)).toMatchObject({ version: 2 })
  const stale = therapist.api.group.edit({ ...edit, name: 'Too late' })
  await expect(stale).rejects.toMatchObject({ code: 'CHANGED', data: { group: { name: 'Wednesday group' } } })
  for (const isArchived of [true, true, false])
    expect(await therapist.api.group.setArchived({ id: added.id, isArchived })).toMatchObject({ isArchived })
  expect((await therapist.api.group.list({})).items.map(({ id }) => id)).toContain(added.id)
})

test('members of a group never see the names of each other, even if the input says so', async () => {
  expect(await therapist.api.group.create(groupOf({ showsNames: true }))).toMatchObject({ showsNames: false })
  expect(await therapist.api.group.create(groupOf({ type: 'family', showsNames: true }))).toMatchObject({
    showsNames: true,
  })
})

test('a third person in a couple and a thirteenth in a group are refused with the limit @slow', async () => {
  const third = await addClient()
  const couple = await therapist.api.group.create(groupOf({ type: 'couple', clientIds: [ana, ben] }))
  const refusal = therapist.api.group.addMember(membership(couple.id, third))
  await expect(refusal).rejects.toMatchObject({ code: 'LIMIT_REACHED', data: { limit: 2 } })
  const many = await addClients(13)
  const full = await therapist.api.group.create(groupOf({ clientIds: many.slice(0, 12) }))
  const thirteenth = therapist.api.group.addMember(membership(full.id, many[12] ?? ''))
  await expect(thirteenth).rejects.toMatchObject({ code: 'LIMIT_REACHED', data: { limit: 12 } })
  const threeOf = therapist.api.group.create(groupOf({ type: 'couple', clientIds: [ana, ben, third] }))
  await expect(threeOf).rejects.toMatchObject({ code: 'LIMIT_REACHED', data: { limit: 2 } })
  const tooHigh = therapist.api.group.create(groupOf({ type: 'couple', memberLimit: 3 }))
  await expect(tooHigh).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a member who leaves makes room from that day on, and can return on the same day', async () => {
  const { id, members } = await therapist.api.group.create(groupOf({ type: 'couple', clientIds: [ana, ben] }))
  const [leaving] = members.filter(({ clientId }) => clientId === ana)
  if (!leaving) throw new Error('Ana is a member')
  const left = { id: leaving.id, leftOn: dayAhead(5) }
  await therapist.api.group.removeMember(left)
  expect((await therapist.api.group.removeMember(left)).members).toContainEqual({ ...leaving, leftOn: left.leftOn })
  const third = await addClient()
  const early = therapist.api.group.addMember(membership(id, third, dayAhead(4)))
  await expect(early).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
  const back = membership(id, ana, dayAhead(5))
  await therapist.api.group.addMember(back)
  const { members: now } = await therapist.api.group.addMember(back)
  expect(now.filter(({ clientId }) => clientId === ana).map(({ leftOn }) => leftOn)).toEqual([left.leftOn, null])
  const instead = therapist.api.group.addMember(membership(id, third, dayAhead(5)))
  await expect(instead).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
})

test('the same client is no member twice at once, and leaves no earlier than the day of joining', async () => {
  const { id, members } = await therapist.api.group.create(groupOf({ clientIds: [ana] }))
  const again = therapist.api.group.addMember(membership(id, ana, dayAhead(3)))
  await expect(again).rejects.toMatchObject({ code: 'ALREADY_MEMBER' })
  const early = therapist.api.group.removeMember({ id: members[0]?.id ?? '', leftOn: dayAhead(-1) })
  await expect(early).rejects.toMatchObject({ code: 'BEFORE_JOINED' })
  const both = [membership(id, ben), membership(id, ben)].map((one) => therapist.api.group.addMember(one))
  const results = await Promise.allSettled(both)
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a limit below the number of members is refused with that number', async () => {
  const added = groupOf({ type: 'family', clientIds: [ana, ben] })
  await therapist.api.group.create(added)
  const { type: _type, clientIds: _ids, ...content } = added
  const edit = therapist.api.group.edit({ ...content, memberLimit: 1, version: 1 })
  await expect(edit).rejects.toMatchObject({ code: 'LIMIT_REACHED', data: { limit: 2 } })
})

test('another therapist’s group, client and session type are refused like unknown ones @slow', async () => {
  const { id, members } = await therapist.api.group.create(groupOf({ clientIds: [ana] }))
  const own = await stranger.api.group.create(groupOf())
  const calls = [
    () => stranger.api.group.get({ id }),
    () => stranger.api.group.setArchived({ id, isArchived: true }),
    () => stranger.api.group.addMember(membership(own.id, ana)),
    () => stranger.api.group.removeMember({ id: members[0]?.id ?? '', leftOn: dayAhead(1) }),
    () => stranger.api.group.create(groupOf({ typeId: randomUUID() })),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await stranger.api.group.list({})).items.map((one) => one.id)).toEqual([own.id])
})

test('a therapist has at most 200 groups', async () => {
  const busy = await app.person('therapist', 3)
  const rows = Array.from({ length: groupLimit }, () => ({
    id: randomUUID(),
    therapist_id: busy.accountId,
    type: 'group',
    name: 'One of many',
    member_limit: 12,
  }))
  await app.db.asActor({ role: 'therapist', id: busy.accountId }, ({ kysely }) =>
    kysely.insertInto('client_group').values(rows).execute(),
  )
  await expect(busy.api.group.create(groupOf())).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
})

test('a session with a group takes its members of that day, without those who left before @slow', async () => {
  const [early, late] = await addClients(2)
  if (!early || !late) throw new Error('two clients were added')
  const { id, members } = await therapist.api.group.create(groupOf({ clientIds: [ana, ben, early] }))
  const [leaving] = members.filter(({ clientId }) => clientId === early)
  await therapist.api.group.removeMember({ id: leaving?.id ?? '', leftOn: dayAhead(10) })
  await therapist.api.group.addMember(membership(id, late, dayAhead(20)))
  const create = (clientIds: string[], days: number) =>
    therapist.api.session.create({ ...planned(id, clientIds, freeHour(days)), therapyType: 'group' })
  expect((await create([ana, ben, early], 8)).group).toEqual({ id, name: 'Tuesday group' })
  await expect(create([ana, ben, early], 12)).rejects.toMatchObject({ code: 'NOT_A_MEMBER' })
  await expect(create([ana, late], 12)).rejects.toMatchObject({ code: 'NOT_A_MEMBER' })
  expect((await create([ana, ben, late], 22)).participants).toHaveLength(3)
  const { items } = await therapist.api.session.list({ which: 'upcoming', groupId: id, limit: 10 })
  expect(items.map((session) => session.participants.length)).toEqual([3, 3])
  await therapist.api.group.setArchived({ id, isArchived: true })
  await expect(create([ana], 8)).rejects.toMatchObject({ code: 'NOT_A_MEMBER' })
})

test('each session of a series has the group, and a client outside the group is refused', async () => {
  const { id } = await therapist.api.group.create(groupOf({ clientIds: [ana] }))
  const repeat = { every: 'weeks' as const, weeks: 1, ends: { by: 'count' as const, count: 3 } }
  const series = { ...planned(id, [ana], freeHour(30)), repeat }
  await therapist.api.series.create(series)
  const { items } = await therapist.api.session.list({ which: 'upcoming', groupId: id, limit: 10 })
  expect(items.map(({ seriesId }) => seriesId)).toEqual([series.id, series.id, series.id])
  const outside = therapist.api.series.create({ ...series, id: randomUUID(), clientIds: [ben], startsAt: freeHour(90) })
  await expect(outside).rejects.toMatchObject({ code: 'NOT_A_MEMBER' })
})

test('a client sees the name of a group only if the therapist shares it @slow', async () => {
  const added = groupOf({ name: 'Trauma group', clientIds: [ana] })
  await therapist.api.group.create(added)
  const session = planned(added.id, [ana], freeHour(40))
  await therapist.api.session.create(session)
  const seen = async () => (await people[0]?.api.session.get({ id: session.id }))?.session.group
  expect(await seen()).toBeNull()
  const { type: _type, clientIds: _ids, ...content } = added
  await therapist.api.group.edit({ ...content, sharesName: true, version: 1 })
  expect(await seen()).toEqual({ id: added.id, name: 'Trauma group' })
})

test('the members of a family see first names of each other unless the therapist switches them off', async () => {
  const added = groupOf({ type: 'family', showsNames: true, clientIds: [ana, ben] })
  await therapist.api.group.create(added)
  const session = { ...planned(added.id, [ana, ben], freeHour(50)), therapyType: 'family' as const }
  await therapist.api.session.create(session)
  const companions = async () => (await people[0]?.api.session.get({ id: session.id }))?.companions
  expect(await companions()).toHaveLength(1)
  const { type: _type, clientIds: _ids, ...content } = added
  await therapist.api.group.edit({ ...content, showsNames: false, version: 1 })
  expect(await companions()).toEqual([])
})

test('a client who disconnects is no member any more, and the session stays for the other @slow', async () => {
  const leaving = await app.person('client', 3)
  const record = await connectClient(app, therapist, leaving)
  const { id } = await therapist.api.group.create(groupOf({ type: 'couple', clientIds: [record, ben] }))
  const session = { ...planned(id, [record, ben], freeHour(60)), therapyType: 'couples' as const }
  await therapist.api.session.create(session)
  await leaving.api.connection.disconnect({ clientId: record, command: randomUUID() })
  expect((await therapist.api.group.get({ id })).members.map(({ clientId }) => clientId)).toEqual([ben])
  const { session: kept } = await therapist.api.session.get({ id: session.id })
  expect(kept.status).toBe('scheduled')
  const inactive = therapist.api.group.addMember(membership(id, record))
  await expect(inactive).rejects.toMatchObject({ code: 'CLIENT_INACTIVE' })
})

test('a client who is merged into another record stays a member @slow', async () => {
  const [from, into] = await addClients(2)
  if (!from || !into) throw new Error('two clients were added')
  const { id } = await therapist.api.group.create(groupOf({ clientIds: [from] }))
  await therapist.api.client.merge({ id: from, into, command: randomUUID() })
  expect((await therapist.api.group.get({ id })).members.map(({ clientId }) => clientId)).toEqual([into])
})

test('the contract and the database allow the same length of a name @slow', async () => {
  expect((await maxColumnLengths(app)).get('client_group.name')).toBe(textLengths.groupName)
})

test('a past session is logged with the members of its day, and refuses who was no member on that day @slow', async () => {
  const { id: groupId } = await therapist.api.group.create(groupOf({ clientIds: [ben] }))
  await therapist.api.group.addMember(membership(groupId, ana, dayAhead(-10)))
  const what = { durationMinutes: 50, therapyType: 'group', outcome: 'completed' } as const
  const log = (id: string) => therapist.api.session.logPast({ ...planned(groupId, [id], freeHour(-5)), ...what })
  expect(await log(ana)).toMatchObject({ group: { id: groupId }, participants: [{ clientId: ana }] })
  await expect(log(ben)).rejects.toMatchObject({ code: 'NOT_A_MEMBER' })
  const { items } = await therapist.api.session.list({ which: 'history', groupId, limit: 10 })
  expect(items.map(({ participants }) => participants.map(({ clientId }) => clientId))).toEqual([[ana]])
})
