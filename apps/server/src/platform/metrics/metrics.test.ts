import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract } from '@attune/contract'
import { queueAuthMail } from '../../features/messages/notification/notification.ts'
import { jobHandlers } from '../../jobs.ts'
import { createTestApp, type TestApp } from '../../testing/app.ts'
import { newJournalEntry } from '../../testing/records/journal.ts'
import { recordBackup } from '../data-folder/last-backup.ts'
import { systemClock } from '../clock.ts'
import { openLog } from '../log.ts'
import { serveMetrics } from './metrics-server.ts'
import { otherRequests } from './metrics.ts'
import { openPrometheus } from './prometheus.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: { metricsListen: { host: '127.0.0.1', port: 0 } } })
})
afterAll(() => app.close())

const at = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${app.metricsPort}${path}`, { method })

async function scrape(): Promise<string> {
  const response = await at('/metrics')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  return response.text()
}

/** Returns the value of a figure without labels. */
const valueOf = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])

const canary = 'canary-of-nora'
const procedures = Object.entries(contract).flatMap(([feature, own]) =>
  Object.keys(own).map((name) => `${feature}/${name}`),
)

test('requests are counted by procedure and class of their status, and no label is personal', async () => {
  const client = await app.person('client')
  await client.api.journal.save(newJournalEntry(canary))
  await app.anonymous().send('login/signIn', { email: `${canary}@example.org`, password: canary })
  await app.anonymous().send(`${canary}/${canary}`, {})
  await fetch(`${app.address}/${canary}?${canary}`, { headers: { host: canary } })
  await fetch(`${app.address}/api/${canary}`)
  const text = await vi.waitFor(async () => {
    const found = await scrape()
    expect(found).toMatch(/^attune_requests_total\{procedure="journal\/save",status="2xx"\} 1$/m)
    expect(found).toMatch(/^attune_requests_total\{procedure="login\/signIn",status="4xx"\} 1$/m)
    expect(found).toMatch(/^attune_requests_total\{procedure="unknown",status="4xx"\} [23]$/m)
    return found
  }, 60_000)
  const labels = [...text.matchAll(/^attune_requests_total\{procedure="([^"]*)",status="([^"]*)"\} \d+$/gm)]
  expect(labels).toHaveLength([...text.matchAll(/^attune_requests_total\{/gm)].length)
  for (const [, procedure, status] of labels) {
    expect([...procedures, ...Object.values(otherRequests)]).toContain(procedure)
    expect(['2xx', '3xx', '4xx', '5xx']).toContain(status)
  }
  for (const personal of [canary, client.accountId, client.email, '@']) expect(text).not.toContain(personal)
})

test('only requests, queues and the runtime have labels', async () => {
  const text = await scrape()
  const labelled = new Set([...text.matchAll(/^(\w+)\{(\w+)=/gm)].map(([, name, label]) => `${name} ${label}`))
  const own = [...labelled].filter((name) => name.startsWith('attune_') && !name.endsWith(' le'))
  expect(own.sort()).toEqual([
    'attune_queue_due_jobs queue',
    'attune_queue_oldest_seconds queue',
    'attune_requests_total procedure',
  ])
  const queues = [...text.matchAll(/^attune_queue_oldest_seconds\{queue="([^"]*)"\}/gm)].map(([, name]) => name)
  expect(queues.sort()).toEqual(Object.keys(jobHandlers).sort())
})

test('each part of the server has its figure', async () => {
  const text = await scrape()
  for (const name of [
    'attune_database_connections',
    'attune_database_waiting',
    'attune_sockets',
    'attune_relay_allocations',
    'attune_relay_bytes_total',
    'attune_relay_refused_total',
    'attune_change_feed_read_age_seconds',
    'attune_change_feed_delay_seconds_count',
    'attune_request_duration_seconds_count',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    expect(valueOf(text, name), name).toBeGreaterThanOrEqual(0)
  expect(valueOf(text, 'attune_database_up')).toBe(1)
  expect(valueOf(text, 'attune_disk_free_bytes')).toBeGreaterThan(0)
  expect(valueOf(text, 'attune_disk_size_bytes')).toBeGreaterThan(valueOf(text, 'attune_disk_free_bytes'))
})

test('the last verified backup has an age, and without one the age is infinite', async () => {
  expect(await scrape()).toMatch(/^attune_backup_verified_age_seconds \+Inf$/m)
  const time = new Date(app.clock.now().getTime() - 3_600_000)
  recordBackup(app.config.dataDir, time, { proved: { at: time, size: 1, seconds: 1, newest: null } })
  expect(valueOf(await scrape(), 'attune_backup_verified_age_seconds')).toBeCloseTo(3_600, -2)
})

test.for([
  [null, 'attune_emails_sent_total'],
  [554, 'attune_emails_failed_total'],
  [451, 'attune_emails_retried_total'],
] as const)('an email that the mail server answers with %s is counted in %s @slow', async ([refusal, name]) => {
  const before = valueOf(await scrape(), name)
  const client = await app.person('client', 2)
  app.inbox.refuseWith(refusal)
  await queueAuthMail(app.db, { kind: 'app-added', userId: client.accountId, generation: 0 })
  await vi.waitFor(async () => expect(valueOf(await scrape(), name)).toBe(before + 1), { timeout: 10_000 })
  app.inbox.refuseWith(null)
})

test('only GET /metrics is answered', async () => {
  expect((await at('/')).status).toBe(404)
  expect((await at(`/metrics/${canary}`)).status).toBe(404)
  expect((await at('/metrics', 'POST')).status).toBe(405)
  expect((await fetch(`${app.address}/metrics`)).headers.get('content-type')).not.toMatch(/version=0\.0\.4/)
})

test('while the database is away, the scrape says so and still has the other figures', async () => {
  const metrics = openPrometheus()
  metrics.watch({
    pool: { totalCount: 0, idleCount: 0, waitingCount: 0 },
    db: { asActor: () => Promise.reject(new Error('away')) },
    queues: ['mail'],
    countSockets: () => 3,
    readRelay: () => ({ allocations: 2, bytes: 1_000, refused: 5 }),
    secondsSinceFeedRead: () => 90,
    dataDir: '/nonexistent',
    clock: systemClock,
  })
  const text = await metrics.text()
  expect(text).toMatch(/^attune_database_up 0$/m)
  expect(text).toMatch(/^attune_sockets 3$/m)
  expect(text).toMatch(/^attune_relay_allocations 2$/m)
  // A second scrape shows the same sum.
  expect(await metrics.text()).toMatch(/^attune_relay_bytes_total 1000$/m)
  expect(text).not.toMatch(/^attune_queue_oldest_seconds\{/m)
})

test('without the setting there are no metrics @slow', async () => {
  const without = await createTestApp({ worker: false })
  expect(without.metricsPort).toBeNull()
  await without.close()
})

test('an address that another program uses ends the start with a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(serveMetrics({ host: '127.0.0.1', port }, openPrometheus(), openLog('silent'))).rejects.toThrow(
    `Attune can't listen on METRICS_LISTEN (127.0.0.1, port ${port}): EADDRINUSE.`,
  )
  other.close()
})
