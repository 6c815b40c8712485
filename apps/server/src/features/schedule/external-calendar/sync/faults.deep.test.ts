import { wallClockOf } from '@attune/contract/common/time/time'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hour, movedFile, otherEvent, setUpSyncTest } from '../external-calendar.testing.ts'
import { syncCalendar } from './sync.ts'

type Setup = Awaited<ReturnType<typeof setUpSyncTest>>
let setup: Setup
beforeAll(async () => {
  setup = await setUpSyncTest()
})
afterAll(() => setup.close())
beforeEach(() => {
  setup.caldav.fails({})
  setup.caldav.setPassword(setup.caldav.user.password)
  setup.caldav.calendars.clear()
  setup.caldav.addCalendar('/thea/private/', 'Private')
})
const pathOf = (id: string) => `/thea/private/${id}.ics`
const titles = async ({ therapist }: Awaited<ReturnType<Setup['connect']>>) =>
  (await therapist.api.calendar.between({ startsAt: setup.at(-1), endsAt: setup.at(40) })).imported.map(
    ({ title }) => title,
  )
const writes = () => setup.caldav.requests.filter((line) => line.startsWith('PUT')).length

test('a lost token starts one full comparison, for each status a server may answer with', async () => {
  const { caldav, connect, at } = setup
  caldav.write('/thea/private/a.ics', otherEvent(at(0), 'First'))
  const linked = await connect()
  for (const [number, tokenStatus] of [403, 409, 410, 500].entries()) {
    caldav.write(`/thea/private/b${number}.ics`, otherEvent(at(number + 1), `Next ${number}`))
    caldav.fails({ tokenStatus })
    expect(await linked.sync()).toMatchObject({ state: 'ok', events: number + 2 })
    expect((await titles(linked)).at(-1)).toBe(`Next ${number}`)
  }
})

test.each([
  { withoutTokens: true },
  { etags: 'weak' },
  { etags: 'none' },
  { withoutTokens: true, etags: 'none' },
] as const)('a server with %o writes each event once and notices a move', async (faults) => {
  const { caldav, connect, at, addClient, plan } = setup
  caldav.fails(faults)
  const linked = await connect()
  const { record } = await addClient(linked.therapist)
  const session = await plan(linked.therapist, record, at(1))
  caldav.requests.length = 0
  await linked.sync()
  await linked.sync()
  expect([writes(), await linked.questions()]).toEqual([1, []])
  caldav.write(pathOf(session), movedFile(caldav.calendarAt().items.get(pathOf(session))?.data ?? '', hour))
  await linked.sync()
  expect(await linked.questions()).toMatchObject([{ change: 'moved', newStartsAt: at(1, 1) }])
})

test('a 500 inside a list hides no other event, and the event is read later', async () => {
  const { caldav, connect, at } = setup
  caldav.write('/thea/private/a.ics', otherEvent(at(0), 'Good'))
  caldav.write('/thea/private/b.ics', otherEvent(at(1), 'Broken'))
  caldav.fails({ brokenItems: new Set(['/thea/private/b.ics']) })
  const linked = await connect()
  expect(await titles(linked)).toEqual(['Good'])
  caldav.fails({})
  await linked.sync()
  expect(await titles(linked)).toEqual(['Good', 'Broken'])
  caldav.fails({ brokenItems: new Set(['/thea/private/a.ics', '/thea/private/b.ics']) })
  await linked.sync()
  expect(await titles(linked)).toEqual(['Good', 'Broken'])
})

test('a write whose answer was lost is found again and not repeated', async () => {
  const { caldav, connect, at, addClient, plan } = setup
  const linked = await connect()
  const { record } = await addClient(linked.therapist)
  await plan(linked.therapist, record, at(1))
  caldav.fails({ losesAnswers: true })
  expect(await linked.sync()).toMatchObject({ state: 'failing', error: 'not-reached' })
  caldav.fails({})
  expect(await linked.sync()).toMatchObject({ state: 'ok', written: 1 })
  expect([caldav.calendarAt().items.size, await linked.questions()]).toEqual([1, []])
})

test('a redirect to another host is refused, and the password goes nowhere', async () => {
  const { caldav, connect } = setup
  const linked = await connect()
  caldav.fails({ redirectsTo: 'https://elsewhere.example/dav/' })
  expect(await linked.sync()).toMatchObject({ state: 'failing', error: 'redirect' })
})

test('a calendar that may only be read is read, and never written', async () => {
  const { caldav, connect, at, addClient, plan } = setup
  caldav.addCalendar('/thea/shared/', 'Shared', false)
  caldav.write('/thea/shared/a.ics', otherEvent(at(0), 'Ward round'), caldav.calendarAt('/thea/shared/'))
  const linked = await connect({ direction: 'both' }, '/thea/shared/')
  const { record } = await addClient(linked.therapist)
  await plan(linked.therapist, record, at(1))
  expect(await linked.sync()).toMatchObject({ direction: 'read', canWrite: false, state: 'ok', events: 1 })
})

test('a password that expires halfway stops the sync, and what was written stays written', async () => {
  const { caldav, connect, at, addClient, plan } = setup
  const linked = await connect()
  const { record } = await addClient(linked.therapist)
  for (let number = 0; number < 6; number++) await plan(linked.therapist, record, at(number + 1))
  caldav.requests.length = 0
  caldav.fails({ expiresAfter: 4 })
  expect(await linked.sync()).toMatchObject({ state: 'stopped', error: 'unauthorized' })
  const before = caldav.calendarAt().items.size
  expect(before).toBeGreaterThan(0)
  caldav.fails({})
  caldav.setPassword('new')
  await linked.therapist.api.externalCalendar.setPassword({ id: linked.accountId, password: 'new' })
  expect(await linked.sync()).toMatchObject({ state: 'ok', written: 6 })
  expect([caldav.calendarAt().items.size, await linked.questions()]).toEqual([6, []])
})

test('two processes that sync one calendar at once write each event once', async () => {
  const { app, caldav, connect, at, addClient, plan } = setup
  const linked = await connect()
  const { record } = await addClient(linked.therapist)
  for (let number = 0; number < 4; number++) await plan(linked.therapist, record, at(number + 1))
  caldav.requests.length = 0
  await Promise.all([1, 2, 3].map(() => syncCalendar(app, linked.therapist.accountId, linked.id)))
  expect([writes(), caldav.calendarAt().items.size]).toEqual([4, 4])
})

test('strange events block what they say and stop nothing', async () => {
  const { caldav, connect, at } = setup
  const local = (instant: string) => instant.slice(0, 19).replaceAll(/[-:]/g, '')
  const file = (...lines: string[]) =>
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//X//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
  caldav.write('/thea/private/task.ics', file('BEGIN:VTODO', 'UID:t', 'SUMMARY:Tax', 'END:VTODO'))
  caldav.write('/thea/private/broken.ics', 'no calendar at all')
  caldav.write(
    '/thea/private/alone.ics',
    file(
      'BEGIN:VEVENT',
      'UID:r',
      `RECURRENCE-ID:${local(at(2))}Z`,
      `DTSTART:${local(at(2))}Z`,
      'DURATION:PT1H',
      'SUMMARY:Alone',
      'END:VEVENT',
    ),
  )
  const one = (title: string, instant: string) => [
    'BEGIN:VEVENT',
    'UID:same',
    `DTSTART:${local(instant)}Z`,
    'DURATION:PT1H',
    `SUMMARY:${title}`,
    'END:VEVENT',
  ]
  caldav.write('/thea/private/two.ics', file(...one('One', at(3)), ...one('Two', at(4))))
  caldav.write(
    '/thea/private/floating.ics',
    file('BEGIN:VEVENT', 'UID:f', `DTSTART:${local(at(5))}`, 'DURATION:PT1H', 'SUMMARY:Floating', 'END:VEVENT'),
  )
  const linked = await connect()
  expect(await linked.sync()).toMatchObject({ state: 'ok' })
  expect(await titles(linked)).toEqual(['Alone', 'One', 'Two', 'Floating'])
})

test('after 24 hours without a sync the calendar is outdated, and so are the times that it blocks', async () => {
  const { app, caldav, connect, at } = setup
  caldav.write('/thea/private/a.ics', otherEvent(at(1)))
  const linked = await connect()
  caldav.fails({ status: 503 })
  await app.db.asActor({ role: 'therapist', id: linked.therapist.accountId }, async (tx) => {
    const day = [new Date(app.clock.now().getTime() - 25 * hour), linked.id]
    await tx.run('update app.external_calendar set synced_at = $1 where id = $2', day)
    await tx.run('update app.imported_calendar set read_at = $1 where id = $2', day)
  })
  expect(await linked.sync()).toMatchObject({ state: 'failing', error: 'server', isOutdated: true })
  const { imported } = await linked.therapist.api.calendar.between({ startsAt: at(0), endsAt: at(9) })
  expect(imported).toMatchObject([{ isOutdated: true }])
})

test('a moved occurrence of a series asks once until it is put back', async () => {
  const { caldav, connect, at } = setup
  const linked = await connect()
  const id = crypto.randomUUID()
  const repeat = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 6 } } as const
  await linked.therapist.api.calendar.addEvent({ id, title: 'Team', startsAt: at(1), endsAt: at(1, 1), repeat })
  await linked.sync()
  const [[path, item] = ['', undefined]] = [...caldav.calendarAt().items]
  const file = item?.data ?? ''
  expect([caldav.calendarAt().items.size, file.match(/BEGIN:VEVENT/g)?.length]).toEqual([1, 1])
  expect(file).toMatch(/RRULE:FREQ=WEEKLY;INTERVAL=1;UNTIL=\d{8}T\d{6}Z/)
  expect(file).toContain('BEGIN:VTIMEZONE')
  const start = (/DTSTART;TZID=[^:]+:(\d{8}T\d{6})/.exec(file)?.[1] ?? '').slice(8)
  const zone = /TZID=([^:]+):/.exec(file)?.[1] ?? ''
  const third = wallClockOf(at(15), zone).day.replaceAll('-', '')
  const override = [
    'BEGIN:VEVENT',
    `UID:${/UID:(\S+)/.exec(file)?.[1]}`,
    'DTSTAMP:20260101T000000Z',
    `RECURRENCE-ID;TZID=${zone}:${third}${start}`,
    `DTSTART:${at(16).slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
    'DURATION:PT60M',
    'SUMMARY:Busy',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')
  caldav.write(path, file.replace('END:VCALENDAR', override))
  await linked.sync()
  const [question, ...more] = await linked.questions()
  expect([question?.startsAt, question?.newStartsAt, more]).toEqual([at(15), at(16), []])
  await linked.therapist.api.externalCalendar.answer({ id: question?.id ?? '', answer: 'put-back' })
  await linked.sync()
  expect(caldav.calendarAt().items.get(path)?.data).not.toContain('RECURRENCE-ID')
})

test('removing a calendar deletes our events there if the therapist wants so, and the account stays', async () => {
  const { caldav, connect, at, addClient, plan } = setup
  caldav.write('/thea/private/a.ics', otherEvent(at(3)))
  const linked = await connect()
  const { record } = await addClient(linked.therapist)
  await plan(linked.therapist, record, at(1))
  await linked.sync()
  const { remove, accounts } = linked.therapist.api.externalCalendar
  await remove({ id: linked.id, events: 'delete' })
  expect(await titles(linked)).toEqual([])
  await expect(linked.sync()).rejects.toThrow('the calendar is gone')
  expect([...caldav.calendarAt().items.keys()]).toEqual(['/thea/private/a.ics'])
  expect((await accounts({})).items).toMatchObject([{ id: linked.accountId, isLeaving: false, calendars: [] }])
})

test('an account that is disconnected without its events, or whose password is refused, is deleted at once', async () => {
  const { caldav, connect, at, addClient, plan } = setup
  for (const events of ['stay', 'delete'] as const) {
    const linked = await connect()
    const { record } = await addClient(linked.therapist)
    await plan(linked.therapist, record, at(1))
    await linked.sync()
    if (events === 'delete') {
      caldav.setPassword('changed')
      await linked.sync()
    }
    const { removeAccount, accounts } = linked.therapist.api.externalCalendar
    await removeAccount({ id: linked.accountId, events })
    expect((await accounts({})).items).toEqual([])
    caldav.setPassword(caldav.user.password)
    caldav.calendars.clear()
    caldav.addCalendar('/thea/private/', 'Private')
  }
})
