import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { megabytes } from './files.testing.ts'
import { hour, icsTime, later, otherEvent, setUpSyncTest } from '../external-calendar.testing.ts'

type Setup = Awaited<ReturnType<typeof setUpSyncTest>>
let setup: Setup
beforeAll(async () => {
  setup = await setUpSyncTest()
})
afterAll(() => setup.close())
beforeEach(() => {
  setup.caldav.fails({})
  setup.caldav.calendars.clear()
  setup.caldav.addCalendar('/thea/private/', 'Private')
})
const importedOf = async ({ therapist }: Awaited<ReturnType<Setup['connect']>>) =>
  (await therapist.api.calendar.between({ startsAt: setup.at(-1), endsAt: setup.at(40) })).imported
const synced = async (linked: Awaited<ReturnType<Setup['connect']>>) => {
  const waited = async (): Promise<Awaited<ReturnType<typeof linked.sync>>> => {
    const now = await linked.sync()
    return now.state === 'new' ? waited() : now
  }
  return waited()
}

test('20,000 events are read and compared, and the next check takes one request', { timeout: 600_000 }, async () => {
  const { caldav, connect, at } = setup
  for (let number = 0; number < 20_000; number++) {
    const startsAt = later(at(0), ((number % 5_000) - 4_900) * 24 * hour)
    caldav.write(`/thea/private/${number}.ics`, otherEvent(startsAt, `Event ${number}`))
  }
  const linked = await connect({ direction: 'read' })
  const first = await synced(linked)
  expect(first).toMatchObject({ state: 'ok', unreadable: 0, comparison: { events: 20_000, repaired: 0 } })
  expect((await importedOf(linked)).length).toBe(41 * 4)
  caldav.requests.length = 0
  await linked.sync()
  expect(caldav.requests).toHaveLength(1)
})

test('events of many megabytes are read or reported, and hide no other', { timeout: 300_000 }, async () => {
  const { caldav, connect, at } = setup
  for (const [number, size] of [10, 10, 10, 10, 40].entries())
    caldav.write(`/thea/private/${number}.ics`, otherEvent(at(number), `Event ${number}`, ...megabytes(size)))
  caldav.write('/thea/private/small.ics', otherEvent(at(9), 'Small'))
  const linked = await connect({ direction: 'read' })
  expect(await synced(linked)).toMatchObject({ state: 'ok', events: 5, unreadable: 1 })
  expect((await importedOf(linked)).map(({ title }) => title)).toEqual([
    'Event 0',
    'Event 1',
    'Event 2',
    'Event 3',
    'Small',
  ])
  // An event that is too large is not read again until it changes.
  caldav.requests.length = 0
  await linked.sync()
  expect(caldav.requests).toHaveLength(1)
})

test(
  'an event whose rule never ends its reading is reported, and the others are read',
  { timeout: 300_000 },
  async () => {
    const { caldav, connect, at } = setup
    const every = (most: number) => Array.from({ length: most }, (_, number) => number).join(',')
    const rule = `RRULE:FREQ=DAILY;BYHOUR=${every(24)};BYMINUTE=${every(60)};BYSECOND=${every(60)}`
    caldav.write('/thea/private/endless.ics', otherEvent(later(at(0), -9_000 * 24 * hour), 'Endless', rule))
    for (let number = 0; number < 20; number++)
      caldav.write(`/thea/private/${number}.ics`, otherEvent(at(number), 'Good'))
    const linked = await connect({ direction: 'read' })
    expect(await synced(linked)).toMatchObject({ state: 'ok', events: 20, unreadable: 1 })
  },
)

test('one of our events that was broken there asks once, and is put back', async () => {
  const { caldav, connect, at, addClient, plan } = setup
  const linked = await connect()
  const { record } = await addClient(linked.therapist)
  const session = await plan(linked.therapist, record, at(1))
  await linked.sync()
  const path = `/thea/private/${session}.ics`
  const before = caldav.calendarAt().items.get(path)?.data ?? ''
  caldav.write(path, before.replace(/DTSTART:.*/, 'DTSTART:nonsense'))
  await linked.sync()
  await linked.sync()
  const [question, ...more] = await linked.questions()
  expect([question?.change, question?.answers, more]).toEqual(['changed', ['put-back', 'keep'], []])
  await linked.therapist.api.externalCalendar.answer({ id: question?.id ?? '', answer: 'put-back' })
  await linked.sync()
  expect(caldav.calendarAt().items.get(path)?.data).toContain(`DTSTART:${icsTime(at(1))}`)
  expect(await linked.questions()).toEqual([])
})

test('an alarm added between our writes stays, also at a server with weak etags or without any', async () => {
  const { caldav, connect, at, addClient, plan } = setup
  for (const etags of [undefined, 'weak', 'none'] as const) {
    caldav.calendars.clear()
    caldav.addCalendar('/thea/private/', 'Private')
    caldav.fails({ ...(etags && { etags }) })
    const linked = await connect()
    const { record } = await addClient(linked.therapist)
    const session = await plan(linked.therapist, record, at(1))
    await linked.sync()
    const path = `/thea/private/${session}.ics`
    const fileNow = () => caldav.calendarAt().items.get(path)?.data ?? ''
    const alarm = ['BEGIN:VALARM', 'ACTION:AUDIO', 'TRIGGER:-PT15M', 'END:VALARM', 'END:VEVENT'].join('\r\n')
    caldav.write(path, fileNow().replace('END:VEVENT', alarm))
    const { session: now } = await linked.therapist.api.session.get({ id: session })
    const move = {
      id: session,
      command: crypto.randomUUID(),
      startsAt: at(2),
      durationMinutes: 50,
      revision: now.revision,
    }
    await linked.therapist.api.session.move(move)
    await linked.sync()
    expect(fileNow()).toContain(`DTSTART:${icsTime(at(2))}`)
    expect(fileNow()).toContain(alarm)
    expect(await linked.questions()).toEqual([])
  }
})
