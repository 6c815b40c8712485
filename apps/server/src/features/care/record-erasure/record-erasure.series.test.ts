import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import type { Person } from '../../../testing/people.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'
import { newSeriesInput, weekly } from '../../schedule/series/series.testing.ts'
import { erase, tablesWith } from './record-erasure.testing.ts'

const app = await startSharedApp({ worker: false })
const read = <Row extends Record<string, unknown>>(text: string) => queryAsRole<Row>('backup', app.databaseUrl, text)

let people = 0
const openTherapist = () => app.person('therapist', ++people)
async function addRecord({ api }: Person, lastName: string): Promise<string> {
  const id = randomUUID()
  await api.client.add({ ...minimalClient, id, lastName, invite: false })
  await api.client.setStatus({ id, status: 'active', command: randomUUID() })
  return id
}
const seriesOf = async (id: string) =>
  (
    await read<{ template: { clientIds: string[] }; undo: object | null; lastDay: string | null; until: string }>(
      `select template, undo, last_day::text as "lastDay", laid_out_until::text as until from app.series where id = '${id}'`,
    )
  )[0]
const sessionsWith = (clientId: string) =>
  read<{ id: string; startsAt: string; status: string }>(
    `select s.id, s.starts_at as "startsAt", s.status from app.session s join app.session_client c on c.session_id = s.id
     where c.client_id = '${clientId}' order by s.starts_at`,
  )

test('a client of a series with others leaves it and its sessions, and the others keep theirs @slow', async () => {
  const therapist = await openTherapist()
  const [gone, stays] = [await addRecord(therapist, 'seriesgone'), await addRecord(therapist, 'seriesstays')]
  const { series, firstSessionId } = await therapist.api.series.create(
    newSeriesInput({
      clientIds: [gone, stays],
      therapyType: 'couples',
      startsAt: new Date(timeAhead(5)).toISOString(),
      repeat: weekly(),
    }),
  )
  await therapist.api.series.change({
    sessionId: firstSessionId ?? '',
    scope: 'all',
    command: randomUUID(),
    startsAt: new Date(timeAhead(6)).toISOString(),
    durationMinutes: 50,
    format: 'video',
    videoUrl: null,
  })
  await therapist.api.session.cancel({ id: (await sessionsWith(gone))[2]?.id ?? '', command: randomUUID() })
  const before = await sessionsWith(stays)
  expect(before.length).toBeGreaterThan(40)
  expect(JSON.stringify((await seriesOf(series.id))?.undo)).toContain(gone)

  expect(await erase(app, therapist, gone)).toMatchObject({ sessions: 0 })
  expect(await tablesWith(app, 'seriesgone')).toEqual({})
  expect(await seriesOf(series.id)).toMatchObject({ template: { clientIds: [stays] }, undo: null, lastDay: null })
  expect(await sessionsWith(stays)).toEqual(before)
  expect(await sessionsWith(gone)).toEqual([])
  const logs = new Set(['app.access', 'app.audit', 'app.change', 'jobs.job_common'])
  expect(Object.keys(await tablesWith(app, gone)).filter((table) => !logs.has(table))).toEqual([])
  const { session } = await therapist.api.session.get({ id: before[1]?.id ?? '' })
  expect(session.participants.map(({ clientId }) => clientId)).toEqual([stays])
})

test('a series of one client is erased with its sessions and days without one @slow', async () => {
  const therapist = await openTherapist()
  const gone = await addRecord(therapist, 'alonegone')
  const input = newSeriesInput({ clientIds: [gone], startsAt: new Date(timeAhead(5)).toISOString() })
  const { series } = await therapist.api.series.create(input)
  const [, second] = await sessionsWith(gone)
  await therapist.api.series.cancel({ sessionId: second?.id ?? '', scope: 'following', command: randomUUID() })
  expect(await erase(app, therapist, gone)).not.toBeNull()
  expect(await seriesOf(series.id)).toBeUndefined()
  expect(await read(`select from app.series_gap where series_id = '${series.id}'`)).toEqual([])
  expect(await tablesWith(app, 'alonegone')).toEqual({})
})

test('a series whose only remaining sessions are those of others ends, and adds none without a client', async () => {
  const therapist = await openTherapist()
  const [gone, stays] = [await addRecord(therapist, 'lastgone'), await addRecord(therapist, 'laststays')]
  const { series } = await therapist.api.series.create(
    newSeriesInput({ clientIds: [gone], startsAt: new Date(timeAhead(5)).toISOString(), repeat: weekly() }),
  )
  const [first] = await sessionsWith(gone)
  await app.privileged.definer.query(
    `insert into app.session_client (therapist_id, session_id, client_id, starts_at, answer)
     select therapist_id, id, $2, starts_at, 'accepted' from app.session where id = $1`,
    [first?.id, stays],
  )
  expect((await seriesOf(series.id))?.lastDay).toBeNull()
  expect(await erase(app, therapist, gone)).not.toBeNull()
  const left = await seriesOf(series.id)
  expect(left?.template.clientIds).toEqual([])
  expect(left?.lastDay).toBe(left?.until)
  expect((await sessionsWith(stays)).map(({ id }) => id)).toEqual([first?.id])
})
