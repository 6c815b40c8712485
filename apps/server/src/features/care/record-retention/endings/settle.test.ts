import { shiftDay } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { insertCompletedSession } from '../../../../testing/records/sessions.ts'
import { daysAfterEnd, type EndingRecord, endingTools } from './record-endings.testing.ts'

const app = await startSharedApp({ worker: false })
const { addRecord, settleOn, listedBefore, listOf, notices, auditOf, exists, keptUntil } = endingTools(app)

let people = 0
/** A therapist with records that are on the list and confirmed, listed for longer than a month. */
async function openConfirmed(
  count: number,
): Promise<{ therapist: Person; records: [EndingRecord, ...EndingRecord[]] }> {
  const therapist = await app.person('therapist', ++people)
  const records: [EndingRecord, ...EndingRecord[]] = [await addRecord(therapist)]
  while (records.length < count) records.push(await addRecord(therapist))
  await settleOn(therapist, daysAfterEnd(records[0], -20))
  await therapist.api.recordRetention.confirmEndings({ records })
  await listedBefore(therapist, 31)
  return { therapist, records }
}
const lastNotice = async (therapist: Person) => (await notices(therapist)).at(-1)
const whichExist = (records: readonly EndingRecord[]) => Promise.all(records.map(exists))
const placeHold = (therapist: Person, { clientId }: EndingRecord, id: string = randomUUID()) =>
  therapist.api.recordRetention.placeHold({ id, clientId, reason: 'A court asked for it.' })

test('confirmed records are erased on the day after their end, with one notification @slow', async () => {
  const { therapist, records } = await openConfirmed(3)
  await settleOn(therapist, records[0].keptUntil)
  expect(await whichExist(records)).toEqual([true, true, true])
  await settleOn(therapist, daysAfterEnd(records[0], 1))
  await settleOn(therapist, daysAfterEnd(records[0], 2))
  expect(await whichExist(records)).toEqual([false, false, false])
  expect(await listOf(therapist)).toEqual([])
  const sent = (await notices(therapist)).filter(({ kind }) => kind === 'records-erased')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.message).toContain('3')
  expect(await auditOf(records[0])).toEqual(['confirm', 'erase'])
})

test('a record that nobody confirmed stays on the list for years @slow', async () => {
  const therapist = await app.person('therapist', ++people)
  const record = await addRecord(therapist)
  await settleOn(therapist, record.keptUntil)
  await listedBefore(therapist, 4000)
  await settleOn(therapist, daysAfterEnd(record, 3650))
  expect(await exists(record)).toBe(true)
  expect(await listOf(therapist)).toEqual([{ clientId: record.clientId, state: 'open' }])
})

test('a clock that jumps ten years ahead erases nothing that was not listed for a month by both clocks @slow', async () => {
  const therapist = await app.person('therapist', ++people)
  const record = await addRecord(therapist)
  await settleOn(therapist, daysAfterEnd(record, 1))
  await therapist.api.recordRetention.confirmEndings({ records: [record] })
  await settleOn(therapist, daysAfterEnd(record, 3650))
  expect(await exists(record)).toBe(true)
  await listedBefore(therapist, 29)
  await settleOn(therapist, daysAfterEnd(record, 3651))
  expect(await exists(record)).toBe(true)
  await listedBefore(therapist, 31)
  await settleOn(therapist, daysAfterEnd(record, 3652))
  expect(await exists(record)).toBe(false)
})

test('an entry whose record was listed by a clock that was ahead is listed from the present on @slow', async () => {
  const { therapist, records } = await openConfirmed(1)
  await listedBefore(therapist, -3650)
  await settleOn(therapist, shiftDay(daysAfterEnd(records[0], -15), -3650))
  const { ending } = await therapist.api.recordRetention.ofClient({ clientId: records[0].clientId })
  expect(new Date(ending?.listedAt ?? 0).getTime()).toBeLessThan(Date.now() + 3600 * 86_400_000)
})

test('a hold keeps a confirmed record, which is confirmed anew after the hold @slow', async () => {
  const { therapist, records } = await openConfirmed(2)
  const [held, free] = records as [EndingRecord, EndingRecord]
  const holdId = randomUUID()
  await placeHold(therapist, held, holdId)
  await settleOn(therapist, daysAfterEnd(held, 1))
  expect(await whichExist([held, free])).toEqual([true, false])
  expect(await listOf(therapist)).toEqual([{ clientId: held.clientId, state: 'held' }])
  const { message } = (await lastNotice(therapist)) ?? { message: '' }
  expect(message.match(/\d+/g)).toEqual(['1', '1'])
  await therapist.api.recordRetention.endHold({ id: holdId, clientId: held.clientId })
  await settleOn(therapist, daysAfterEnd(held, 2))
  expect(await listOf(therapist)).toEqual([{ clientId: held.clientId, state: 'open' }])
  await therapist.api.recordRetention.confirmEndings({ records: [held] })
  await settleOn(therapist, daysAfterEnd(held, 3))
  expect(await exists(held)).toBe(false)
})

test('a hold that began and ended after the confirmation makes it void', async () => {
  const { therapist, records } = await openConfirmed(1)
  const holdId = randomUUID()
  await placeHold(therapist, records[0], holdId)
  await therapist.api.recordRetention.endHold({ id: holdId, clientId: records[0].clientId })
  expect(await listOf(therapist)).toEqual([{ clientId: records[0].clientId, state: 'open' }])
  await settleOn(therapist, daysAfterEnd(records[0], 1))
  expect(await exists(records[0])).toBe(true)
})

test('a hold that is placed while a batch runs keeps what is not yet erased @slow', async () => {
  const { therapist, records } = await openConfirmed(2)
  const ordered = [...records].toSorted((one, other) => (one.clientId < other.clientId ? -1 : 1))
  const db: typeof app.db = {
    ...app.db,
    async asActor(who, work) {
      const done = await app.db.asActor(who, work)
      const last = ordered[1]
      if (last && ordered[0] && !(await exists(ordered[0])) && (await listOf(therapist))[0]?.state === 'confirmed')
        await placeHold(therapist, last)
      return done
    },
  }
  await settleOn(therapist, daysAfterEnd(records[0], 1), db)
  expect(await whichExist(ordered)).toEqual([false, true])
  expect(await listOf(therapist)).toEqual([{ clientId: ordered[1]?.clientId, state: 'held' }])
})

test('a session that is moved into the future in the month of confirmation takes the record off the list @slow', async () => {
  const { therapist, records } = await openConfirmed(1)
  const { clientId } = records[0]
  await insertCompletedSession(app, therapist, clientId, new Date(app.clock.now().getTime() + 400 * 86_400_000))
  await settleOn(therapist, daysAfterEnd(records[0], 1))
  expect([await exists(records[0]), await listOf(therapist)]).toEqual([true, []])
  expect((await lastNotice(therapist))?.kind).toBe('records-erased')
  const moved = { clientId, keptUntil: await keptUntil(therapist, clientId) }
  await settleOn(therapist, daysAfterEnd(moved, -20))
  expect(await listOf(therapist)).toEqual([{ clientId, state: 'open' }])
})

test('an end that moves by a few days makes the confirmation void, and the record stays on the list @slow', async () => {
  const { therapist, records } = await openConfirmed(1)
  const { clientId } = records[0]
  await insertCompletedSession(app, therapist, clientId, new Date(app.clock.now().getTime() + 5 * 86_400_000))
  await settleOn(therapist, daysAfterEnd(records[0], 1))
  expect(await listOf(therapist)).toEqual([{ clientId, state: 'open' }])
  expect((await lastNotice(therapist))?.kind).toBe('records-erased')
})

test('a run that is killed at any point goes on at the next one, and erases and counts each record once @slow', async () => {
  const { therapist, records } = await openConfirmed(4)
  const day = daysAfterEnd(records[0], 1)
  for (const calls of [1, 2, 3, 4]) {
    let left = calls
    const db: typeof app.db = {
      ...app.db,
      async asActor(who, work) {
        if (left-- <= 0) throw new Error('killed')
        return app.db.asActor(who, work)
      },
    }
    await settleOn(therapist, day, db).catch(() => {})
  }
  await settleOn(therapist, day)
  expect(await whichExist(records)).toEqual([false, false, false, false])
  for (const record of records) expect((await auditOf(record)).filter((action) => action === 'erase')).toHaveLength(1)
  const sent = (await notices(therapist)).filter(({ kind }) => kind === 'records-erased')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.message).toContain('4')
})

test('two runs at the same time erase each record once @slow', async () => {
  const { therapist, records } = await openConfirmed(4)
  const day = daysAfterEnd(records[0], 1)
  await Promise.all([settleOn(therapist, day), settleOn(therapist, day)])
  expect(await whichExist(records)).toEqual([false, false, false, false])
  for (const record of records) expect((await auditOf(record)).filter((action) => action === 'erase')).toHaveLength(1)
})

test('a run checks at most a hundred entries and enqueues the next one @slow', async () => {
  const therapist = await app.person('therapist', ++people)
  const { keptUntil: end } = await addRecord(therapist)
  await app.privileged.definer.query(
    `insert into app.client (id, therapist_id, first_name, last_name)
      select gen_random_uuid(), $1, 'Ana', 'Moreau ' || n from generate_series(1, 100) n`,
    [therapist.accountId],
  )
  await settleOn(therapist, end)
  const { rows } = await app.privileged.definer.query(
    'select count(*) filter (where checked_on = $2)::int as checked, count(*)::int as all from app.record_ending where therapist_id = $1',
    [therapist.accountId, end],
  )
  expect(rows).toEqual([{ checked: 100, all: 101 }])
  const { rows: jobs } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ data: { therapistId: string } }>(`select data from jobs.job where name = 'record-ending'`, []),
  )
  expect(jobs.filter(({ data }) => data.therapistId === therapist.accountId)).toHaveLength(1)
})
