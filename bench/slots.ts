import { defaultBookingRules } from '@attune/contract/features/schedule/availability/availability.rules'
import pg from 'pg'
import { freeSlots, type BookingCalendar } from '../apps/server/src/features/schedule/schedule/schedule.free-slots.ts'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import { median } from './load.ts'
import { headersOf, ids, createBenchPractice } from './practice.ts'
import { startBenchServer } from './server.ts'

const [hour, day] = [3_600_000, 86_400_000]
const [weeks, busyTimes, rounds, each] = [8, 500, 7, 40]
/**
 * The number of a therapist who has no sessions in the data that `createBenchPractice` inserts. The first client of this therapist has the same
 * number.
 */
const owner = 9

/**
 * `slots` is the number of free times. The other figures are durations in milliseconds; all but `first` are medians.
 */
export type SlotFigures = { slots: number; first: number; search: number; request: number; settings: number }

/**
 * Measures the search for free times in eight weeks with 500 busy times. A slot can begin every 15 minutes from 08:00
 * to 20:00 on six days of the week. Also measures a client's request for the free times, and for comparison a request
 * that reads a single row.
 */
export async function measureSlots(): Promise<SlotFigures> {
  const { week, wanted } = calendar()
  const search = () => Array.from(freeSlots(week, wanted)).length
  const begun = performance.now()
  const slots = search()
  const first = performance.now() - begun
  for (let warm = 0; warm < 200; warm++) search()
  const searches: number[] = []
  for (let round = 0; round < rounds; round++) searches.push(await timed(each, async () => search()))
  return { slots, first, search: median(searches), ...(await overHttp(week)) }
}

async function overHttp(week: BookingCalendar) {
  const practice = await createBenchPractice(8_000, 1_000)
  try {
    await fill(practice.url, week)
    const server = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
    try {
      const headers = headersOf(practice, server.address, 'client', owner)
      const ask = async (path: string, input: object) => {
        const answer = await fetch(`${server.address}/api/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(input),
        })
        if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
        await answer.arrayBuffer()
      }
      const [from, to] = [new Date(), new Date(Date.now() + weeks * 7 * day)].map((at) => at.toISOString().slice(0, 10))
      const slots = () => ask('availability/slots', { therapistId: ids.therapist(owner), from, to, format: 'video' })
      const settings = () => ask('terms/of', { therapistId: ids.therapist(owner) })
      await timed(each, slots)
      await timed(each, settings)
      const [requests, plain]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round++) {
        requests.push(await timed(each, slots))
        plain.push(await timed(each, settings))
      }
      return { request: median(requests), settings: median(plain) }
    } finally {
      await server.stop()
    }
  } finally {
    await practice.close()
  }
}

/** Returns the mean duration of `times` sequential runs, in milliseconds. */
async function timed(times: number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  for (let n = 0; n < times; n++) await work()
  return (performance.now() - begun) / times
}

/**
 * Returns a calendar in which half of the busy times are sessions. The eight weeks contain a clock change only at some
 * times of the year.
 */
function calendar(): { week: BookingCalendar; wanted: Parameters<typeof freeSlots>[1] } {
  const now = new Date()
  const begin = Math.ceil(now.getTime() / day) * day
  const taken = Array.from({ length: busyTimes }, (_, n) => {
    const at = begin + Math.floor(n / 9) * day + (7 + (n % 9) * 1.25) * hour
    const [startsAt, endsAt] = [new Date(at).toISOString(), new Date(at + 50 * 60_000).toISOString()]
    return { startsAt, endsAt, isSession: n % 2 === 0 }
  })
  const range = { from: '08:00', until: '20:00', formats: ['video' as const], location: '' }
  return {
    week: {
      hours: {
        zone: 'Europe/Berlin',
        weekly: [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, ...range })),
        days: new Map(),
      },
      rules: { ...defaultBookingRules, stepMinutes: 15, bufferAfter: 0, perDay: 12, perWeek: 60, horizonDays: 60 },
      taken,
      held: taken.filter(({ isSession }) => isSession).map(({ startsAt }) => startsAt),
    },
    wanted: {
      from: now.toISOString().slice(0, 10),
      to: new Date(now.getTime() + weeks * 7 * day).toISOString().slice(0, 10),
      format: 'video',
      durationMinutes: 50,
      now,
    },
  }
}

/** Inserts the calendar that `calendar` returned into the database. */
async function fill(url: string, { hours, rules, taken }: BookingCalendar): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    await writeAsOwner(db, async () => {
      await db.query(
        `insert into app.availability (therapist_id, weekly, buffer_before, buffer_after, notice_minutes, horizon_days, step_minutes, per_day, per_week)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          ids.therapist(owner),
          JSON.stringify(hours.weekly),
          rules.bufferBefore,
          rules.bufferAfter,
          rules.noticeMinutes,
          rules.horizonDays,
          rules.stepMinutes,
          rules.perDay,
          rules.perWeek,
        ],
      )
      for (const isSession of [true, false]) {
        const some = taken.filter((one) => one.isSession === isSession)
        const what = isSession
          ? `insert into app.session (therapist_id, starts_at, ends_at, id, format, status) select $1, f, u, gen_random_uuid(), 'video', 'confirmed'`
          : `insert into app.event (therapist_id, starts_at, ends_at, id, title) select $1, f, u, gen_random_uuid(), 'Busy'`
        await db.query(`${what} from unnest($2::timestamptz[], $3::timestamptz[]) x (f, u)`, [
          ids.therapist(owner),
          some.map(({ startsAt }) => startsAt),
          some.map(({ endsAt }) => endsAt),
        ])
      }
    })
    await db.query('set role attune_owner')
    for (const table of ['session', 'event', 'availability']) await db.query(`vacuum analyze app.${table}`)
  } finally {
    await db.end()
  }
}
