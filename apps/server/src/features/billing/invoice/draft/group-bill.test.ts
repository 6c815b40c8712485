import { todayIn } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { insertLogin } from '../../../../testing/people.ts'
import { addPayingClient, openPractice } from '../../../../testing/records/invoices.ts'
import { timeAhead } from '../../../../testing/time-ahead.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const { api } = therapist

const [weekMs, dayMs] = [7 * 86_400_000, 86_400_000]
const first = timeAhead(2, 9)

/** Advances the clock, and signs the therapist in again, because the login has ended meanwhile. */
async function wait(ms: number): Promise<void> {
  app.clock.advance(ms)
  await insertLogin(app, app.privileged, therapist, therapist.accountId, 2)
}

test('a group of five that gains a member is billed for those who were there or missed the date, and not for who was excused', async () => {
  await openPractice(app, therapist)
  const five: string[] = []
  for (const lastName of ['Adler', 'Braun', 'Clemens', 'Dorn', 'Ebert'])
    five.push(await addPayingClient(app, therapist, lastName))
  const [punctual = '', late = '', excused = '', missing = ''] = five
  const [groupId, of] = [randomUUID(), { type: 'group' as const, name: 'Thursdays', memberLimit: 6, typeId: null }]
  await api.group.create({ id: groupId, ...of, showsNames: false, sharesName: false, clientIds: five })
  await api.series.create({
    id: randomUUID(),
    clientIds: five,
    startsAt: new Date(first).toISOString(),
    format: 'video',
    therapyType: 'group',
    groupId,
    agreed: true,
    repeat: { every: 'weeks', weeks: 1, ends: { by: 'count', count: 3 } },
  })
  const dates = (await api.session.list({ which: 'upcoming', groupId, limit: 10 })).items
  expect(dates.map(({ participants }) => participants.length)).toEqual([5, 5, 5])
  const [one, two, three] = dates.map(({ id }) => id)
  if (!one || !two || !three) throw new Error('three dates are planned')

  await wait(first + dayMs - app.clock.now().getTime())
  await api.session.complete({ id: one, command: randomUUID(), attendance: [] })
  const joins = await addPayingClient(app, therapist, 'Fuchs')
  const joinedOn = todayIn('Europe/Berlin', new Date(first + dayMs))
  await api.group.addMember({ id: randomUUID(), groupId, clientId: joins, joinedOn, sessionIds: [two, three] })
  await wait(weekMs)
  await api.session.complete({
    id: two,
    command: randomUUID(),
    attendance: [
      { clientId: late, attendance: 'late' },
      { clientId: excused, attendance: 'excused' },
      { clientId: missing, attendance: 'absent' },
    ],
  })

  const { items } = await api.invoice.toBill({})
  const billed = (sessionId: string) =>
    new Map(items.filter((item) => item.sessionId === sessionId).map(({ clientId, kind }) => [clientId, kind]))
  expect([...billed(one)].toSorted()).toEqual(five.map((id) => [id, 'completed']).toSorted())
  expect(billed(two)).toEqual(
    new Map([
      [punctual, 'completed'],
      [late, 'completed'],
      [missing, 'no-show'],
      [five[4], 'completed'],
      [joins, 'completed'],
    ]),
  )
  const { ids } = await api.invoice.draftSessions({
    command: randomUUID(),
    items: items.map(({ sessionId, clientId }) => ({ sessionId, clientId })),
  })
  const drafts = await Promise.all(ids.map((id) => api.invoice.get({ id })))
  const pricesOf = (clientId: string) =>
    drafts
      .filter((draft) => draft.clientId === clientId)
      .flatMap(({ isFee, lines }) => lines.map(({ priceMinor }) => [isFee, priceMinor]))
      .toSorted()
  expect(pricesOf(excused)).toEqual([[false, '9500']])
  expect(pricesOf(joins)).toEqual([[false, '9500']])
  expect(pricesOf(late)).toEqual([
    [false, '9500'],
    [false, '9500'],
  ])
  expect(pricesOf(missing)).toEqual([
    [false, '9500'],
    [true, '9500'],
  ])
})
