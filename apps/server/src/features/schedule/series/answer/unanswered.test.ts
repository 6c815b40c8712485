import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { connectClient, insertSession } from '../../../../testing/records/sessions.ts'
import { berlinInstant, dayFromNow, newSeriesInput } from '../series.testing.ts'

const app = await startSharedApp({ worker: false })

test('unanswered sessions beyond the first 50 upcoming ones are counted, and the sessions of a series form one group', async () => {
  const therapist = await app.person('therapist')
  const record = await connectClient(app, therapist, await app.person('client'))
  const at = (day: number) => berlinInstant(dayFromNow(app.clock.now(), day), '09:00', 'Europe/Berlin')
  for (let day = 2; day < 53; day++)
    await insertSession(app, therapist, record, { status: 'confirmed', startsAt: at(day) })
  const single = await insertSession(app, therapist, record, { status: 'rescheduled', startsAt: at(60) })
  await therapist.api.series.create(newSeriesInput({ clientIds: [record], startsAt: at(61) }))

  const { items, total } = await therapist.api.session.unanswered({ limit: 6 })
  expect(items.map(({ session, dates }) => [session.startsAt, dates])).toEqual([
    [at(60), 1],
    [at(61), 4],
  ])
  expect(items[0]?.session.id).toBe(single)
  expect(total).toBe(2)
  expect(await therapist.api.session.unanswered({ limit: 1 })).toMatchObject({ items: [{ dates: 1 }], total: 2 })
})
