import { defaultTerms } from '@attune/contract/features/terms'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestHouse, type TestHouse } from '../../testing/house.ts'
import type { Person } from '../../testing/people.ts'
import { connectClient, planAt } from '../../testing/sessions.ts'
import { type ChangeRow, openRelay } from '../../platform/realtime/relay.ts'
import { openSocket } from '../../testing/socket.ts'
import { everyDay, openDays, setHours, wholeDay } from './availability.testing.ts'

let house: TestHouse
let therapist: Person
let client: Person
let record: string
let days: ReturnType<typeof openDays>
beforeAll(async () => {
  house = await openTestHouse({ worker: false })
  therapist = await house.person('therapist')
  client = await house.person('client')
  record = await connectClient(house, therapist, client)
  days = openDays(house)
})
afterAll(() => house.close())

/** What is told of free times, as the listener of the sockets reads it. */
async function listen() {
  const all: ChangeRow[] = []
  const relay = openRelay(house.databaseUrl, house.secrets, house.log, async (changes) => void all.push(...changes))
  await relay.start()
  const told = () => all.filter(({ table_name }) => table_name === 'free_time')
  const names = () => all.filter(({ table_name }) => table_name === 'profile').length
  /** Waits until everything before has been told: what comes last has come. */
  async function settled() {
    const before = names()
    await therapist.api.account.saveNames({ firstName: 'Tessa', lastName: `Marker ${before}` })
    await expect.poll(names).toBeGreaterThan(before)
  }
  return { told, settled, stop: () => relay.stop() }
}

test('each change to free times is told at once to the clients who may book, and what it was to none of them [6.06]', async () => {
  const other = await house.person('client', 2)
  await house.person('client', 3)
  await connectClient(house, therapist, other)
  const relay = await listen()
  /** Whether a deed is told of; and that those who may book hear no more than whose times they are. */
  async function tells(deed: () => Promise<unknown>): Promise<boolean> {
    await relay.settled()
    const before = relay.told().length
    await deed()
    await relay.settled()
    const rows = relay.told().slice(before)
    for (const row of rows) {
      expect(row).toMatchObject({
        op: 'UPDATE',
        row_id: therapist.accountId,
        keys: { therapist_id: therapist.accountId },
      })
      expect(Object.keys(row.keys)).toEqual(['therapist_id'])
      expect(row.audience.toSorted()).toEqual([client.accountId, other.accountId].toSorted())
    }
    return rows.length > 0
  }
  const sessionId = randomUUID()
  const starts = (day: number) => ({ startsAt: days.at(day, '10:00'), durationMinutes: 50 })
  const move = (day: number) =>
    therapist.api.session.move({ id: sessionId, command: randomUUID(), ...starts(day), reason: '' })
  const plan = () =>
    therapist.api.session.plan({ id: sessionId, clientIds: [record], ...starts(10), format: 'video', agreed: false })
  const cancel = () => therapist.api.session.cancel({ id: sessionId, command: randomUUID(), reason: 'Away' })
  const absence = { id: randomUUID(), title: 'Secret', ...wholeDay(days.dayAhead(20)), wholeDays: true }

  expect(await tells(() => setHours(therapist, everyDay()))).toBe(true)
  expect(await tells(() => therapist.api.terms.save({ ...defaultTerms, durationMinutes: 60 }))).toBe(true)
  expect(await tells(plan)).toBe(true)
  expect(await tells(() => client.api.session.accept({ id: sessionId, command: randomUUID() }))).toBe(false)
  expect(await tells(() => move(11))).toBe(true)
  expect(await tells(cancel)).toBe(true)
  expect(await tells(() => therapist.api.availability.saveAbsence(absence))).toBe(true)
  expect(await tells(() => therapist.api.availability.saveAbsence({ ...absence, title: 'Other' }))).toBe(false)
  expect(await tells(() => therapist.api.availability.removeAbsence({ id: absence.id }))).toBe(true)
  // A wish takes no time from anybody.
  const wish = { id: randomUUID(), therapistId: therapist.accountId, ...starts(12), format: 'video' as const }
  expect(await tells(() => client.api.session.request({ ...wish, message: '' }))).toBe(false)

  await relay.stop()
})

test('the browser of another client hears of it, that of one who has left does not [6.06]', async () => {
  const [stays, leaves] = [await house.person('client', 4), await house.person('client', 5)]
  await connectClient(house, therapist, stays)
  const leaving = await connectClient(house, therapist, leaves)
  const sockets = [stays, leaves].map((person) => openSocket(house.address, person))
  for (const socket of sockets) {
    await socket.frame('welcome')
    for (const table of ['sessions', 'session_clients', 'free_times'])
      socket.send({ type: 'subscribe', ref: table, table })
    await socket.frame('subscribed', ({ ref }) => ref === 'free_times')
  }
  await therapist.api.connection.disconnect({ clientId: leaving, command: randomUUID() })
  await planAt(therapist, record, new Date(days.at(15, '10:00')))
  const [theirs, gone] = sockets
  const heard = await theirs?.frame('change')
  const id = therapist.accountId
  expect(heard).toEqual({
    type: 'change',
    ref: 'free_times',
    table: 'free_times',
    event: 'UPDATE',
    id,
    keys: { therapist_id: id },
  })
  expect(gone?.frames.filter(({ type }) => type === 'change')).toEqual([])
  for (const socket of sockets) socket.close()
})
