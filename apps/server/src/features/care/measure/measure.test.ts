import { measureLimits } from '@attune/contract/features/care/measure/measure.limits'
import { sampleMeasure } from '@attune/contract/features/care/measure/measure.testing'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { releasedMeasure } from './measure.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, stranger, client] = await Promise.all([
  app.person('therapist'),
  app.person('therapist', 2),
  app.person('client'),
])
const { measure } = therapist.api

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { code: string; data?: unknown }) => error,
  )
const codeOf = async (call: Promise<unknown>) => (await refusal(call))?.code ?? null

test('a draft is saved on its revision, and a save over a newer one is refused with it', async () => {
  const id = randomUUID()
  const created = await measure.create({ id, content: sampleMeasure() })
  expect(created).toMatchObject({ id, revision: 1, version: null, isChanged: true, isAnswered: false, problems: [] })
  expect(await measure.create({ id, content: sampleMeasure({ title: 'Again' }) })).toEqual(created)
  const save = (title: string) => measure.save({ id, revision: 1, content: sampleMeasure({ title }) })
  const saved = await save('First')
  expect(saved).toMatchObject({ revision: 2, title: 'First' })
  expect(await save('First')).toEqual(saved)
  expect(await refusal(save('Second'))).toMatchObject({ code: 'CHANGED', data: { revision: 2, title: 'First' } })
  expect(await codeOf(measure.release({ id, revision: 1, isComparable: false }))).toBe('CHANGED')
})

test('a measure with problems is not released, and says which', async () => {
  const id = randomUUID()
  const created = await measure.create({ id, content: sampleMeasure({ title: '', items: [] }) })
  expect(created.problems).toContainEqual({ problem: 'title', part: null })
  expect(await codeOf(measure.release({ id, revision: 1, isComparable: false }))).toBe('INCOMPLETE')
})

test('a release replaces a version that nobody got', async () => {
  const first = await releasedMeasure(therapist)
  expect(first).toMatchObject({ version: 1, isChanged: false })
  const { id } = first
  expect(await measure.release({ id, revision: 1, isComparable: false })).toEqual(first)
  const changed = await measure.save({ id, revision: 1, content: sampleMeasure({ title: 'Changed' }) })
  expect(changed).toMatchObject({ version: 1, isChanged: true })
  const again = await measure.release({ id, revision: 2, isComparable: true })
  expect(again).toMatchObject({ version: 1, isChanged: false, title: 'Changed' })
})

test('a measure is of its therapist alone', async () => {
  const { id } = await releasedMeasure(therapist)
  const attempts = [
    stranger.api.measure.get({ id }),
    stranger.api.measure.save({ id, revision: 1, content: sampleMeasure({ title: 'Mine' }) }),
    stranger.api.measure.release({ id, revision: 1, isComparable: false }),
    stranger.api.measure.remove({ id }),
    stranger.api.measure.restore({ id }),
  ]
  expect(await Promise.all(attempts.map(codeOf))).toEqual(attempts.map(() => 'NOT_FOUND'))
  expect(await codeOf(stranger.api.measure.create({ id, content: sampleMeasure() }))).toBe('CONFLICT')
  expect(await codeOf(client.api.measure.get({ id }))).not.toBeNull()
  expect((await stranger.api.measure.list({})).items).toEqual([])
})

test('a deleted measure leaves the list until it is restored', async () => {
  const { id } = await releasedMeasure(therapist)
  const isListed = async () => (await measure.list({})).items.some((item) => item.id === id)
  expect((await measure.list({})).items.find((item) => item.id === id)).toMatchObject({ items: 2, version: 1 })
  await measure.remove({ id })
  expect([await isListed(), await codeOf(measure.get({ id }))]).toEqual([false, 'NOT_FOUND'])
  await measure.restore({ id })
  expect(await isListed()).toBe(true)
})

test('the number of measures has a limit, also for restored ones', async () => {
  const deleted = await stranger.api.measure.create({ id: randomUUID(), content: sampleMeasure() })
  await stranger.api.measure.remove({ id: deleted.id })
  await app.db.asActor({ role: 'therapist', id: stranger.accountId }, (tx) =>
    tx.run(
      `insert into app.measure (id, therapist_id, content) select gen_random_uuid(), $1, $2::jsonb from generate_series(1, $3::int)`,
      [stranger.accountId, JSON.stringify(sampleMeasure()), measureLimits.measures],
    ),
  )
  const more = stranger.api.measure.create({ id: randomUUID(), content: sampleMeasure() })
  expect(await codeOf(more)).toBe('LIMIT_REACHED')
  expect(await codeOf(stranger.api.measure.restore({ id: deleted.id }))).toBe('LIMIT_REACHED')
  const [other] = (await stranger.api.measure.list({})).items
  await stranger.api.measure.remove({ id: other?.id ?? '' })
  expect(await codeOf(stranger.api.measure.restore({ id: deleted.id }))).toBeNull()
  expect(await codeOf(stranger.api.measure.restore({ id: deleted.id }))).toBeNull()
})
