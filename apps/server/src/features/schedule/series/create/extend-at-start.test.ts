import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../testing/app.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { berlinInstant, dayFromNow, newSeriesInput, scheduledSessionsOf, weekly } from '../series.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ worker: false })
})
afterAll(() => app.close())

test('a series that became due while no server ran is extended before the first request', async () => {
  const [therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
  const clientId = await connectClient(app, therapist, client)
  const forty = 40 * 24 * 60 * 60_000
  app.clock.advance(-forty)
  const { series, made } = await therapist.api.series.create(
    newSeriesInput({
      clientIds: [clientId],
      startsAt: berlinInstant(dayFromNow(app.clock.now(), 2), '08:00', 'Europe/Berlin'),
      repeat: weekly(),
    }),
  )
  app.clock.advance(forty)
  expect(await scheduledSessionsOf(app, therapist, series.id)).toHaveLength(made)
  // The second server opens the same database, as after a restart.
  const next = await createTestApp({ worker: false, databaseUrl: app.databaseUrl })
  try {
    expect((await scheduledSessionsOf(app, therapist, series.id)).length).toBeGreaterThan(made + 3)
  } finally {
    await next.close()
  }
})
