import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hour, icsTime, later, movedFile, otherEvent, setUpSyncTest } from './external-calendar.testing.ts'
import { syncCalendar } from './sync/sync.ts'

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

const importedOf = async ({ therapist }: Awaited<ReturnType<Setup['connect']>>) => {
  const span = { startsAt: setup.at(-1), endsAt: setup.at(40) }
  return (await therapist.api.calendar.between(span)).imported
}
const pathOf = (id: string) => `/thea/private/${id}.ics`

test('an account shows its calendars, and events of a connected one block slots until they are deleted [1.11] @slow', async () => {
  const { caldav, connect, at, addClient, plan } = setup
  caldav.write('/thea/private/a.ics', otherEvent(at(0), 'Dentist', 'RRULE:FREQ=WEEKLY;COUNT=2'))
  const linked = await connect({ direction: 'read' })
  expect(linked.found).toEqual({
    calendars: [
      { url: `${caldav.origin}/thea/private/`, name: 'Private', color: '#ff8800', canWrite: true, calendarId: null },
    ],
    canCreate: true,
  })
  expect(await importedOf(linked)).toEqual(
    [at(0), at(7)].map((startsAt) => ({
      calendarId: linked.id,
      calendarName: 'Private',
      isOutdated: false,
      title: 'Dentist',
      startsAt,
      endsAt: later(startsAt, hour),
    })),
  )
  const { record } = await addClient(linked.therapist)
  await expect(plan(linked.therapist, record, at(7))).rejects.toMatchObject({ code: 'SLOT_TAKEN' })

  caldav.write('/thea/private/b.ics', otherEvent(at(3), 'Lecture'))
  caldav.delete('/thea/private/a.ics')
  expect(await linked.sync()).toMatchObject({ state: 'ok', events: 1, written: 0 })
  expect((await importedOf(linked)).map(({ title }) => title)).toEqual(['Lecture'])
  caldav.requests.length = 0
  await linked.sync()
  expect(caldav.requests.length).toBeLessThanOrEqual(3)
})

test('after a write, a check with nothing new takes at most three requests at a server without tokens @slow', async () => {
  const { caldav, connect, at } = setup
  caldav.fails({ withoutTokens: true })
  caldav.write('/thea/private/a.ics', otherEvent(at(0)))
  const { therapist, sync } = await connect()
  const busy = { title: 'Supervision', startsAt: at(1), endsAt: at(1, 1) }
  await therapist.api.calendar.addEvent({ id: randomUUID(), ...busy })
  expect(await sync()).toMatchObject({ state: 'ok', written: 1 })
  for (const _ of ['the first check after a write', 'the next one']) {
    caldav.requests.length = 0
    expect(await sync()).toMatchObject({ state: 'ok', events: 1, written: 1 })
    expect(caldav.requests.length).toBeLessThanOrEqual(3)
  }
})

test('events that cannot be read are counted and stop nothing, and count no more when they can be read [1.11] @slow', async () => {
  const { caldav, connect, at } = setup
  caldav.write('/thea/private/a.ics', 'no calendar at all')
  caldav.write('/thea/private/b.ics', otherEvent(at(1), 'Choir', 'RRULE:FREQ=NEVERLY'))
  caldav.write('/thea/private/c.ics', otherEvent(at(2), 'Lecture'))
  const linked = await connect()
  expect(await linked.sync()).toMatchObject({ state: 'ok', events: 1, unreadable: 2 })
  caldav.write('/thea/private/b.ics', otherEvent(at(1), 'Choir'))
  expect(await linked.sync()).toMatchObject({ state: 'ok', events: 2, unreadable: 1 })
  expect((await importedOf(linked)).map(({ title }) => title)).toEqual(['Choir', 'Lecture'])
})

test('alarms and categories that were added to a session there stay when it moves, unlike names @slow', async () => {
  const { caldav, connect, at, addClient, plan } = setup
  const linked = await connect({ privacy: 'name' })
  const { client, record } = await addClient(linked.therapist)
  const session = await plan(linked.therapist, record, at(1))
  await linked.sync()
  const fileNow = () => caldav.calendarAt().items.get(pathOf(session))?.data ?? ''
  expect(fileNow()).toContain(`SUMMARY:${client.firstName}`)
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT30M', `DESCRIPTION:${client.firstName}`, 'END:VALARM']
  const added = [
    ...alarm,
    'CATEGORIES:Work',
    `X-TITLE:${client.firstName}`,
    'ATTENDEE:mailto:a@b.example',
    'END:VEVENT',
  ]
  caldav.write(pathOf(session), fileNow().replace('END:VEVENT', added.join('\r\n')))
  await linked.sync()
  const { externalCalendar } = linked.therapist.api
  await externalCalendar.change({ id: linked.id, direction: 'both', privacy: 'busy', withPlace: false, follows: false })
  await linked.sync()
  expect(fileNow()).toContain('SUMMARY:Busy')
  expect(fileNow()).toContain(
    'CATEGORIES:Work\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT30M\r\nDESCRIPTION:Busy\r\nEND:VALARM',
  )
  expect(fileNow()).not.toMatch(new RegExp(`${client.firstName}|X-TITLE|ATTENDEE`))
  expect(await linked.questions()).toEqual([])
})

test('sessions and busy times are written without names, each once, and an echo of a write changes nothing @slow', async () => {
  const { caldav, connect, at, addClient, plan } = setup
  const linked = await connect()
  const { record } = await addClient(linked.therapist)
  const session = await plan(linked.therapist, record, at(1))
  const busy = randomUUID()
  await linked.therapist.api.calendar.addEvent({ id: busy, title: 'Supervision', startsAt: at(2), endsAt: at(2, 1) })
  expect(await linked.sync()).toMatchObject({ state: 'ok', events: 0, written: 2 })
  const { items } = caldav.calendarAt()
  expect([...items.keys()].toSorted()).toEqual([pathOf(session), pathOf(busy)].toSorted())
  const file = items.get(pathOf(session))?.data ?? ''
  expect(file).toMatch(/UID:[^\r]*@attune\r\n/)
  expect(file).toContain('SUMMARY:Busy\r\n')
  expect(file).not.toMatch(/ATTENDEE|ORGANIZER|DESCRIPTION|LOCATION/)

  caldav.requests.length = 0
  await linked.sync()
  expect(caldav.requests.filter((line) => line.startsWith('PUT'))).toEqual([])
  expect(caldav.requests.length).toBeLessThanOrEqual(3)
  expect(await linked.questions()).toEqual([])
  expect(await importedOf(linked)).toEqual([])

  const { revision } = await linked.therapist.api.session.get({ id: session }).then(({ session: now }) => now)
  expect(revision).toBeDefined()
  await linked.therapist.api.session.cancel({ id: session, command: randomUUID() })
  await linked.sync()
  expect([...items.keys()]).toEqual([pathOf(busy)])
})

test('a session that was moved in the calendar stays, and the offer to the client is a proposed time @slow', async () => {
  const { caldav, connect, at, addClient, plan } = setup
  const linked = await connect()
  const { client, record } = await addClient(linked.therapist)
  const session = await plan(linked.therapist, record, at(1))
  await linked.sync()
  const before = caldav.calendarAt().items.get(pathOf(session))?.data ?? ''
  caldav.write(pathOf(session), movedFile(before, 26 * hour))
  await linked.sync()
  const [question] = await linked.questions()
  expect(question).toMatchObject({
    kind: 'session',
    change: 'moved',
    subjectId: session,
    startsAt: at(1),
    newStartsAt: at(2, 2),
    conflicts: [],
    answers: ['offer', 'put-back'],
  })
  const news = () => client.api.notification.list({}).then(({ items }) => items.map(({ kind }) => kind))
  expect(await news()).not.toContain('change-countered')
  await linked.sync()
  expect(await linked.questions()).toHaveLength(1)

  await linked.therapist.api.externalCalendar.answer({ id: question?.id ?? '', answer: 'offer' })
  await linked.therapist.api.externalCalendar.answer({ id: question?.id ?? '', answer: 'offer' })
  const { session: now, changes } = await client.api.session.get({ id: session })
  expect(now.startsAt).toBe(at(1))
  expect(changes).toMatchObject([{ state: 'countered', counterStartsAt: at(2, 2), may: { acceptCounter: true } }])
  expect(await news()).toContain('change-countered')

  await linked.sync()
  const restored = caldav.calendarAt().items.get(pathOf(session))?.data ?? ''
  expect([/DTSTART:(\S+)/.exec(restored)?.[1], /SEQUENCE:(\d+)/.exec(restored)?.[1]]).toEqual([
    /DTSTART:(\S+)/.exec(before)?.[1],
    '1',
  ])
  expect(await linked.questions()).toEqual([])
})

test('a deleted event is put back, and a second answer is refused @slow', async () => {
  const { caldav, connect, at, addClient, plan } = setup
  const linked = await connect()
  const { record } = await addClient(linked.therapist)
  const session = await plan(linked.therapist, record, at(1))
  await linked.sync()
  caldav.delete(pathOf(session))
  await linked.sync()
  const [question] = await linked.questions()
  expect(question).toMatchObject({ change: 'deleted', answers: ['cancel', 'put-back'] })
  const answer = (given: 'cancel' | 'put-back') =>
    linked.therapist.api.externalCalendar.answer({ id: question?.id ?? '', answer: given })
  await answer('put-back')
  await expect(answer('cancel')).rejects.toMatchObject({ code: 'ANSWERED' })
  await linked.sync()
  expect([...caldav.calendarAt().items.keys()]).toEqual([pathOf(session)])
})

test('the therapist is asked about moved busy times unless the calendar follows @slow', async () => {
  const { caldav, connect, at } = setup
  const linked = await connect({ follows: true })
  const busy = randomUUID()
  const { calendar, externalCalendar } = linked.therapist.api
  await calendar.addEvent({ id: busy, title: 'Supervision', startsAt: at(2), endsAt: at(2, 1) })
  await linked.sync()
  const move = () =>
    caldav.write(pathOf(busy), movedFile(caldav.calendarAt().items.get(pathOf(busy))?.data ?? '', hour))
  const startOf = async () => (await calendar.between({ startsAt: at(0), endsAt: at(9) })).events[0]?.startsAt
  move()
  await linked.sync()
  expect([await startOf(), await linked.questions()]).toEqual([at(2, 1), []])
  await externalCalendar.change({ id: linked.id, direction: 'both', privacy: 'busy', withPlace: false, follows: false })
  move()
  await linked.sync()
  const [question] = await linked.questions()
  expect([await startOf(), question?.answers]).toEqual([at(2, 1), ['apply', 'put-back']])
  await externalCalendar.answer({ id: question?.id ?? '', answer: 'apply' })
  expect(await startOf()).toBe(at(2, 2))
})

test('a refused password stops the calendar until there is a new password @slow', async () => {
  const { caldav, connect, at } = setup
  caldav.write('/thea/private/a.ics', otherEvent(at(0)))
  const linked = await connect()
  caldav.setPassword('changed')
  expect(await linked.sync()).toMatchObject({ state: 'stopped', error: 'unauthorized', nextSyncAt: null })
  await linked.sync()
  const news = await linked.therapist.api.notification.list({})
  expect(news.items.filter(({ kind }) => kind === 'calendar-failing')).toHaveLength(1)
  expect(await importedOf(linked)).toHaveLength(1)
  const { accounts, setPassword } = linked.therapist.api.externalCalendar
  await expect(setPassword({ id: linked.accountId, password: 'wrong' })).rejects.toMatchObject({
    code: 'CALENDAR_FAILED',
    data: { problem: 'unauthorized' },
  })
  await setPassword({ id: linked.accountId, password: 'changed' })
  expect(await linked.sync()).toMatchObject({ state: 'ok', error: null })
  expect(JSON.stringify(await accounts({}))).not.toContain('changed')
})

test('syncing now waits for a sync that another process has begun, and then sees the latest changes @slow', async () => {
  const { app, caldav, connect, at } = setup
  const { id, therapist } = await connect({ direction: 'read' })
  caldav.write('/thea/private/c.ics', otherEvent(at(2), 'Choir'))
  const untilSoon = new Date(Date.now() + 700)
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely
      .updateTable('external_calendar')
      .set({ lease: randomUUID(), lease_until: untilSoon })
      .where('id', '=', id)
      .execute(),
  )
  expect(await therapist.api.externalCalendar.syncNow({ id })).toMatchObject({ state: 'ok', events: 1 })
  expect(Date.now()).toBeGreaterThanOrEqual(untilSoon.getTime())
})

test('a process that is killed between the write there and the save here leaves no event behind and asks nothing @slow', async () => {
  const { app, caldav, connect, at, addClient, plan } = setup
  const linked = await connect()
  const { record } = await addClient(linked.therapist)
  const [moved, cancelled] = [await plan(linked.therapist, record, at(1)), await plan(linked.therapist, record, at(2))]
  let writes = 0
  const killed = () => Promise.reject(new Error('killed'))
  const { db, calendarOutbound } = app
  const request: typeof calendarOutbound.request = async (url, sent) => {
    const answer = await calendarOutbound.request(url, sent)
    return sent.method === 'PUT' && ++writes === 2 ? killed() : answer
  }
  const dying = {
    ...app,
    calendarOutbound: { ...calendarOutbound, request },
    db: { ...db, asActor: ((actor, work) => (writes === 2 ? killed() : db.asActor(actor, work))) as typeof db.asActor },
  }
  await expect(syncCalendar(dying, linked.therapist.accountId, linked.id)).rejects.toThrow('killed')
  expect(caldav.calendarAt().items.size).toBe(2)
  await db.asActor({ role: 'therapist', id: linked.therapist.accountId }, (tx) =>
    tx.run('update app.external_calendar set lease_until = now() where id = $1', [linked.id]),
  )
  const { session } = linked.therapist.api
  const known = (await session.get({ id: moved })).session
  const command = randomUUID()
  await session.move({ id: moved, command, startsAt: at(3), durationMinutes: 50, revision: known.revision })
  await session.cancel({ id: cancelled, command: randomUUID() })
  expect(await linked.sync()).toMatchObject({ state: 'ok', written: 1 })
  expect(await linked.questions()).toEqual([])
  const [[path, item] = ['', undefined], ...more] = [...caldav.calendarAt().items]
  expect([path, item?.data.includes(`DTSTART:${icsTime(at(3))}`), more]).toEqual([pathOf(moved), true, []])
})

test('an account that is disconnected with its events is deleted with its last calendar', async () => {
  const { app, caldav, connect, at, addClient, plan } = setup
  caldav.addCalendar('/thea/work/', 'Work')
  const linked = await connect()
  const { record } = await addClient(linked.therapist)
  await plan(linked.therapist, record, at(1))
  await linked.sync()
  const { add, find, removeAccount, accounts, setPassword } = linked.therapist.api.externalCalendar
  const work = randomUUID()
  const settings = { direction: 'both', privacy: 'busy', withPlace: false, follows: false } as const
  await add({ id: work, accountId: linked.accountId, url: `${caldav.origin}/thea/work/`, ...settings })
  await removeAccount({ id: linked.accountId, events: 'delete' })
  expect((await accounts({})).items).toMatchObject([{ isLeaving: true, calendars: [{}, {}] }])
  await expect(find({ id: linked.accountId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(setPassword({ id: linked.accountId, password: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await syncCalendar(app, linked.therapist.accountId, linked.id)
  expect((await accounts({})).items).toMatchObject([{ isLeaving: true, calendars: [{ id: work }] }])
  await syncCalendar(app, linked.therapist.accountId, work)
  expect((await accounts({})).items).toEqual([])
  expect([caldav.calendarAt().items.size, caldav.calendarAt('/thea/work/').items.size]).toEqual([0, 0])
})
