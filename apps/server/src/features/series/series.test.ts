import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bareClient } from '../../testing/clients.ts'
import { openTestHouse, type TestHouse } from '../../testing/house.ts'
import type { Person } from '../../testing/people.ts'
import { connectClient } from '../../testing/sessions.ts'
import { atWall, dayFrom, holdingOf, judgeSeries, planOf, weekly } from './series.testing.ts'

let house: TestHouse
let therapist: Person
let client: Person
let clientId: string
beforeAll(async () => {
  house = await openTestHouse({ worker: false })
  ;[therapist, client] = await Promise.all([house.person('therapist'), house.person('client')])
  clientId = await connectClient(house, therapist, client)
})
afterAll(() => house.close())

/** Each test has an hour of the day of its own, so that none is in another's way. */
let hour = 7
beforeEach(() => {
  hour++
})
const startsAt = (days = 2) =>
  atWall(dayFrom(house.clock.now(), days), `${String(hour).padStart(2, '0')}:00`, 'Europe/Berlin')

const plan = (with_: Partial<Parameters<typeof planOf>[0]> = {}) =>
  therapist.api.series.plan(planOf({ clientIds: [clientId], startsAt: startsAt(), ...with_ }))

test('a weekly series is laid out for twelve months as real sessions, in one act that the client learns of once [1.10]', async () => {
  const { series, made, firstSessionId } = await plan({ repeat: weekly() })
  expect(made).toBeGreaterThanOrEqual(52)
  expect(series).toMatchObject({ coming: made, detached: 0, gaps: [], lastDay: null, zone: 'Europe/Berlin' })
  const first = await client.api.session.get({ id: firstSessionId ?? '' })
  expect(first.session).toMatchObject({ startsAt: startsAt(), status: 'scheduled', seriesId: series.id })
  const { items } = await client.api.notification.list({})
  expect(items.filter((one) => one.kind === 'series-planned')).toHaveLength(1)
  expect(items[0]).toMatchObject({ kind: 'series-planned', relatedId: firstSessionId })
  expect(items[0]?.message).toContain(String(made))
  expect(await judgeSeries(house, therapist)).toEqual([])
})
