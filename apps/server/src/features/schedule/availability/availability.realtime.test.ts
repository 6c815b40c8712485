import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient, scheduleSessionAt } from '../../../testing/records/sessions.ts'
import { type FeedChange, openChangeFeed } from '../../../platform/realtime/change-feed.ts'
import { openTestSocket } from '../../../testing/socket.ts'
import { everyWeekday, daysAhead, saveHours, wholeDaySpan } from './availability.testing.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const client = await app.person('client')
const record = await connectClient(app, therapist, client)
const days = daysAhead(app)

/** Collects the changes that the change feed passes to the socket server. */
async function listen() {
  const all: FeedChange[] = []
  const relay = openChangeFeed({
    installerUrl: app.databaseUrl,
    secrets: app.secrets,
    log: app.log,
    publish: async (changes) => void all.push(...changes),
    onTakeover: async () => {},
    onNodeMessage: () => {},
  })
  await relay.start()
  const freeTimeChanges = () => all.filter(({ table_name }) => table_name === 'free_time')
  const profileChanges = () => all.filter(({ table_name }) => table_name === 'profile').length
  /** Waits until all earlier changes have arrived: makes another change and waits for that one. */
  async function settled() {
    const before = profileChanges()
    await therapist.api.account.saveNames({ firstName: 'Tessa', lastName: `Marker ${before}` })
    await expect.poll(profileChanges).toBeGreaterThan(before)
  }
  return { freeTimeChanges, settled, stop: () => relay.stop() }
}

test('each change of free times is sent to the connected clients, with the therapist’s id alone @slow', async () => {
  const other = await app.person('client', 2)
  await app.person('client', 3)
  await connectClient(app, therapist, other)
  const relay = await listen()
  /**
   * Returns whether an action sends a change, and checks that the change contains only the therapist's id and reaches
   * only connected clients.
   */
  async function sendsChange(action: () => Promise<unknown>): Promise<boolean> {
    await relay.settled()
    const before = relay.freeTimeChanges().length
    await action()
    await relay.settled()
    const rows = relay.freeTimeChanges().slice(before)
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
    therapist.api.session.create({ id: sessionId, clientIds: [record], ...starts(10), format: 'video', agreed: false })
  const cancel = () => therapist.api.session.cancel({ id: sessionId, command: randomUUID(), reason: 'Away' })
  const absence = { id: randomUUID(), title: 'Secret', ...wholeDaySpan(days.dayAhead(20)), wholeDays: true }

  expect(await sendsChange(() => saveHours(therapist, everyWeekday()))).toBe(true)
  expect(await sendsChange(() => therapist.api.terms.save({ ...defaultTerms, durationMinutes: 60 }))).toBe(true)
  expect(await sendsChange(plan)).toBe(true)
  expect(await sendsChange(() => client.api.session.accept({ id: sessionId, command: randomUUID() }))).toBe(false)
  expect(await sendsChange(() => move(11))).toBe(true)
  expect(await sendsChange(cancel)).toBe(true)
  expect(await sendsChange(() => therapist.api.availability.saveAbsence(absence))).toBe(true)
  expect(await sendsChange(() => therapist.api.availability.saveAbsence({ ...absence, title: 'Other' }))).toBe(false)
  expect(await sendsChange(() => therapist.api.availability.removeAbsence({ id: absence.id }))).toBe(true)
  // A request occupies no slot, so it sends no change.
  const wish = { id: randomUUID(), therapistId: therapist.accountId, ...starts(12), format: 'video' as const }
  expect(await sendsChange(() => client.api.session.request({ ...wish, message: '' }))).toBe(false)

  await relay.stop()
})

test('the browser of another client receives the change, that of a disconnected client does not', async () => {
  const [stays, leaves] = [await app.person('client', 4), await app.person('client', 5)]
  await connectClient(app, therapist, stays)
  const leaving = await connectClient(app, therapist, leaves)
  const sockets = [stays, leaves].map((person) => openTestSocket(app.address, person))
  for (const socket of sockets) {
    await socket.frame('welcome')
    for (const table of ['sessions', 'session_clients', 'free_times'])
      socket.send({ type: 'subscribe', ref: table, table })
    await socket.frame('subscribed', ({ ref }) => ref === 'free_times')
  }
  await therapist.api.connection.disconnect({ clientId: leaving, command: randomUUID() })
  await scheduleSessionAt(therapist, record, new Date(days.at(15, '10:00')))
  const [stillConnected, disconnected] = sockets
  const change = await stillConnected?.frame('change')
  const id = therapist.accountId
  expect(change).toEqual({
    type: 'change',
    ref: 'free_times',
    table: 'free_times',
    event: 'UPDATE',
    id,
    keys: { therapist_id: id },
  })
  expect(disconnected?.frames.filter(({ type }) => type === 'change')).toEqual([])
  for (const socket of sockets) socket.close()
})
