import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { HealthReason } from '@attune/contract/features/practice/administration/administration.health.rules'
import {
  healthItems,
  healthReasons,
  isHealthProblem,
} from '@attune/contract/features/practice/administration/administration.health.rules'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { recordBackup } from '../../../../platform/data-folder/last-backup.ts'
import { version } from '../../../../platform/process/version.ts'
import { openTestClient } from '../../../../platform/relay/relay.testing.ts'
import { createTestApp, type TestApp } from '../../../../testing/app.ts'
import { type FakeClamd, openClamd } from '../../../../testing/doubles/clamd.ts'
import type { Person } from '../../../../testing/people.ts'
import { openTestSocket } from '../../../../testing/socket.ts'
import {
  backupFinding,
  certificateFinding,
  channelFinding,
  diskFinding,
  logArchiveFinding,
  relayFinding,
} from './rules.ts'

const waiting = { timeout: 20_000, interval: 20 }
const now = new Date('2026-11-22T12:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

describe('the rules', () => {
  test.each([
    [0.5, false, 'disk-ok', 50],
    [0.199, false, 'disk-low', 19],
    [0.05, true, 'disk-full', 5],
  ])('a disk with the free share %d', (share, isFull, reason, percent) => {
    expect(diskFinding({ bytes: 1000, share }, isFull)).toEqual({ reason, figures: { bytes: 1000, percent } })
  })

  test.each([
    [hours(24 * 21), 'certificate-ok', 21],
    [hours(24 * 21 - 1), 'certificate-ends-soon', 20],
    [hours(-25), 'certificate-ended', 1],
  ])('a certificate that ends at %s', (endsAt, reason, days) => {
    expect(certificateFinding(endsAt, now)).toMatchObject({ reason, figures: { days } })
  })

  test('a certificate that cannot be read is a failure', () => {
    expect(certificateFinding(null, now)).toEqual({ reason: 'certificate-unreadable' })
  })

  const backup = { at: hours(-24 * 2), onSameDisk: false, problem: null }
  test.each([
    [backup, 'backup-recent', 2],
    [{ ...backup, onSameDisk: true }, 'backup-same-disk', 2],
    [{ ...backup, at: hours(-49) }, 'backup-old', 2],
    [{ ...backup, at: hours(-24 * 3) }, 'backup-old', 3],
  ])('a backup %o: %s', (record, reason, days) => {
    expect(backupFinding(record, now, false)).toEqual({
      reason,
      since: record.at,
      figures: { days },
    })
  })

  test('an attempt without space says so with its figures, although an earlier backup is recent', () => {
    const problem = { at: hours(-1), why: 'space', free: 5, needed: 8 } as const
    expect(backupFinding({ ...backup, problem }, now, false)).toEqual({
      reason: 'backup-no-space',
      since: problem.at,
      figures: { bytes: 5, neededBytes: 8 },
    })
  })

  test('an attempt that failed is a failure since then', () => {
    const finding = backupFinding({ ...backup, problem: { at: hours(-1), why: 'failed' } }, now, false)
    expect(finding).toEqual({ reason: 'backup-failed', since: hours(-1) })
    expect(healthReasons[finding.reason].state).toBe('failing')
  })

  test('an attempt that failed is an old backup as soon as the last one is two days old', () => {
    const record = { ...backup, at: hours(-49), problem: { at: hours(-1), why: 'failed' } as const }
    expect(backupFinding(record, now, false)).toEqual({
      reason: 'backup-old',
      since: record.at,
      figures: { days: 2 },
    })
  })

  test('a backup that did not reach its destination is a failure, although there is one on this disk', () => {
    const finding = backupFinding({ ...backup, problem: { at: hours(-1), why: 'destination' } }, now, false)
    expect(finding).toEqual({ reason: 'backup-destination-failing', since: hours(-1) })
    expect(healthReasons[finding.reason].state).toBe('failing')
  })

  const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
  const archived = {
    log: 'log',
    position: '0/1',
    reachedAt: minutes(-4),
    failingSince: null,
    waitingBytes: 0,
    gap: null,
    baseNeededSince: hours(-24 * 30),
    news: [],
    keys: null,
  }
  test('a log that was archived a few minutes ago is fine, also while the destination is away for ten minutes', () => {
    expect(logArchiveFinding(archived, hours(-10), now)).toEqual({ reason: 'log-archive-ok', since: minutes(-4) })
    const away = { ...archived, reachedAt: minutes(-14), failingSince: minutes(-10) }
    expect(logArchiveFinding(away, hours(-10), now).reason).toBe('log-archive-ok')
  })

  test('a destination that is away for longer, or an archive that stands still, says how much waits', () => {
    const away = { ...archived, reachedAt: minutes(-20), failingSince: minutes(-16), waitingBytes: 5 }
    const finding = { reason: 'log-archive-waiting', since: minutes(-20), figures: { bytes: 5 } }
    expect(logArchiveFinding(away, hours(-10), now)).toEqual(finding)
    expect(logArchiveFinding({ ...away, failingSince: null }, hours(-10), now)).toEqual(finding)
  })

  test('a gap is shown until there is a backup that is newer', () => {
    const gap = { at: minutes(-30), why: 'lost', from: 'a', to: 'b' } as const
    const since = minutes(-30)
    expect(logArchiveFinding({ ...archived, gap }, hours(-10), now)).toEqual({ reason: 'log-archive-gap', since })
    expect(logArchiveFinding({ ...archived, gap }, minutes(-20), now).reason).toBe('log-archive-ok')
  })

  test('a destination that is lost is a failure before the next backup', () => {
    const finding = backupFinding(backup, now, true)
    expect(finding).toEqual({ reason: 'backup-destination-lost' })
    expect(healthReasons[finding.reason].state).toBe('failing')
  })

  test.each([
    [{ state: 'answers', port: 3478, milliseconds: 2 }, 'relay-ok', 'ok', { port: 3478, milliseconds: 2 }],
    [{ state: 'silent', port: 3478 }, 'relay-silent', 'failing', { port: 3478 }],
    [{ state: 'port-taken', port: 3478 }, 'relay-port-taken', 'failing', { port: 3478 }],
    [{ state: 'failed', port: 3478 }, 'relay-ending', 'failing', { port: 3478 }],
    [{ state: 'other', urls: ['turn:a.example'] }, 'relay-other', 'untried', { host: 'turn:a.example' }],
    [{ state: 'off' }, 'relay-off', 'off', undefined],
    [{ state: 'loopback' }, 'relay-loopback', 'off', undefined],
  ] as const)('a relay of which this is known: %j', (check, reason, state, figures) => {
    expect(relayFinding(check)).toEqual(figures ? { reason, figures } : { reason })
    expect(healthReasons[reason].state).toBe(state)
  })

  test('without a backup the state is a warning', () => {
    const { reason } = backupFinding({ at: null, onSameDisk: false, problem: null }, now, false)
    expect(reason).toBe('backup-never')
    expect(healthReasons[reason].state).toBe('warning')
  })

  test('a channel fails from its first failure after the last success', () => {
    const reasons = { ok: 'email-ok', failing: 'email-failing' } as const
    expect(channelFinding({ count: 0, since: null }, reasons)).toEqual({ reason: 'email-ok' })
    const failing = channelFinding({ count: 2, since: hours(-1) }, reasons)
    expect(failing).toEqual({ reason: 'email-failing', since: hours(-1), figures: { count: 2 } })
    expect(isHealthProblem('email-failing') && !isHealthProblem('email-ok') && !isHealthProblem('sms-off')).toBe(true)
  })
})

describe('the dashboard', () => {
  let app: TestApp
  let admin: Person
  let clamd: FakeClamd
  let isFull = false
  beforeAll(async () => {
    clamd = await openClamd()
    app = await createTestApp({
      worker: false,
      config: { clamd: { host: '127.0.0.1', port: clamd.port } },
      isDiskFull: async () => isFull,
    })
    admin = await app.person('admin')
  })
  afterAll(async () => {
    await app.close()
    await clamd.close()
  })

  const health = async () => (await admin.api.administration.health({})).items
  const find = async (item: string) => (await health()).find(({ reason }) => healthReasons[reason].item === item)
  /** Advances the clock by a minute, so that the next check is due. */
  const nextMinute = () => app.clock.advance(60_000)
  const addMail = (state: string, error: string | null, at: Date) =>
    app.db.asActor({ role: 'worker', id: null }, (tx) =>
      tx
        .run(
          `with made as (insert into app.mail (kind, acting_for) values ('confirm', $1) returning id)
         select id from made`,
          [randomUUID()],
        )
        .then(({ rows }) =>
          tx.run('update app.mail set state = $2, error = $3, claimed_at = $4, sent_at = $5 where id = $1', [
            (rows[0] as { id: string }).id,
            state,
            error,
            at,
            state === 'sent' ? at : null,
          ]),
        ),
    )

  test('each part of the system is shown once with its state, since when, and the version', async () => {
    const items = await health()
    const reasons = items.map(({ reason }): HealthReason => reason)
    expect(reasons).toEqual([
      'database-ok',
      'queue-ok',
      'email-untried',
      'push-untried',
      'sms-off',
      'whatsapp-off',
      'scanner-ok',
      expect.stringMatching(/^disk-(ok|low)$/),
      'relay-loopback',
      'backup-never',
      'version-ok',
    ])
    // There is no result for the certificate, because another server has it, for the address, because no call was refused, and for files, because they
    // are on the disk.
    const shown = reasons.map((reason) => healthReasons[reason].item)
    expect(shown).toEqual(
      healthItems.filter((item) => !['certificate', 'address', 'files', 'log-archive'].includes(item)),
    )
    expect((await find('version'))?.figures).toEqual({ version })
    for (const item of items) expect(Date.parse(item.since)).toBeLessThanOrEqual(Date.now() + 1000)
  })

  test('a state keeps its moment while it lasts, and a change of state is announced to every admin', async () => {
    isFull = true
    nextMinute()
    const begun = await find('disk')
    expect(begun).toMatchObject({ reason: 'disk-full', since: begun?.checkedAt })
    nextMinute()
    const later = await find('disk')
    expect(later).toMatchObject({ reason: 'disk-full', since: begun?.since })
    expect(Date.parse(later?.checkedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(begun?.checkedAt ?? '') + 60_000)

    const second = await app.person('admin', 2)
    const socket = openTestSocket(app.address, second)
    await socket.frame('welcome')
    socket.send({ type: 'subscribe', ref: 'health', table: 'health', event: '*' })
    await socket.frame('subscribed')
    isFull = false
    nextMinute()
    expect((await find('disk'))?.reason).not.toBe('disk-full')
    expect(await socket.frame('change')).toMatchObject({ ref: 'health' })
    socket.close()
  })

  test('a scanner that does not answer fails at the next check, a minute later', async () => {
    clamd.mode = 'down'
    expect(await find('scanner')).toMatchObject({ reason: 'scanner-ok' })
    nextMinute()
    const failing = await find('scanner')
    expect(failing).toMatchObject({ reason: 'scanner-failing', since: failing?.checkedAt })
    clamd.mode = 'up'
    nextMinute()
    expect(await find('scanner')).toMatchObject({ reason: 'scanner-ok' })
  })

  test('email fails while the latest attempts fail, for the reason of our own server only', async () => {
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000)
    await addMail('sent', null, at(-30))
    await addMail('failed', 'EENVELOPE 550', at(-20))
    nextMinute()
    expect(await find('email')).toMatchObject({ reason: 'email-ok' })
    await addMail('waiting', 'ECONNECTION', at(-10))
    await addMail('waiting', 'EAUTH 535', at(-9))
    nextMinute()
    expect(await find('email')).toMatchObject({ reason: 'email-failing', figures: { count: 2 } })
    await addMail('sent', null, at(0))
    nextMinute()
    expect(await find('email')).toMatchObject({ reason: 'email-ok' })
  })

  test('a job that is due for more than five minutes makes the queue late since then', async () => {
    await app.db.asActor({ role: 'worker', id: null }, (tx) =>
      tx.run(`insert into jobs.job_common (name, data, start_after) values ('mail', '{}', now() - interval '6 min')`),
    )
    nextMinute()
    const late = await find('queue')
    expect(late).toMatchObject({ reason: 'queue-delayed', figures: { count: 1 } })
    expect(Date.now() - Date.parse(late?.since ?? '')).toBeGreaterThan(5 * 60_000)
  })

  test('the age of the last backup is known from the record that the backup leaves', async () => {
    const madeAt = new Date(app.clock.now().getTime() - 30 * 3_600_000)
    recordBackup(app.config.dataDir, madeAt)
    nextMinute()
    expect(await find('backup')).toMatchObject({
      reason: 'backup-recent',
      since: madeAt.toISOString(),
      figures: { days: 1 },
    })
  })
})

test('without a mail server and a scanner the states say so, and no connection is opened for what is off @slow', async () => {
  const app = await createTestApp({ worker: false, mail: false })
  const admin = await app.person('admin')
  const sockets: Socket[] = []
  const note = (message: unknown) => void sockets.push((message as { socket: Socket }).socket)
  subscribe('net.client.socket', note)
  const { items } = await admin.api.administration.health({})
  unsubscribe('net.client.socket', note)
  expect(items.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['email-not-set-up', 'scanner-not-set-up', 'sms-off', 'whatsapp-off']),
  )
  const expected = [app.port, Number(new URL(app.databaseUrl).port)]
  expect(sockets.filter(({ remotePort }) => !expected.includes(remotePort ?? 0))).toEqual([])
  await app.close()
})

test('the relay of video calls works once it has answered, with its port and the time @slow', async () => {
  const app = await createTestApp({ worker: false, config: { ownRelay: { host: '127.0.0.1', port: 0 } } })
  const admin = await app.person('admin')
  const relay = async () => {
    app.clock.advance(60_000)
    const { items } = await admin.api.administration.health({})
    return items.find(({ reason }) => healthReasons[reason].item === 'relay')
  }
  expect(await relay()).toMatchObject({ reason: 'relay-starting' })
  app.videoRelay.start()
  await vi.waitFor(() => expect(app.videoRelay.state()).toBe('open'), waiting)
  const shown = await relay()
  expect(shown).toMatchObject({ reason: 'relay-ok', figures: { milliseconds: expect.any(Number) } })
  const port = shown?.figures.port ?? 0
  expect(port).toBeGreaterThan(0)

  // The test from the browser of an admin gets credentials that the relay accepts.
  const { items, health } = await admin.api.administration.videoRelay({})
  expect(health).toMatchObject({ reason: 'relay-ok', figures: { port } })
  const [{ urls, username = '', credential = '' }] = items as [(typeof items)[0]]
  expect(urls).toEqual([`turn:localhost:${port}?transport=udp`, `turn:localhost:${port}?transport=tcp`])
  const client = await openTestClient(port)
  await client.signIn({ username, credential })
  expect((await client.allocate()).code).toBeNull()
  client.close()
  const therapist = await app.person('therapist')
  await expect(therapist.api.administration.videoRelay({})).rejects.toMatchObject({ status: 403 })
  await app.close()
})

test('a server starts and answers although the port of its relay is taken, and the health says so @slow', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const app = await createTestApp({ worker: false, config: { ownRelay: { host: '127.0.0.1', port } } })
  const admin = await app.person('admin')
  app.videoRelay.start()
  await vi.waitFor(() => expect(app.videoRelay.state()).toBe('port-taken'), waiting)
  const { items } = await admin.api.administration.health({})
  expect(items).toContainEqual(expect.objectContaining({ reason: 'relay-port-taken', figures: { port } }))
  await app.close()
  other.close()
})
