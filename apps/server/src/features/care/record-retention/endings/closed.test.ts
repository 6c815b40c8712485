import { yearsAfter } from '@attune/contract/features/care/record-retention/record-retention.rules'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { openPractice } from '../../../../testing/records/invoices.ts'
import { insertCompletedSession } from '../../../../testing/records/sessions.ts'
import { daysAfterEnd, endingTools } from './record-endings.testing.ts'

const app = await startSharedApp({ worker: false })
const { addRecord, settleOn, listedBefore, notices, exists, keptUntil } = endingTools(app)
const admin = await app.person('admin', 1)

let people = 0
/** A closed account with two records. With `sessionAt`, each had its last session then. */
async function openClosed(sessionAt?: Date) {
  const therapist = await app.person('therapist', ++people)
  const added = [await addRecord(therapist, 'Quimby'), await addRecord(therapist, 'Quimby')] as const
  if (sessionAt) for (const { clientId } of added) await insertCompletedSession(app, therapist, clientId, sessionAt)
  const end = await keptUntil(therapist, added[0].clientId)
  const records = added.map((record) => ({ ...record, keptUntil: end }))
  await therapist.api.login.deleteAccount({ password: therapist.password })
  return { therapist, records, record: { ...added[0], keptUntil: end } }
}
const closedOf = async (id: string) =>
  (await admin.api.recordRetention.ofPractice({})).closed.find(({ therapistId }) => therapistId === id)

test('admins are told how many records of a closed account end, without a name of a client @slow', async () => {
  const { therapist, record } = await openClosed()
  await settleOn(therapist, daysAfterEnd(record, -20))
  await settleOn(therapist, daysAfterEnd(record, -19))
  const sent = await notices(admin)
  expect(sent.map(({ kind }) => kind)).toEqual(['closed-records-ending'])
  expect(sent[0]?.message).toContain('2')
  const closed = await closedOf(therapist.accountId)
  expect(closed).toMatchObject({ records: 2, firstOn: record.keptUntil, lastOn: record.keptUntil })
  expect(JSON.stringify([sent, closed])).not.toContain('Quimby')
})

test('records of a closed account are erased at their end, a month after the admins were told at the earliest @slow', async () => {
  const { therapist, records, record } = await openClosed()
  const before = (await notices(admin)).length
  await settleOn(therapist, daysAfterEnd(record, 1))
  expect((await notices(admin)).length).toBe(before + 1)
  await listedBefore(therapist, 29)
  await settleOn(therapist, daysAfterEnd(record, 2))
  expect(await Promise.all(records.map(exists))).toEqual([true, true])
  await listedBefore(therapist, 31)
  await settleOn(therapist, daysAfterEnd(record, 3))
  expect(await Promise.all(records.map(exists))).toEqual([false, false])
  expect(await closedOf(therapist.accountId)).toBeUndefined()
})

test('an admin keeps the records of a closed account for another year, and is told again before its end @slow', async () => {
  const inTenDays = new Date(app.clock.now().getTime() + 10 * 86_400_000)
  const { therapist, record } = await openClosed(new Date(inTenDays.setUTCFullYear(inTenDays.getUTCFullYear() - 10)))
  await settleOn(therapist, daysAfterEnd(record, -5))
  await listedBefore(therapist, 31)
  const before = (await notices(admin)).length
  await admin.api.recordRetention.keepClosedRecords({ id: therapist.accountId })
  const later = yearsAfter(record.keptUntil, 1)
  expect(await closedOf(therapist.accountId)).toMatchObject({ records: 2, lastOn: later })
  await settleOn(therapist, daysAfterEnd(record, 1))
  expect([await exists(record), (await notices(admin)).length]).toEqual([true, before])
  await settleOn(therapist, daysAfterEnd({ ...record, keptUntil: later }, -20))
  expect((await notices(admin)).length).toBe(before + 1)
  await listedBefore(therapist, 31)
  await settleOn(therapist, daysAfterEnd({ ...record, keptUntil: later }, 1))
  expect(await exists(record)).toBe(false)
})

test('an admin cannot keep the records of an account that is open', async () => {
  const therapist = await app.person('therapist', ++people)
  const record = await addRecord(therapist)
  await settleOn(therapist, record.keptUntil)
  await expect(admin.api.recordRetention.keepClosedRecords({ id: therapist.accountId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await closedOf(therapist.accountId)).toBeUndefined()
})

test('the country for the proposed retention is that of most businesses, which an admin sees alone', async () => {
  const germans = [await app.person('therapist', ++people), await app.person('therapist', ++people)]
  for (const therapist of germans) await openPractice(app, therapist)
  const [austrian] = [await app.person('therapist', ++people)]
  await openPractice(app, austrian, { country: 'AT' })
  expect((await admin.api.recordRetention.ofPractice({})).country).toBe('DE')
  await expect(austrian.api.recordRetention.ofPractice({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
