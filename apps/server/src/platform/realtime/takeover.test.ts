import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from '../database/embedded.ts'
import { clusterPath } from '../database/embedded/paths.ts'
import { findPostmaster } from '../database/embedded/postmaster.ts'
import { startSharedApp } from '../../testing/app.ts'
import { runQuery } from '../../testing/database/database.ts'
import { connectClient } from '../../testing/records/sessions.ts'
import { openTestSocket } from '../../testing/socket.ts'
import { timeAhead } from '../../testing/time-ahead.ts'

afterAll(async () => {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
const dataDir = mkdtempSync(join(tmpdir(), `attune-test-${process.pid}-`))
const cluster = clusterPath(dataDir)
const postgres = await startEmbedded({ dataDir, password: 'test' })
const app = await startSharedApp({ databaseUrl: postgres.url })

const postmaster = () => findPostmaster(cluster)?.pid ?? 0
const isStandby = async () => {
  const [row] = await runQuery<{ is: boolean }>(postgres.url, 'select pg_is_in_recovery() as is').catch(() => [])
  return row?.is
}

/** Restarts Postgres as a standby and makes it the primary, as a failover does. The new primary has a new timeline. */
async function takeOver(): Promise<void> {
  const before = postmaster()
  writeFileSync(join(cluster, 'standby.signal'), '')
  process.kill(before, 'SIGKILL')
  await expect.poll(postmaster).not.toBe(before)
  await expect.poll(isStandby).toBe(true)
  // The same steps as those of `pg_ctl promote`.
  writeFileSync(join(cluster, 'promote'), '')
  process.kill(postmaster(), 'SIGUSR1')
  await expect.poll(isStandby).toBe(false)
}

test('after a standby took over, every page connects again, and changes arrive as before', async () => {
  const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
  const clientId = await connectClient(app, therapist, client)
  const plan = (hours: number) =>
    therapist.api.session.create({
      id: randomUUID(),
      clientIds: [clientId],
      startsAt: new Date(timeAhead(40) + hours * 3_600_000).toISOString(),
      format: 'phone',
    })
  const openSubscribed = async () => {
    const socket = openTestSocket(app.address, therapist)
    await socket.frame('welcome')
    socket.send({ type: 'subscribe', ref: 'all', table: 'sessions' })
    await socket.frame('subscribed')
    return socket
  }
  const changes = (socket: Awaited<ReturnType<typeof openSubscribed>>) =>
    socket.frames.filter(({ type }) => type === 'change').length

  const before = await openSubscribed()
  await plan(0)
  await expect.poll(() => changes(before)).toBeGreaterThan(0)
  await takeOver()
  expect(await before.closed).toBe(1001)
  await expect.poll(async () => (await fetch(`${app.address}/ready`)).status).toBe(200)
  const after = await openSubscribed()
  const heard = changes(after)
  await plan(2)
  await expect.poll(() => changes(after)).toBeGreaterThan(heard)
})
