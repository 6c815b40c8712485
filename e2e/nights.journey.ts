import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { monthlyPositions, occurrences } from '../packages/contract/src/common/time/recurrence.ts'
import type { Repeat } from '../packages/contract/src/common/time/recurrence.schemas.ts'
import {
  instantOf,
  periodStart,
  shiftDay,
  offsetIntervals,
  wallClockOf,
} from '../packages/contract/src/common/time/time.ts'
import {
  openSignedIn,
  type ClientPracticeMember,
  type JourneyPractice,
  startJourneyPractice,
  journeyZone as home,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const zones = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Vancouver',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Asia/Kathmandu',
]
const [minute, day] = [60_000, 86_400_000]
const grid = (page: Page) => page.getByRole('application')
const open = (page: Page, search: string) => page.goto(`/dashboard/therapist/calendar${search}`)

async function goTo(zone: string) {
  const { from } = await practice.therapist.api.calendar.zoneChange({ zone })
  if (from !== zone) await practice.therapist.api.calendar.changeZone({ zone, keep: 'instant', command: randomUUID() })
}

/**
 * A night with a clock change. `time` is a time of day that the change skips or repeats. `shown` is the time at which
 * the calendar shows it. A skipped time is shown later by the length of the gap. `ahead`: whether the night is in the
 * future.
 */
type Night = { day: string; time: string; shown: string; ahead: boolean }

/**
 * Returns two clock changes of a zone: the next ones or, if there are fewer than two, also past ones. Kathmandu has no
 * clock changes and uses the days of the clock changes of Berlin.
 */
function nightsOf(zone: string): Night[] {
  const now = Date.now()
  const stretches = offsetIntervals(zone, now - 12 * 365 * day, now + 355 * day)
  const all = stretches.slice(1).map(({ from, offset }, before) => {
    const was = stretches[before]?.offset ?? 0
    const odd = new Date(from + Math.min(was, offset) + 15 * minute).toISOString()
    const shown = new Date(Date.parse(odd) + Math.max(offset - was, 0)).toISOString().slice(11, 16)
    return { from, ...wallClockOf(odd, 'UTC'), shown, ahead: from > now }
  })
  const coming = all.filter(({ from }) => from > now + 16 * day).slice(0, 2)
  const past = all.filter(({ from }) => from < now - day)
  const nights = [...past.slice(past.length - 2 + coming.length), ...coming]
  return nights.length ? nights : nightsOf(home).map((night) => ({ ...night, time: '02:15', shown: '02:15' }))
}

type Planned = { seriesId: string; first: string; days: string[]; time: string; night: Night }

/**
 * Creates five series per zone that continue across its clock changes: series of sessions or, if the night is in the
 * past, of busy times.
 */
async function plan(zone: string, nights: Night[]): Promise<Planned[]> {
  const { api } = practice.therapist
  async function put(night: Night, firstDay: string, time: string, repeat: Repeat): Promise<Planned> {
    const id = randomUUID()
    const startsAt = instantOf(firstDay, time, zone)
    const endsAt = new Date(Date.parse(startsAt) + 30 * minute).toISOString()
    const of = { clientIds: [ana.clientId], durationMinutes: 30, format: 'video' as const, agreed: true }
    const [seriesId, first] = night.ahead
      ? await api.series.create({ id, startsAt, repeat, ...of }).then((made) => [made.series.id, made.firstSessionId])
      : await api.calendar
          .addEvent({ id, title: 'Night', startsAt, endsAt, repeat })
          .then((made) => [made.seriesId, id])
    const days = occurrences(firstDay, repeat, '2099-01-01')
    return { seriesId: seriesId ?? '', first: first ?? '', days, time, night }
  }
  const weekly = (weeks = 1): Repeat => ({ every: 'weeks', weeks, ends: { by: 'count', count: 3 } })
  const planned: Planned[] = []
  for (const [number, night] of nights.entries()) {
    planned.push(await put(night, shiftDay(night.day, -7), night.time, weekly()))
    if (number > 0) planned.push(await put(night, shiftDay(night.day, -7), '07:30', weekly()))
    else {
      const monthly: Repeat = {
        every: 'months',
        nth: monthlyPositions(night.day)[0] ?? -1,
        ends: { by: 'count', count: 2 },
      }
      planned.push(await put(night, night.day, '05:00', monthly))
      planned.push(await put(night, shiftDay(night.day, -15), '20:50', weekly(2)))
    }
  }
  return planned
}

type Seen = { id: string; day: string; from: string; to: string }

/**
 * Returns the items that the calendar must show in the week of a clock change. These are all occurrences of the series,
 * at the time of day of their series.
 */
async function weekOf(zone: string, night: Night, planned: Planned[]): Promise<Seen[]> {
  const { api } = practice.therapist
  const monday = periodStart('weekly', night.day)
  const [from, to] = [instantOf(monday, '00:00', zone), instantOf(shiftDay(monday, 7), '00:00', zone)]
  const { items } = await api.session.between({ from, to })
  const { events } = await api.calendar.between({ startsAt: from, endsAt: to })
  const dates = new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
  const there = [...items.filter(({ status }) => status === 'confirmed'), ...events]
  const seen = planned.flatMap(({ seriesId, days, time, night: through }) =>
    days
      .filter((one) => one >= monday && one < shiftDay(monday, 7))
      .map((one) => {
        const found = there.filter((it) => it.seriesId === seriesId && dates.format(new Date(it.startsAt)) === one)
        expect(found, `${zone} ${one} ${time}`).toHaveLength(1)
        const shown = time === through.time && one === through.day ? through.shown : time
        const to = new Date(Date.parse(`${one}T${shown}:00Z`) + 30 * minute).toISOString().slice(11, 16)
        return { id: found[0]?.id ?? '', day: one, from: shown, to }
      }),
  )
  expect(there).toHaveLength(seen.length)
  return seen
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/** An option for locators that excludes the cancelled sessions of the zones that were checked before. */
const standing = { hasNotText: uiText('session:status.cancelled') }

/**
 * Checks that the calendar shows every occurrence in the column of its day, at the height of its time and with its time
 * as text. Also checks that the list shows the occurrence.
 */
async function look(page: Page, zone: string, night: Night, seen: Seen[]) {
  await open(page, `?view=week&day=${night.day}`)
  const drawnOf = ({ id, day: on }: Seen) => grid(page).locator(`[data-date="${on}"] [data-item="${id}"]`)
  for (const one of seen) await expect(drawnOf(one), `${zone} ${one.day}`).toContainText(one.from)
  await expect(grid(page).locator('[data-item]').filter(standing)).toHaveCount(seen.length)
  // The page stores the height of an hour, which depends on the hours that it shows.
  const hourHeight = Number(await page.evaluate(() => localStorage.getItem('attune-calendar-hour')))
  const tops: number[] = []
  for (const one of seen)
    tops.push(((await drawnOf(one).boundingBox())?.y ?? 0) - minutesOf(one.from) * (hourHeight / 60))
  for (const top of tops) expect(Math.abs(top - (tops[0] ?? 0)), `${zone} ${night.day}`).toBeLessThan(2)
  await page
    .getByRole('radiogroup', { name: uiText('calendar:view') })
    .getByText(uiText('calendar:views.list'), { exact: true })
    .click()
  const listed = (within: Page | Locator) => within.getByRole('listitem').filter(standing)
  await expect(listed(page.getByRole('main'))).toHaveCount(seen.length)
  for (const { day: on, from, to } of seen) {
    const there = listed(page.locator(`section[data-day="${on}"]`)).filter({ hasText: `${from} – ${to}` })
    await expect(there, `${zone} ${on}`).toHaveCount(1)
  }
}

test(
  'forty series across the clock changes of eight zones are shown at the time of their series, in week and list',
  { tag: '@deep' },
  async ({ browser }) => {
    const { api } = practice.therapist
    const visitor = await openSignedIn(browser, product, practice.therapist)
    let [series, dates, odd] = [0, 0, 0]
    for (const zone of zones) {
      await goTo(zone)
      const nights = nightsOf(zone)
      const planned = await plan(zone, nights)
      series += planned.length
      for (const night of nights) {
        const seen = await weekOf(zone, night, planned)
        await look(visitor.page, zone, night, seen)
        dates += seen.length
        if (night.shown !== night.time) odd++
      }
      for (const { first, night } of planned)
        if (night.ahead) await api.series.cancel({ sessionId: first, scope: 'all', command: randomUUID() })
        else await api.calendar.removeEvent({ id: first, scope: 'all' })
    }
    expect({ series, odd }).toEqual({ series: 40, odd: 7 })
    expect(dates).toBeGreaterThanOrEqual(40)
    await expectNoErrors(visitor)
  },
)

test(
  'by keyboard every hour of a night with a clock change is reached and announced once, with its real duration',
  { tag: '@deep' },
  async ({ browser }) => {
    const { api } = practice.therapist
    const visitor = await openSignedIn(browser, product, practice.therapist)
    const { page } = visitor
    const said = page.locator('[aria-live=assertive]')
    for (const [zone, night] of [
      ['Europe/Berlin', '2027-03-28'],
      ['Europe/Berlin', '2026-10-25'],
      ['Australia/Lord_Howe', '2027-04-04'],
      ['Australia/Lord_Howe', '2027-10-03'],
    ] as const) {
      await goTo(zone)
      const start = Date.parse(instantOf(night, '00:30', zone))
      const at = (minutes: number) => new Date(start + minutes * minute).toISOString()
      const events = await Promise.all(
        [0, 60, 120, 180, 240].map(async (from) => {
          const span = { startsAt: at(from), endsAt: at(from + 45) }
          const { items } = await api.calendar.conflicts(span)
          const anyway = items.map((conflict) => conflict.startsAt)
          return api.calendar.addEvent({ id: randomUUID(), title: 'Night', ...span, anyway })
        }),
      )
      await open(page, `?view=day&day=${night}`)
      for (const event of events)
        await expect(page.locator(`[data-item="${event.id}"]`), `${zone} ${event.startsAt}`).toContainText(
          wallClockOf(event.startsAt, zone).time,
        )
      await grid(page).focus()
      await page.keyboard.press('Home')
      const heard = new Set<string>()
      for (let step = 0; step < 14; step++) {
        await page.keyboard.press('ArrowDown')
        heard.add(await said.innerText())
      }
      for (const event of events) {
        const span = uiTextPattern('calendar:announce.item', {
          from: wallClockOf(event.startsAt, zone).time,
          to: wallClockOf(event.endsAt, zone).time,
        })
        expect(
          [...heard].some((text) => span.test(text)),
          `${zone} ${event.startsAt}: ${[...heard].join(' | ')}`,
        ).toBe(true)
      }
    }
    await expectNoErrors(visitor)
  },
)
