import { randomUUID } from 'node:crypto'
import { wallClockOf } from '@attune/contract/common/time/time'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const stranger = await app.person('therapist', 2)
const client = await app.person('client', 1)
const ana = await connectClient(app, therapist, client)
const ben = await connectClient(app, therapist, await app.person('client', 2))
const dayAhead = (days: number) => wallClockOf(new Date(timeAhead(days, 12)).toISOString(), 'UTC').day

/** Logs a past session with both clients and returns its id. */
async function logSession(daysAgo: number, groupId: string | null): Promise<string> {
  const id = randomUUID()
  const startsAt = new Date(timeAhead(-daysAgo, 1)).toISOString()
  const what = { startsAt, durationMinutes: 50, format: 'video', therapyType: 'group', outcome: 'completed' } as const
  await therapist.api.session.logPast({ id, clientIds: [ana, ben], groupId, ...what })
  return id
}

test('the notes about a member name each session of the group with a part of their own or a shared one, latest first', async () => {
  const [id, from] = [randomUUID(), dayAhead(-40)]
  const group = await therapist.api.group.create({
    id: randomUUID(),
    type: 'group',
    name: 'Tuesday group',
    memberLimit: 12,
    typeId: null,
    showsNames: false,
    sharesName: false,
    clientIds: [],
  })
  await therapist.api.group.addMember({ id, groupId: group.id, clientId: ana, joinedOn: from })
  await therapist.api.group.addMember({ id: randomUUID(), groupId: group.id, clientId: ben, joinedOn: from })
  const ofGroup = [5, 6, 7, 8].map((days) => logSession(days, group.id))
  const [own, shared, both, others, elsewhere] = await Promise.all([...ofGroup, logSession(9, null)])
  const write = (sessionId = '', text = '', clientId?: string) =>
    therapist.api.note.save({ sessionId, text, version: 0, ...(clientId && { clientId }) })
  await write(own, 'Ana spoke.', ana)
  await write(shared, 'Both were late.')
  await write(both, 'Ana listened.', ana)
  await write(both, 'A calm hour.')
  await write(others, 'Ben spoke.', ben)
  await write(others, ' ', ana)
  await write(elsewhere, 'Ana, without the group.', ana)
  expect(await therapist.api.group.memberNotes({ id })).toEqual({
    items: [
      { sessionId: own, startsAt: expect.any(String), hasOwnPart: true, hasSharedPart: false },
      { sessionId: shared, startsAt: expect.any(String), hasOwnPart: false, hasSharedPart: true },
      { sessionId: both, startsAt: expect.any(String), hasOwnPart: true, hasSharedPart: true },
    ],
    total: 3,
  })
  await expect(stranger.api.group.memberNotes({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(client.api.group.memberNotes({ id })).rejects.toMatchObject({ status: 403 })
})
