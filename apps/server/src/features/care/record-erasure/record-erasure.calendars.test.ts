import type { ExternalCalendarId } from '@attune/contract/common/ids'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { queryAsRole } from '../../../testing/database/database.ts'
import type { Person } from '../../../testing/people.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { setUpSyncTest } from '../../schedule/external-calendar/external-calendar.testing.ts'
import { syncCalendar } from '../../schedule/external-calendar/sync/sync.ts'
import { newSeriesInput, weekly } from '../../schedule/series/series.testing.ts'
import { erase, tablesWith } from './record-erasure.testing.ts'

const { app, caldav, connect, at, close } = await setUpSyncTest()
afterAll(close)
beforeEach(() => {
  caldav.calendars.clear()
  caldav.addCalendar('/thea/private/', 'Private')
})

const month = 30 * 24 * 3_600_000
/** The calendar files at the server, as one text. */
const files = () => [...caldav.calendarAt().items.values()].map(({ data }) => data).join('')
const fileOf = (id: string) => caldav.calendarAt().items.get(`/thea/private/${id}.ics`)?.data
const rowsOf = (therapist: Person) =>
  queryAsRole<{ id: string }>(
    'backup',
    app.databaseUrl,
    `select subject_id as id from app.external_event where therapist_id = '${therapist.accountId}'`,
  )

/** A calendar that shows names, the function that syncs it, and two records without an account. */
async function openCalendar() {
  const { therapist, id } = await connect({ privacy: 'name', direction: 'write' })
  const addRecord = async (lastName: string) => {
    const clientId = randomUUID()
    await therapist.api.client.add({ ...minimalClient, id: clientId, lastName, invite: false })
    await therapist.api.client.setStatus({ id: clientId, status: 'active', command: randomUUID() })
    return clientId
  }
  const plan = async (startsAt: string, ...clientIds: string[]) => {
    const sessionId = randomUUID()
    const therapyType = clientIds.length > 1 ? 'couples' : 'individual'
    await therapist.api.session.create({
      id: sessionId,
      clientIds,
      therapyType,
      startsAt,
      format: 'video',
      agreed: true,
    })
    return sessionId
  }
  const sync = () => syncCalendar(app, therapist.accountId, id as ExternalCalendarId)
  return { therapist, plan, sync, gone: await addRecord('Quimby'), stays: await addRecord('Stayton') }
}

test('a session of an erased record is removed from another calendar at the next sync, and no row names it @slow', async () => {
  const { therapist, plan, sync, gone } = await openCalendar()
  const sessionId = await plan(at(1), gone)
  await sync()
  expect(fileOf(sessionId)).toContain('Quimby')
  expect(await erase(app, therapist, gone)).not.toBeNull()
  await sync()
  expect(files()).toBe('')
  expect(await rowsOf(therapist)).toEqual([])
  const logs = new Set(['app.access', 'app.audit', 'app.change', 'jobs.job_common'])
  expect(Object.keys(await tablesWith(app, sessionId)).filter((table) => !logs.has(table))).toEqual([])
})

test('a session that is long over is removed from another calendar too, and one with others loses the name @slow', async () => {
  const { therapist, plan, sync, gone, stays } = await openCalendar()
  const [alone, both, kept] = [await plan(at(1), gone), await plan(at(2), gone, stays), await plan(at(3), stays)]
  const { series } = await therapist.api.series.create(
    newSeriesInput({ clientIds: [gone, stays], therapyType: 'couples', startsAt: at(4), repeat: weekly(2) }),
  )
  await sync()
  app.clock.advance(3 * month)
  await sync()
  expect(files().match(/Quimby/g)).toHaveLength(3)
  expect(await erase(app, therapist, gone)).not.toBeNull()
  await sync()
  expect(files()).not.toContain('Quimby')
  expect(fileOf(alone)).toBeUndefined()
  for (const id of [both, kept, series.id]) expect(fileOf(id)).toContain('Stayton')
  expect((await rowsOf(therapist)).map(({ id }) => id).toSorted()).toEqual([both, kept, series.id].toSorted())

  caldav.requests.length = 0
  await sync()
  expect(caldav.requests.filter((line) => line.startsWith('PUT') || line.startsWith('DELETE'))).toEqual([])
})

test('a past session with others that a calendar shows without names is not written again', async () => {
  const { therapist, plan, sync, gone, stays } = await openCalendar()
  await therapist.api.externalCalendar.accounts({}).then(({ items }) =>
    therapist.api.externalCalendar.change({
      id: items[0]?.calendars[0]?.id ?? '',
      direction: 'write',
      privacy: 'busy',
      withPlace: false,
      follows: false,
    }),
  )
  // The previous test has advanced the clock by three months.
  const both = await plan(at(110), gone, stays)
  await sync()
  app.clock.advance(3 * month)
  expect(await erase(app, therapist, gone)).not.toBeNull()
  caldav.requests.length = 0
  await sync()
  expect(caldav.requests.filter((line) => line.startsWith('PUT') || line.startsWith('DELETE'))).toEqual([])
  expect(fileOf(both)).toContain('SUMMARY:Busy')
  const marked = await queryAsRole(
    'backup',
    app.databaseUrl,
    `select from app.external_event where last_day > '9000-01-01'`,
  )
  expect(marked).toEqual([])
})
