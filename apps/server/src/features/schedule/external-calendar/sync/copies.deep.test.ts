import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hour, icsTime, movedFile, setUpSyncTest } from '../external-calendar.testing.ts'

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
const pathOf = (id: string) => `/thea/private/${id}.ics`
const startIn = (data = '') => /DTSTART:(\S+)/.exec(data)?.[1]
const files = (path = '/thea/private/') =>
  [...setup.caldav.calendarAt(path).items].map(([at, { data }]) => [at, startIn(data)])

/** Connects a calendar that contains one written session, and returns the session and its file. */
async function withSession(settings: Parameters<Setup['connect']>[0] = {}) {
  const { caldav, connect, addClient, at, plan } = setup
  const linked = await connect(settings)
  const { record } = await addClient(linked.therapist)
  const session = await plan(linked.therapist, record, at(1))
  await linked.sync()
  const file = caldav.calendarAt().items.get(pathOf(session))?.data ?? ''
  const imported = async () =>
    (await linked.therapist.api.calendar.between({ startsAt: at(-1), endsAt: at(40) })).imported
  return { ...linked, session, file, imported }
}

test('a copy of our event blocks nothing and asks nothing, and stays when the session is cancelled', async () => {
  const { caldav, at } = setup
  const { session, file, sync, questions, imported, therapist } = await withSession()
  caldav.write('/thea/private/copy.ics', movedFile(file, 24 * hour))
  expect(await sync()).toMatchObject({ state: 'ok', written: 1 })
  expect([await questions(), await imported()]).toEqual([[], []])
  expect(files()).toHaveLength(2)
  await therapist.api.session.cancel({ id: session, command: randomUUID() })
  await sync()
  expect(files()).toEqual([['/thea/private/copy.ics', icsTime(at(2))]])
})

test.each([
  ['together', 409, 'both'],
  ['together', 207, 'both'],
  ['together', 409, 'write'],
  ['copied first', 409, 'both'],
  ['deleted first', 207, 'both'],
] as const)(
  'an event of ours at another address (%s, a second event with its UID is answered with %d) is followed, and a move of it asks once [%s]',
  async (order, sameUidStatus, direction) => {
    const { caldav, at } = setup
    const { session, file, sync, questions, therapist } = await withSession({ direction })
    caldav.fails({ sameUidStatus })
    const renamed = '/thea/private/renamed.ics'
    if (order === 'deleted first') {
      caldav.delete(pathOf(session))
      await sync()
      expect(await questions()).toMatchObject([{ change: 'deleted' }])
    }
    caldav.write(renamed, file)
    if (order === 'copied first') await sync()
    caldav.delete(pathOf(session))
    expect(await sync()).toMatchObject({ state: 'ok', written: 1 })
    expect(await questions()).toEqual([])
    caldav.write(renamed, movedFile(file, hour))
    await sync()
    const [question] = await questions()
    expect(question).toMatchObject({ change: 'moved', newStartsAt: at(1, 1) })
    await therapist.api.externalCalendar.answer({ id: question?.id ?? '', answer: 'put-back' })
    await sync()
    expect(files()).toEqual([[renamed, icsTime(at(1))]])
    await therapist.api.session.cancel({ id: session, command: randomUUID() })
    await sync()
    expect(files()).toEqual([])
  },
)

test('an event that was moved to another calendar asks whether to cancel, and blocks nothing in a calendar that is connected too', async () => {
  const { caldav, at } = setup
  caldav.addCalendar('/thea/work/', 'Work')
  const { session, file, sync, questions, imported, therapist, accountId } = await withSession()
  const work = randomUUID()
  const url = `${caldav.origin}/thea/work/`
  const settings = { direction: 'both', privacy: 'busy', withPlace: false, follows: false } as const
  await therapist.api.externalCalendar.add({ id: work, accountId, url, ...settings })
  caldav.delete(pathOf(session))
  caldav.write('/thea/work/moved.ics', movedFile(file, hour), caldav.calendarAt('/thea/work/'))
  await sync()
  await therapist.api.externalCalendar.syncNow({ id: work })
  const [question, ...more] = await questions()
  expect([question?.change, question?.answers, more]).toEqual(['deleted', ['cancel', 'put-back'], []])
  expect(await imported()).toEqual([])
  await therapist.api.externalCalendar.answer({ id: question?.id ?? '', answer: 'put-back' })
  await sync()
  await therapist.api.externalCalendar.syncNow({ id: work })
  expect(files()).toEqual([[pathOf(session), icsTime(at(1))]])
  expect((await therapist.api.session.get({ id: session })).session.startsAt).toBe(at(1))
  expect(await questions()).toEqual([])
})

test('a session that was turned into a series there asks once without an offer, and is put back as one event', async () => {
  const { caldav, at } = setup
  const { session, file, sync, questions, imported, therapist } = await withSession()
  caldav.write(pathOf(session), file.replace('SUMMARY', 'RRULE:FREQ=WEEKLY;COUNT=4\r\nSUMMARY'))
  await sync()
  const [question, ...more] = await questions()
  expect([question?.change, question?.answers, more]).toEqual(['changed', ['put-back', 'keep'], []])
  expect(await imported()).toEqual([])
  await therapist.api.externalCalendar.answer({ id: question?.id ?? '', answer: 'put-back' })
  await sync()
  const put = caldav.calendarAt().items.get(pathOf(session))?.data
  expect([startIn(put), put?.includes('RRULE'), await questions()]).toEqual([icsTime(at(1)), false, []])
})

test.each(['both', 'write'] as const)(
  'a calendar that is connected again takes over our events there without a question (%s)',
  async (direction) => {
    const { caldav, at } = setup
    const { session, id, accountId, questions, therapist } = await withSession({ direction })
    const { remove, add } = therapist.api.externalCalendar
    await remove({ id, events: 'stay' })
    const { session: known } = await therapist.api.session.get({ id: session })
    const [startsAt, command] = [at(4), randomUUID()]
    await therapist.api.session.move({ id: session, command, startsAt, durationMinutes: 50, revision: known.revision })
    const url = `${caldav.origin}/thea/private/`
    const again = { id: randomUUID(), accountId, url, privacy: 'initials', withPlace: false, follows: false } as const
    expect(await add({ ...again, direction })).toMatchObject({ state: 'ok', written: 1 })
    expect([files(), await questions()]).toEqual([[[pathOf(session), icsTime(at(4))]], []])
  },
)

test('rights that are taken away stop the writing, and what was written stays known', async () => {
  const { caldav, at, plan, addClient } = setup
  const { sync, questions, therapist } = await withSession()
  const { record } = await addClient(therapist)
  caldav.calendarAt().canWrite = false
  const late = await plan(therapist, record, at(2))
  expect(await sync()).toMatchObject({ state: 'failing', error: 'forbidden', written: 1 })
  caldav.calendarAt().canWrite = true
  expect(await sync()).toMatchObject({ state: 'ok', error: null, canWrite: true, written: 2 })
  expect(files()).toContainEqual([pathOf(late), icsTime(at(2))])
  expect(await questions()).toEqual([])
})
