import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { waitingLocks } from '../../../../testing/database/locks.ts'
import { insertCompletedSession } from '../../../../testing/records/sessions.ts'
import { daysAfterEnd, endingTools } from './record-endings.testing.ts'

const app = await startSharedApp({ worker: false })
const { addRecord, settleOn, listedBefore, exists, keptUntil } = endingTools(app)

test('the check of a record waits for a session that is being moved, and keeps the record because of its new time', async () => {
  const therapist = await app.person('therapist')
  const { clientId } = await addRecord(therapist)
  const sessionId = await insertCompletedSession(app, therapist, clientId, app.clock.now())
  const record = { clientId, keptUntil: await keptUntil(therapist, clientId) }
  await settleOn(therapist, daysAfterEnd(record, -20))
  await therapist.api.recordRetention.confirmEndings({ records: [record] })
  await listedBefore(therapist, 31)

  const [moved, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const moving = app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ run }) => {
    await run('select def.lock_calendar($1)', [therapist.accountId])
    await run(
      `update app.session set starts_at = starts_at + interval '2 years', ends_at = ends_at + interval '2 years' where id = $1`,
      [sessionId],
    )
    await run(`update app.session_client set starts_at = starts_at + interval '2 years' where session_id = $1`, [
      sessionId,
    ])
    moved.resolve()
    await goOn.promise
  })
  await moved.promise
  const settling = settleOn(therapist, daysAfterEnd(record, 1))
  await expect.poll(() => waitingLocks(app)).toBeGreaterThan(0)
  expect(await exists(record)).toBe(true)
  goOn.resolve()
  await Promise.all([moving, settling])
  expect(await exists(record)).toBe(true)
  expect(await keptUntil(therapist, clientId)).not.toBe(record.keptUntil)
})
