import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { jobsAfterCleanups } from '../../../../testing/cleanups.ts'
import { connectClient, insertCompletedSession } from '../../../../testing/records/sessions.ts'
import { daysAfterEnd, endingTools } from './record-endings.testing.ts'

const app = await startSharedApp({ worker: false })
const { addRecord, settleOn, listOf, notices, auditOf } = endingTools(app)

let people = 0
const openTherapist = () => app.person('therapist', ++people)
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string }) => error.code,
  )

test('a record is listed a month before its end, and not earlier', async () => {
  const therapist = await openTherapist()
  const record = await addRecord(therapist)
  await settleOn(therapist, daysAfterEnd(record, -33))
  expect(await listOf(therapist)).toEqual([])
  await settleOn(therapist, daysAfterEnd(record, -27))
  expect(await listOf(therapist)).toEqual([{ clientId: record.clientId, state: 'open' }])
})

test('the therapist is notified once of new entries, by a number and without names, and reminded a week before the end', async () => {
  const therapist = await openTherapist()
  const record = await addRecord(therapist, 'Quimby')
  await addRecord(therapist, 'Quimby')
  for (const days of [-27, -20, -6, -5]) await settleOn(therapist, daysAfterEnd(record, days))
  const sent = await notices(therapist)
  expect(sent.map(({ kind }) => kind)).toEqual(['records-ending', 'records-due'])
  for (const { message } of sent) {
    expect(message).toContain('2')
    expect(message).not.toContain('Quimby')
  }
  const { rows } = await app.privileged.definer.query(
    'select kind from app.mail where account_id = $1 order by created_at',
    [therapist.accountId],
  )
  expect(rows).toEqual([{ kind: 'records-ending' }, { kind: 'records-due' }])
})

test('an entry shows the last session, the end and the reason', async () => {
  const therapist = await openTherapist()
  const { clientId } = await addRecord(therapist)
  const startsAt = new Date(app.clock.now().getTime() - 40 * 86_400_000)
  await insertCompletedSession(app, therapist, clientId, startsAt)
  const { keptUntil, years } = await therapist.api.recordRetention.ofClient({ clientId })
  await settleOn(therapist, keptUntil)
  const { items, counts } = await therapist.api.recordRetention.endings({})
  expect(items).toMatchObject([{ clientId, name: 'Ana Moreau', keptUntil, from: 'session', years, state: 'open' }])
  expect(new Date(items[0]?.lastSessionAt ?? 0)).toEqual(startsAt)
  expect(counts).toEqual({ open: 1, confirmed: 0, held: 0 })
  expect(await therapist.api.recordRetention.endingCounts({})).toEqual(counts)
})

test('the record of a connected client is not listed, and leaves the list when it is connected again @slow', async () => {
  const therapist = await openTherapist()
  const client = await app.person('client', people)
  const clientId = await connectClient(app, therapist, client)
  const { keptUntil } = await therapist.api.recordRetention.ofClient({ clientId })
  await settleOn(therapist, keptUntil)
  expect(await listOf(therapist)).toEqual([])
  await client.api.connection.disconnect({ clientId, command: randomUUID() })
  const ended = await therapist.api.recordRetention.ofClient({ clientId })
  await settleOn(therapist, ended.keptUntil)
  expect(await listOf(therapist)).toEqual([{ clientId, state: 'open' }])
  await app.privileged.definer.query(`update app.client set disconnected_at = null, status = 'active' where id = $1`, [
    clientId,
  ])
  await settleOn(therapist, daysAfterEnd({ clientId, keptUntil: ended.keptUntil }, 1))
  expect(await listOf(therapist)).toEqual([])
})

test('a client of two therapists is on the list of each @slow', async () => {
  const [one, other] = [await openTherapist(), await openTherapist()]
  const client = await app.person('client', people)
  const ids = [await connectClient(app, one, client), await connectClient(app, other, client)] as const
  for (const clientId of ids) await client.api.connection.disconnect({ clientId, command: randomUUID() })
  const { keptUntil } = await one.api.recordRetention.ofClient({ clientId: ids[0] })
  await settleOn(one, keptUntil)
  expect([await listOf(one), await listOf(other)]).toEqual([[{ clientId: ids[0], state: 'open' }], []])
  await settleOn(other, keptUntil)
  expect(await listOf(other)).toEqual([{ clientId: ids[1], state: 'open' }])
})

test('a confirmation is audited, repeated without a change, and undone', async () => {
  const therapist = await openTherapist()
  const record = await addRecord(therapist)
  await settleOn(therapist, record.keptUntil)
  const { confirmEndings, undoEnding, ofClient } = therapist.api.recordRetention
  await confirmEndings({ records: [record] })
  await confirmEndings({ records: [record, record] })
  expect(await listOf(therapist)).toEqual([{ clientId: record.clientId, state: 'confirmed' }])
  expect((await ofClient({ clientId: record.clientId })).ending?.confirmedAt).toBeTruthy()
  await undoEnding({ clientId: record.clientId })
  await undoEnding({ clientId: record.clientId })
  expect(await listOf(therapist)).toEqual([{ clientId: record.clientId, state: 'open' }])
  expect((await ofClient({ clientId: record.clientId })).ending).toMatchObject({ confirmedAt: null })
  expect(await auditOf(record)).toEqual(['confirm', 'confirm', 'undo-confirm', 'undo-confirm'])
})

test('records are confirmed together or not at all', async () => {
  const therapist = await openTherapist()
  const [held, free] = [await addRecord(therapist), await addRecord(therapist)]
  await settleOn(therapist, held.keptUntil)
  await therapist.api.recordRetention.placeHold({ id: randomUUID(), clientId: held.clientId, reason: 'A court' })
  const confirm = (...records: (typeof held)[]) => codeOf(therapist.api.recordRetention.confirmEndings({ records }))
  expect(await confirm(free, held)).toBe('CHANGED')
  expect(await confirm({ ...free, keptUntil: '2001-01-01' })).toBe('CHANGED')
  expect(await confirm(free, { ...free, clientId: randomUUID() })).toBe('NOT_FOUND')
  expect(await therapist.api.recordRetention.endingCounts({})).toEqual({ open: 1, confirmed: 0, held: 1 })
  expect(await auditOf(free)).toEqual([])
  expect(await confirm(free)).toBeNull()
})

test('a therapist neither sees nor confirms the list of another one', async () => {
  const [mine, theirs] = [await openTherapist(), await openTherapist()]
  const record = await addRecord(theirs)
  await settleOn(theirs, record.keptUntil)
  expect(await listOf(mine)).toEqual([])
  expect(await codeOf(mine.api.recordRetention.confirmEndings({ records: [record] }))).toBe('NOT_FOUND')
  expect(await codeOf(mine.api.recordRetention.undoEnding({ clientId: record.clientId }))).toBe('NOT_FOUND')
  expect(await listOf(theirs)).toEqual([{ clientId: record.clientId, state: 'open' }])
})

test('the cleanup enqueues one job for a therapist whose record ends @slow', async () => {
  const therapist = await openTherapist()
  const { clientId } = await addRecord(therapist)
  await insertCompletedSession(app, therapist, clientId, new Date('2001-01-01T12:00:00Z'))
  const jobs = await jobsAfterCleanups(app, 'record-ending')
  expect(jobs.filter(({ therapistId }) => therapistId === therapist.accountId)).toHaveLength(1)
})
