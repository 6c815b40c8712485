import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ExternalCalendar } from '@attune/contract/features/schedule/external-calendar/external-calendar'
import { startCaldav, type Caldav } from '../apps/server/src/testing/calendar/caldav.ts'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { megabytesOf } from './memory.ts'
import { type BenchPractice, createBenchPractice, headersOf, ids } from './practice.ts'
import { type BenchServer, startBenchServer } from './server.ts'

const [hour, day] = [3_600_000, 86_400_000]
/** The number of a therapist who has no sessions in the data that `createBenchPractice` inserts. */
const owner = 9
const [written, foreign, delayMs] = [1_500, 20_000, 60]

/** A sync: its duration in milliseconds, its requests, and the server's memory before it and at its peak, in MB. */
export type SyncRunFigures = { took: number; requests: number; before: number; highest: number }
export type SyncFigures = {
  events: { written: number; foreign: number }
  firstWrite: SyncRunFigures
  afterWrite: SyncRunFigures
  nothingNew: SyncRunFigures
  withoutTokens: SyncRunFigures
  rewrite: SyncRunFigures
  writeWithoutEtags: SyncRunFigures
  firstRead: SyncRunFigures
  nothingNewOfMany: SyncRunFigures
  daily: SyncRunFigures
}

/**
 * Measures the sync of a running server with a calendar server in this process, which answers each request after 60 ms: a year of 1,500 sessions is
 * written, then written again with other names, and a calendar with 20,000 events that are not from Attune is read.
 */
export async function measureSync(say: (line: string) => void): Promise<SyncFigures> {
  const practice = await createBenchPractice(8_000, 1_000)
  const caldav = await startCaldav()
  caldav.addCalendar('/thea/many/', 'Many')
  caldav.addCalendar('/thea/plain/', 'Plain')
  caldav.fails({ delayMs })
  const env = { DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir, CALENDAR_LOCAL_HOSTS: caldav.host }
  const server = await startBenchServer(env).catch(async (error: unknown) => {
    await practice.close()
    throw error
  })
  try {
    await addSessions(practice.url)
    addForeign(caldav)
    return await measure(await clientOf(practice, server, caldav), say)
  } finally {
    await server.stop()
    await caldav.close()
    await practice.close()
  }
}

type Client = Awaited<ReturnType<typeof clientOf>>

async function measure(client: Client, say: (line: string) => void): Promise<SyncFigures> {
  const noted = async (name: string, work: () => Promise<SyncRunFigures>) => {
    const figures = await work()
    say(
      `${name}: ${(figures.took / 1000).toFixed(1)} s, ${figures.requests} requests, ${figures.highest.toFixed(0)} MB`,
    )
    return figures
  }
  const { add, syncNow, change } = client
  const own = randomUUID()
  const firstWrite = await noted('first write', () => add(own, '/thea/private/', 'write'))
  const afterWrite = await noted('check after it', () => syncNow(own))
  const nothingNew = await noted('nothing new', () => syncNow(own))
  client.caldav.fails({ delayMs, withoutTokens: true })
  await syncNow(own)
  const withoutTokens = await noted('nothing new, no tokens', () => syncNow(own))
  client.caldav.fails({ delayMs })
  const rewrite = await noted('all written again', () => change(own, 'initials'))
  const plain = randomUUID()
  client.caldav.fails({ delayMs, withoutTokens: true, etags: 'none' })
  const writeWithoutEtags = await noted('first write without etags', () => add(plain, '/thea/plain/', 'write'))
  client.caldav.fails({ delayMs })
  const many = randomUUID()
  const firstRead = await noted('first read', () => add(many, '/thea/many/', 'read'))
  const nothingNewOfMany = await noted('nothing new of many', () => syncNow(many))
  const daily = await noted('everything compared', () => change(many, 'busy', 'read'))
  const events = { written: client.caldav.calendarAt().items.size, foreign }
  const writing = { firstWrite, afterWrite, nothingNew, withoutTokens, rewrite, writeWithoutEtags }
  return { events, ...writing, firstRead, nothingNewOfMany, daily }
}

async function clientOf(practice: BenchPractice, server: BenchServer, caldav: Caldav) {
  const headers = headersOf(practice, server.address, 'therapist', owner)
  const call = async <Answer>(path: string, input: object): Promise<Answer> => {
    const body = JSON.stringify(input)
    const answer = await fetch(`${server.address}/api/externalCalendar/${path}`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const accountId = randomUUID()
  const { name: userName, password } = caldav.user
  await call('connect', { id: accountId, address: caldav.origin, userName, password })
  const stateOf = async (id: string) => {
    const { items } = await call<{ items: { calendars: ExternalCalendar[] }[] }>('accounts', {})
    return items.flatMap(({ calendars }) => calendars).find((one) => one.id === id)
  }
  /** Starts a sync and waits until it has ended. */
  const timed = async (id: string, start: () => Promise<unknown>): Promise<SyncRunFigures> => {
    const [before, last] = [megabytesOf(server.pid), (await stateOf(id))?.syncedAt ?? null]
    const [asked, begun] = [caldav.requests.length, performance.now()]
    let highest = before
    const started = start()
    for (;;) {
      const now = await stateOf(id)
      highest = Math.max(highest, megabytesOf(server.pid))
      if (now?.error) throw new Error(`the sync failed: ${now.error}`)
      if (now?.syncedAt && now.syncedAt !== last) break
      await pause(50)
    }
    const took = performance.now() - begun
    await started
    return { took, requests: caldav.requests.length - asked, before, highest }
  }
  const settings = (direction: ExternalCalendar['direction'], privacy: ExternalCalendar['privacy']) => {
    const others = { withPlace: false, follows: false }
    return { direction, privacy, ...others }
  }
  return {
    caldav,
    add: (id: string, path: string, direction: ExternalCalendar['direction']) =>
      timed(id, () => call('add', { id, accountId, url: `${caldav.origin}${path}`, ...settings(direction, 'busy') })),
    syncNow: (id: string) => timed(id, () => call('syncNow', { id })),
    change: (id: string, privacy: ExternalCalendar['privacy'], direction: ExternalCalendar['direction'] = 'write') =>
      timed(id, async () => {
        await call('change', { id, ...settings(direction, privacy) })
        await call('syncNow', { id })
      }),
  }
}

/** Inserts a year of sessions, each with the therapist's client. */
async function addSessions(url: string): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    await writeAsOwner(db, async () => {
      await db.query(
        `with s as (insert into app.session (therapist_id, starts_at, ends_at, id, format, status)
           select $1, f, f + interval '50 min', gen_random_uuid(), 'video', 'confirmed'
           from (select date_trunc('day', now()) + (1 + n / 5) * interval '1 day' + (8 + n % 5) * interval '1 h' as f from generate_series(0, $2 - 1) n) x
           returning therapist_id, id, starts_at)
         insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer) select therapist_id, id, $3, starts_at, 'accepted' from s`,
        [ids.therapist(owner), written, ids.record(owner)],
      )
    })
  } finally {
    await db.end()
  }
}

/** Adds 20,000 events that are not from Attune: a quarter within the next year, the rest older. The first 200 are endless weekly series. */
function addForeign(caldav: Caldav): void {
  const calendar = caldav.calendarAt('/thea/many/')
  const today = Math.floor(Date.now() / day) * day
  const ics = (instant: number) => new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  for (let n = 0; n < foreign; n++) {
    const isSeries = n < 200
    const at = n < foreign / 4 ? today + ((n % 360) - 20) * day : today - (40 + (n % 5_000)) * day
    const start = at + (7 + (n % 12)) * hour
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Other//EN',
      'BEGIN:VEVENT',
      `UID:${n}@other.example`,
      'DTSTAMP:20260101T000000Z',
      `DTSTART:${ics(start)}`,
      `DTEND:${ics(start + hour)}`,
      ...(isSeries ? ['RRULE:FREQ=WEEKLY'] : []),
      `SUMMARY:Event ${n}`,
      `DESCRIPTION:${'A text of an ordinary length that nobody here needs. '.repeat(6)}`,
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:-PT15M',
      'DESCRIPTION:Reminder',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]
    caldav.write(`/thea/many/${n}.ics`, lines.join('\r\n'), calendar)
  }
}
