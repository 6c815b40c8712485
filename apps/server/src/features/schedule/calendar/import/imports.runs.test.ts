import { isDeep } from '@attune/contract/common/runs.testing'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { runCleanups } from '../../../../jobs.ts'
import { openOutbound } from '../../../../platform/outbound/outbound.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import {
  icsFile,
  day,
  hour,
  toIso,
  addMilliseconds,
  minute,
  startExternalServer,
  icsStamp,
  readCalendarDays,
} from '../calendar.testing.ts'
import { refreshDueImport } from '../calendar.ts'

type ExternalServer = Awaited<ReturnType<typeof startExternalServer>>
afterAll(() => externalServer.close())
const externalServer = await startExternalServer()
const app = await startSharedApp({
  outbound: openOutbound({ trusted: [externalServer.origin], timeoutMilliseconds: 2_000 }),
})

let count = 0
const newTherapist = () => app.person('therapist', ++count)
const add = (
  therapist: Person,
  address = `${externalServer.origin}/canary-of-an-address/basic.ics`,
  id = randomUUID(),
) => therapist.api.calendar.addImport({ id, name: 'University', address })

/** Returns 10:00 UTC on the day that is this many days ahead. */
const at = (days: number) => {
  const midnight = new Date(Date.now() + days * day)
  midnight.setUTCHours(10, 0, 0, 0)
  return midnight.toISOString()
}
const hourAt = (startsAt: string, ...more: string[]) => [
  `DTSTART:${icsStamp(startsAt)}`,
  `DTEND:${icsStamp(addMilliseconds(startsAt, hour))}`,
  ...more,
]
const imported = async (therapist: Person) => (await readCalendarDays(therapist, Date.now() - 20 * day, 380)).imported

test('an imported calendar is read at once, its events block slots, and reading again replaces them [1.11] @slow', async () => {
  const therapist = await newTherapist()
  externalServer.says(icsFile(hourAt(at(3), 'SUMMARY:Lecture'), hourAt(at(4), 'TRANSP:TRANSPARENT')))
  const calendar = await add(therapist)
  expect(calendar).toMatchObject({
    name: 'University',
    host: new URL(externalServer.origin).host,
    state: 'ok',
    error: null,
    events: 1,
  })
  const lecture = {
    calendarId: calendar.id,
    calendarName: 'University',
    isOutdated: false,
    title: 'Lecture',
    startsAt: at(3),
    endsAt: addMilliseconds(at(3), hour),
  }
  expect(await imported(therapist)).toEqual([lecture])

  const client = await app.person('client', 1)
  const record = await connectClient(app, therapist, client)
  const plan = {
    id: randomUUID(),
    clientIds: [record],
    startsAt: addMilliseconds(at(3), 30 * minute),
    format: 'video' as const,
  }
  await expect(therapist.api.session.create(plan)).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
    data: { conflicts: [{ kind: 'imported', name: 'Lecture', startsAt: at(3) }] },
  })
  const wish = {
    id: randomUUID(),
    therapistId: therapist.accountId,
    startsAt: at(3),
    durationMinutes: 50,
    format: 'video',
  } as const
  const refused = await client.send('session/request', wish)
  expect([refused.status, await refused.text()]).toEqual([409, expect.not.stringContaining('Lecture')])

  externalServer.says(icsFile(hourAt(at(5), 'SUMMARY:Seminar'), hourAt(at(6), 'SUMMARY:Seminar')))
  expect(await therapist.api.calendar.readImport({ id: calendar.id })).toMatchObject({ state: 'ok', events: 2 })
  expect((await imported(therapist)).map((event) => event.startsAt)).toEqual([at(5), at(6)])
  expect(await therapist.api.calendar.renameImport({ id: calendar.id, name: 'Faculty' })).toMatchObject({
    name: 'Faculty',
  })
  await therapist.api.calendar.removeImport({ id: calendar.id })
  expect([await imported(therapist), (await therapist.api.calendar.imports({})).items]).toEqual([[], []])
})

test('a calendar is added once, if it is valid and at most the tenth', async () => {
  const therapist = await newTherapist()
  externalServer.says(icsFile())
  const id = randomUUID()
  await add(therapist, undefined, id)
  await add(therapist, undefined, id)
  expect((await therapist.api.calendar.imports({})).items).toHaveLength(1)
  await expect(add(therapist, 'https://elsewhere.example/other.ics', id)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(add(await newTherapist(), undefined, id)).rejects.toMatchObject({ code: 'CONFLICT' })
  for (const address of [
    'no address',
    'ftp://elsewhere.example/a.ics',
    'file:///etc/passwd',
    'https://ana:secret@elsewhere.example/',
    'javascript:0',
  ])
    await expect(add(therapist, address), address).rejects.toMatchObject({ code: 'NOT_AN_ADDRESS' })
  for (let number = 0; number < 9; number++) await add(therapist, 'webcal://10.0.0.1/basic.ics')
  await expect(add(therapist)).rejects.toMatchObject({ status: 409, code: 'LIMIT_REACHED', data: { limit: 10 } })
  const hosts = (await therapist.api.calendar.imports({})).items.map(({ host, error }) => [host, error])
  expect(hosts.slice(1)).toEqual(Array.from({ length: 9 }, () => ['10.0.0.1', 'not-public']))
})

test('private addresses are not requested, redirects are not followed, and each failure has its error @slow', async () => {
  const therapist = await newTherapist()
  const before = externalServer.asked.length
  const own = [
    app.address.replace('http:', 'https:'),
    'https://127.0.0.1/a.ics',
    'https://[::1]/a.ics',
    'webcal://169.254.169.254/a.ics',
  ]
  for (const address of own) expect((await add(therapist, address)).error, address).toMatch(/^not-(public|reached)$/)
  expect(await add(therapist, 'http://elsewhere.example/a.ics')).toMatchObject({ state: 'failing', error: 'not-https' })
  expect(externalServer.asked).toHaveLength(before)
  const { id } = await add(therapist)
  const errorOf = async (says: Parameters<ExternalServer['says']>[0]) => {
    externalServer.says(says)
    return (await therapist.api.calendar.readImport({ id })).error
  }
  expect(
    await errorOf(
      (_, response) => void response.writeHead(302, { location: `${externalServer.origin}/sent-on` }).end(),
    ),
  ).toBe('not-reached')
  expect(externalServer.asked).not.toContain('/sent-on')
  expect(await errorOf((_, response) => void response.writeHead(404).end())).toBe('not-reached')
  expect(await errorOf((request) => void request.socket.destroy())).toBe('not-reached')
  expect(await errorOf(Buffer.alloc(6 * 1024 * 1024, 'BEGIN:VCALENDAR\r\n'))).toBe('too-large')
  expect(await errorOf('<!doctype html><title>Please sign in</title>')).toBe('no-calendar')
  expect(await errorOf(icsFile(hourAt(at(1), 'RRULE:FREQ=SECONDLY;COUNT=1000000000')))).toBe('too-many')
  expect(await errorOf(() => {})).toBe('too-slow')
})

test('a failing calendar keeps its events, is retried less often, and notifies the therapist once after a day @slow', async () => {
  const therapist = await newTherapist()
  externalServer.says(icsFile(hourAt(at(9))))
  const { id } = await add(therapist)
  externalServer.says((_, response) => void response.writeHead(500).end())
  const data = { calendarId: id, therapistId: therapist.accountId }
  const notifications = () =>
    app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
      const rows = tx.kysely.selectFrom('notification').select('params').where('kind', '=', 'calendar-failing')
      return rows.execute()
    })
  const calendarNow = async () => {
    const again = await app.secondBrowser(therapist, 2)
    return (await again.api.calendar.imports({})).items[0]
  }
  const pauses: number[] = []
  for (let passed = 0; passed < day + 6 * hour;) {
    const pause = Date.parse((await calendarNow())?.nextReadAt ?? '') - app.clock.now().getTime()
    app.clock.advance(pause + minute)
    passed += pause + minute
    pauses.push(Math.round(pause / minute))
    await refreshDueImport(app, data)
    // A second run of the job sends no request, because the calendar is no longer due.
    const { length } = externalServer.asked
    await refreshDueImport(app, data)
    expect(externalServer.asked).toHaveLength(length)
    if (passed < day) expect(await notifications()).toEqual([])
  }
  expect(pauses.slice(0, 7)).toEqual([15, 15, 30, 60, 120, 240, 360])
  expect(await notifications()).toEqual([{ params: { name: 'University' } }])
  expect(await calendarNow()).toMatchObject({ state: 'failing', error: 'not-reached', events: 1 })
  expect((await app.inbox.mailTo(therapist.email, /one of your calendars/)).text).not.toContain('canary')

  externalServer.says(icsFile(hourAt(at(9)), hourAt(at(10))))
  app.clock.advance(7 * hour)
  await runCleanups(app)
  await expect.poll(async () => (await calendarNow())?.events).toBe(2)
  expect(await calendarNow()).toMatchObject({ state: 'ok', error: null })
})

test.runIf(isDeep)('the server answers other requests while it reads ten thousand events', async () => {
  const therapist = await newTherapist()
  const begin = Math.floor(Date.now() / hour) * hour
  externalServer.says(
    icsFile(
      ...Array.from({ length: 10_000 }, (_, at) => [
        `DTSTART:${icsStamp(begin + at * hour)}`,
        `DTEND:${icsStamp(begin + at * hour + 30 * minute)}`,
      ]),
    ),
  )
  let isOver = false
  const reading = add(therapist).finally(() => {
    isOver = true
  })
  let answers = 0
  while (!isOver) {
    await therapist.api.account.me({})
    answers++
  }
  const calendar = await reading
  const calendarNow = async () => (await therapist.api.calendar.imports({})).items[0]
  await expect.poll(async () => (await calendarNow())?.state).toBe('ok')
  const { events = 0 } = (await calendarNow()) ?? {}
  expect(events).toBeGreaterThan(9000)
  expect(answers).toBeGreaterThan(5)
  const { imported: week } = await therapist.api.calendar.between({
    startsAt: toIso(begin),
    endsAt: toIso(begin + 7 * day),
  })
  expect(week).toHaveLength(7 * 24)
  // Reading an unchanged file again keeps the same events.
  expect(await therapist.api.calendar.readImport({ id: calendar.id })).toMatchObject({ events })
})

test('the address appears in no response, log or notification @slow', async () => {
  const therapist = await newTherapist()
  externalServer.says(icsFile(hourAt(at(2))))
  const id = randomUUID()
  const body = { id, name: 'University', address: `${externalServer.origin}/canary-of-an-address/basic.ics` }
  const asked = [
    ['calendar/addImport', body],
    ['calendar/addImport', { ...body, name: 'Other' }],
    ['calendar/imports', {}],
    ['calendar/readImport', { id }],
    ['calendar/renameImport', { id, name: 'Faculty' }],
    ['calendar/between', { startsAt: at(0), endsAt: at(10) }],
    ['calendar/conflicts', { startsAt: at(2), endsAt: addMilliseconds(at(2), hour) }],
    ['calendar/zoneChange', { zone: 'UTC' }],
    ['notification/list', {}],
    ['account/me', {}],
    ['calendar/removeImport', { id }],
  ] as const
  const answers = await asked.reduce<Promise<string[]>>(async (before, [path, input]) => {
    const said = await before
    const answer = await therapist.send(path, input)
    return [...said, `${path} ${JSON.stringify([...answer.headers])} ${await answer.text()}`]
  }, Promise.resolve([]))
  expect(answers).toHaveLength(asked.length)
  for (const answer of answers) expect(answer).not.toMatch(/canary|basic\.ics/)
  expect(app.logged.join('\n')).not.toMatch(/canary-of-an-address/)
})
