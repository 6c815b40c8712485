import { expect, test } from 'vitest'
import { runCleanups } from '../../../jobs.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { callPair } from './call.testing.ts'

const app = await startSharedApp({ worker: false })
const hour = 60 * 60_000

const whereaboutsIn = async (callId: string) =>
  (
    await queryAsRole<{ whereabouts: string | null; ended: boolean }>(
      'backup',
      app.databaseUrl,
      `select p.whereabouts, c.ended_at is not null as ended from app.video_call_person p join app.video_call c on c.id = p.call_id
       where c.id = '${callId}'`,
    )
  )[0]

test('the answer where a client is goes 24 hours after their last sign of life, and the call that nobody ended ends', async () => {
  const { client, sessionId } = await callPair(app)
  const { callId } = await client.api.call.join({ sessionId, whereabouts: '3 Elm Road' })
  await runCleanups(app)
  app.clock.advance(24 * hour - 60_000)
  await runCleanups(app)
  expect(await whereaboutsIn(callId)).toEqual({ whereabouts: '3 Elm Road', ended: false })
  app.clock.advance(2 * 60_000)
  await runCleanups(app)
  expect(await whereaboutsIn(callId)).toEqual({ whereabouts: null, ended: true })
})
