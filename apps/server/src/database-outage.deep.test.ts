import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from './platform/database/embedded.ts'
import { clusterPath } from './platform/database/embedded/paths.ts'
import { findPostmaster } from './platform/database/embedded/postmaster.ts'
import { startSharedApp } from './testing/app.ts'
import { createWriteLedger } from './testing/faults/ledger.ts'
import { connectClient } from './testing/records/sessions.ts'
import { openTestSocket } from './testing/socket.ts'
import { timeAhead } from './testing/time-ahead.ts'

afterAll(async () => {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
const dataDir = mkdtempSync(join(tmpdir(), `attune-test-${process.pid}-`))
const postgres = await startEmbedded({ dataDir, password: 'test' })
const app = await startSharedApp({ databaseUrl: postgres.url })

test('while Postgres is killed under load, requests get 503 with Retry-After, no acknowledged save is lost, and the server recovers', async () => {
  const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
  const clientId = await connectClient(app, therapist, client)
  const ledger = createWriteLedger()
  const withoutRetryAfter: number[] = []
  let slots = 0
  let done = false
  const writer = async () => {
    while (!done) {
      const id = randomUUID()
      const startsAt = new Date(timeAhead(40) + slots++ * 3_600_000).toISOString()
      const end = await ledger.record(id, () =>
        therapist.api.session.create({ id, clientIds: [clientId], startsAt, format: 'phone' }),
      )
      if (end !== 'acknowledged') await pause(100)
    }
  }
  const reader = async () => {
    while (!done) {
      const answer = await client.send('session/list', { which: 'upcoming' })
      if (answer.status !== 200 && answer.status !== 503) ledger.refused.set(answer.status, 1)
      if (answer.status === 503 && !(Number(answer.headers.get('retry-after')) > 0))
        withoutRetryAfter.push(answer.status)
      if (answer.status === 503) await pause(100)
    }
  }
  const socket = openTestSocket(app.address, therapist)
  await socket.frame('welcome')
  socket.send({ type: 'subscribe', ref: 'all', table: 'sessions' })
  await socket.frame('subscribed')

  const load = [writer(), writer(), writer(), reader(), reader()]
  for (let kill = 0; kill < 2; kill++) {
    const before = ledger.acknowledged.size
    await expect.poll(() => ledger.acknowledged.size).toBeGreaterThan(before + 20)
    const refusedBefore = ledger.refused.get(503) ?? 0
    process.kill(findPostmaster(clusterPath(dataDir))?.pid ?? 0, 'SIGKILL')
    await expect.poll(() => ledger.refused.get(503) ?? 0).toBeGreaterThan(refusedBefore)
    const lost = ledger.acknowledged.size
    await expect.poll(() => ledger.acknowledged.size).toBeGreaterThan(lost + 5)
  }
  done = true
  await Promise.all(load)

  expect([...ledger.refused.keys()]).toEqual([503])
  expect(withoutRetryAfter).toEqual([])
  expect(ledger.longestWait).toBeLessThan(30_000)
  const stored = await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
    const { rows } = await tx.run<{ id: string; parts: number }>(
      `select s.id, (select count(*) from app.session_client c where c.session_id = s.id) + (select count(*) from app.session_history h where h.session_id = s.id) as parts from app.session s`,
    )
    return rows
  })
  const ids = new Set(stored.map((row) => row.id))
  expect([...ledger.acknowledged].filter((id) => !ids.has(id))).toEqual([])
  expect([...ids].filter((id) => !ledger.acknowledged.has(id) && !ledger.indeterminate.has(id))).toEqual([])
  expect(stored.filter((row) => row.parts !== 2)).toEqual([])
  expect((await fetch(`${app.address}/ready`)).status).toBe(200)

  // Checks that the change feed has reconnected: it publishes a new change.
  const heard = socket.frames.length
  const id = randomUUID()
  await therapist.api.session.create({
    id,
    clientIds: [clientId],
    startsAt: '2028-01-01T08:00:00.000Z',
    format: 'phone',
  })
  await socket.frame('change', (frame) => frame.id === id)
  expect(socket.frames.length).toBeGreaterThan(heard)
  socket.close()
})
