import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { minimalClient } from '../../../testing/records/clients.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { openInvitationQueue } from './connection.pace.ts'

const app = await startSharedApp({ worker: false, config: { invitations: { perHour: 3, perDay: 5 } } })

const [minute, hour, day] = [60_000, 60 * 60_000, 24 * 60 * 60_000]
let addresses = 0

async function therapistWithClients(n: number) {
  const therapist = await app.person('therapist', n)
  const add = async (invite: boolean) => {
    const id = randomUUID()
    const email = `pace${addresses++}@client.test`
    await therapist.api.client.add({ ...minimalClient, id, email, invite })
    return id
  }
  return { ...therapist, add }
}

test('a therapist who has invited three new addresses within an hour is refused with the time to wait @slow', async () => {
  const therapist = await therapistWithClients(1)
  const ids = await Promise.all([therapist.add(true), therapist.add(true), therapist.add(true)])
  const later = await therapist.add(false)
  app.clock.advance(10 * minute)
  const refused = await therapist.send('connection/invite', { id: later, command: randomUUID() })
  const body = (await refused.json()) as { data: { retryAfterSeconds: number } }
  expect([refused.status, body]).toMatchObject([429, { code: 'INVITATION_LIMIT', defined: true }])
  expect(refused.headers.get('retry-after')).toBe(String(body.data.retryAfterSeconds))
  expect(body.data.retryAfterSeconds).toBeLessThanOrEqual(3000)
  expect(body.data.retryAfterSeconds).toBeGreaterThan(2900)
  await expect(therapist.add(true)).rejects.toMatchObject({ code: 'INVITATION_LIMIT' })
  expect((await therapist.api.client.list({})).items).toHaveLength(4)
  // A second invitation to the same address is not counted.
  await therapist.api.connection.invite({ id: ids[0] ?? '', command: randomUUID() })
  app.clock.advance(hour)
  await therapist.api.connection.invite({ id: later, command: randomUUID() })
  await therapist.add(true)
  await expect(therapist.add(true)).rejects.toMatchObject({ code: 'INVITATION_LIMIT' })
  for (const _ of [1, 2, 3]) {
    // Sends a request every 8 hours, because a therapist's login ends after 12 hours without a request.
    app.clock.advance(8 * hour)
    await therapist.api.client.list({})
  }
  await therapist.add(true)
})

test('an import counts as one new address, and its emails are sent at the pace of the limits @slow', async () => {
  const therapist = await therapistWithClients(2)
  const ids = await Promise.all(Array.from({ length: 7 }, () => therapist.add(false)))
  const start = app.clock.now().getTime()
  const act = { ids, command: randomUUID() }
  expect((await therapist.api.connection.inviteMany(act)).sent).toHaveLength(7)
  await therapist.api.connection.inviteMany(act)
  const sentAt = await Promise.all(
    ids.map(async (id) => Date.parse((await therapist.api.client.get({ id })).invitation?.sentAt ?? '')),
  )
  const hours = sentAt.map((time) => Math.round((time - start) / hour))
  expect(hours.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1, 1, 24, 24])
  const queued = ids[hours.indexOf(24)] ?? ''
  await expect(therapist.api.connection.invite({ id: queued, command: randomUUID() })).rejects.toMatchObject({
    code: 'TOO_SOON',
  })
  await Promise.all([therapist.add(true), therapist.add(true)])
  await expect(therapist.add(true)).rejects.toMatchObject({ code: 'INVITATION_LIMIT' })
})

test('an import of 250 addresses is sent over three days, at most 30 an hour and 100 a day', () => {
  const queue = openInvitationQueue([], { perHour: 30, perDay: 100 }, 0)
  const times = Array.from({ length: 250 }, () => {
    const time = queue.next()
    queue.take(time)
    return time
  })
  const within = (from: number, length: number) => times.filter((time) => time > from - length && time <= from).length
  expect(Math.max(...times.map((time) => within(time, hour)))).toBe(30)
  expect(Math.max(...times.map((time) => within(time, day)))).toBe(100)
  expect(Math.max(...times)).toBeLessThan(3 * day)
})
