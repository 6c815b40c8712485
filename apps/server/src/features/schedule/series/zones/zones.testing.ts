import { occurrenceDay, monthlyPositions } from '@attune/contract/common/time/recurrence'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { shiftDay, shiftWallClock, wallClockOccurrence } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import {
  extendSeries,
  materializationEnd,
  type Occurrence,
  occurrencesOf,
  type RecurrenceRule,
} from '../../recurrence/recurrence.ts'
import { clockChanges, ruleErrors, calendarFileTimes, testedZones } from '../series.random.testing.ts'
import { sessionOccurrences } from '../series.ts'
import { berlinInstant, scheduledSessionsOf, weekly } from '../series.testing.ts'

const [hour, day] = [3_600_000, 24 * 3_600_000]

/**
 * A therapist in the given zone, signed in eight weeks before the next clock change of that zone, and a client in
 * another zone.
 */
export type ZonePair = Awaited<ReturnType<typeof openZonePair>>
export async function openZonePair(app: TestApp, zone: string) {
  const number = testedZones.indexOf(zone) + 1
  const [first, second] = (clockChanges[zone] ?? []).map((night) => timeAtClockChange(night, zone))
  if (!first || !second) throw new Error(`no nights of ${zone}`)
  setClock(app, berlinInstant(shiftDay(first.day, -56), '12:00', zone))
  const [therapist, client] = await Promise.all([app.person('therapist', number), app.person('client', number)])
  const theirs = testedZones[(number + 2) % testedZones.length] ?? zone
  await Promise.all([therapist.api.account.saveSettings({ zone }), client.api.account.saveSettings({ zone: theirs })])
  const clientId = await connectClient(app, therapist, client)
  return { zone, theirs, nights: [first, second] as const, therapist, client, clientId }
}

/** Sets the clock of the app forward or back. */
export const setClock = (app: TestApp, at: string | number) =>
  app.clock.advance(new Date(at).getTime() - app.clock.now().getTime())

/**
 * Returns a wall-clock time around this night that does not exist or that exists twice. Returns 02:15 if there is none,
 * for example in Kathmandu.
 */
function timeAtClockChange(night: string, zone: string): { day: string; time: string } {
  for (let minutes = -105; minutes < 300; minutes += 30) {
    const wall = shiftWallClock({ day: night, time: '00:00' }, minutes)
    if (wallClockOccurrence(wall.day, wall.time, zone) !== 'once') return wall
  }
  return { day: night, time: '02:15' }
}

/**
 * Returns five series around the two nights in which the clocks of a zone change. Two are weekly series, each at the
 * skipped or repeated time of one night. Three continue across both nights: a monthly one, one every other week in the
 * evening, and a weekly one in the morning.
 */
export function fiveSeriesAcross({
  zone,
  nights: [first, second],
}: Pick<ZonePair, 'zone' | 'nights'>): RecurrenceRule[] {
  const of = (firstDay: string, time: string, repeat: Repeat) => ({ zone, firstDay, time, durationMinutes: 50, repeat })
  const monthly: Repeat = { every: 'months', nth: monthlyPositions(first.day).at(-1) ?? -1, ends: { by: 'never' } }
  const untilAutumn: Repeat['ends'] = { by: 'day', day: shiftDay(second.day, 14) }
  return [
    of(shiftDay(first.day, -21), first.time, weekly(8)),
    of(shiftDay(second.day, -21), second.time, weekly()),
    of(occurrenceDay(first.day, monthly, -1), '05:00', monthly),
    of(shiftDay(first.day, -14), '20:50', weekly(undefined, 2)),
    of(shiftDay(first.day, -28), '07:30', { every: 'weeks', weeks: 1, ends: untilAutumn }),
  ]
}

export type ScheduledSeries = {
  id: string
  rule: RecurrenceRule
  dates: Occurrence[]
  sessions: string[]
  wrong: string[]
}
const timesOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) => `${startsAt} ${endsAt}`

/** Schedules a series, and checks the stored sessions and the client’s email. Returns the series and the errors. */
export async function scheduleAndCheck(app: TestApp, pair: ZonePair, rule: RecurrenceRule): Promise<ScheduledSeries> {
  const { zone, therapist, client, clientId } = pair
  const id = randomUUID()
  const { firstDay, time, durationMinutes, repeat } = rule
  const startsAt = berlinInstant(firstDay, time, zone)
  const of = { clientIds: [clientId], durationMinutes, format: 'video' as const, repeat }
  const { made } = await therapist.api.series.create({ id, startsAt, ...of })
  const { wrong } = ruleErrors(rule)
  const dates = occurrencesOf(rule, materializationEnd(rule, app.clock.now()))
  const should = dates.map(timesOf).toSorted().join()
  const agrees = (what: string, times: string[]) => {
    if (times.toSorted().join() !== should) wrong.push(`${zone} ${firstDay} ${time}: ${what}`)
  }
  const stored = await scheduledSessionsOf(app, therapist, id)
  agrees('stored', stored.map(timesOf))
  agrees('mailed', await mailed(app, id, client))
  if (made !== dates.length) wrong.push(`${zone} ${firstDay} ${time}: ${made} made of ${dates.length}`)
  return { id, rule, dates, sessions: stored.map((row) => row.id), wrong }
}

/** Delivers the emails of a command. Returns the times in their calendar files, or an error if an email goes to anyone except `reader`. */
async function mailed(app: TestApp, act: string, reader: Person): Promise<string[]> {
  const { rows } = await app.privileged.definer.query<{ id: string }>('select id from app.mail where subject_id = $1', [
    act,
  ])
  const before = app.inbox.mails.length
  for (const { id } of rows) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  const mails = app.inbox.mails.slice(before)
  if (mails.some((mail) => !JSON.stringify(mail.to).includes(reader.email))) return ['to somebody else']
  const files = mails.flatMap((mail) => mail.attachments.filter(({ filename }) => filename === 'invite.ics'))
  return files.flatMap((file) => [...calendarFileTimes(file.content.toString()).values()])
}

/**
 * Returns the errors in the series of a therapist and a client. Checks the calendars that both read from the API, and
 * the calendar feeds.
 */
export async function calendarErrors(app: TestApp, pair: ZonePair, all: ScheduledSeries[]): Promise<string[]> {
  const should = all.flatMap(({ dates, sessions }) => dates.map((date, place) => `${sessions[place]} ${timesOf(date)}`))
  const wrong: string[] = []
  const now = app.clock.now().getTime()
  for (const { role, api } of [pair.therapist, pair.client]) {
    const agrees = (what: string, found: string[]) => {
      if (found.toSorted().join() !== should.toSorted().join()) wrong.push(`${pair.zone}: ${what} of the ${role}`)
    }
    const pages = Array.from({ length: 9 }, (_, page) => now + page * 61 * day)
    const told = pages.map((from) =>
      api.session.between({ from: new Date(from).toISOString(), to: new Date(from + 61 * day - 1).toISOString() }),
    )
    const items = (await Promise.all(told)).flatMap((page) => page.items)
    agrees('the calendar', [...new Set(items.map((item) => `${item.id} ${timesOf(item)}`))])
    const { address } = await api.calendar.setFeed({ mode: 'name' })
    const file = await (await fetch(address)).text()
    agrees(
      'the feed',
      [...calendarFileTimes(file)].map(([id, times]) => `${id} ${times}`),
    )
  }
  return wrong
}

/**
 * Advances the clock by a year and runs the job that extends the series. The rows of the series then include the next
 * two clock changes. Returns the number of sessions.
 */
export async function extendAfterAYear(app: TestApp, { therapist }: ZonePair, all: ScheduledSeries[]): Promise<number> {
  setClock(app, app.clock.now().getTime() + 365 * 24 * hour)
  for (const { id } of all)
    await extendSeries(app, { seriesId: id, therapistId: therapist.accountId }, { session: sessionOccurrences })
  return (await scheduledSessionsOf(app, therapist)).length
}
