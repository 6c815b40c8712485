import { expect, test } from 'vitest'
import { jobHandlers } from '../../jobs.ts'
import { multiplyingKinds, withinBounds, assertWithinBounds, type AddedJobs } from './added-jobs.ts'
import type { Job, JobName } from './enqueue.ts'
import { mostWorkers } from './job-worker.ts'

const definitions = (all: Partial<Record<JobName, AddedJobs>>) =>
  Object.fromEntries(Object.entries(all).map(([kind, adds]) => [kind, { adds }]))

test('no kind of job can multiply', () => {
  expect(multiplyingKinds(jobHandlers)).toEqual([])
})

test('a kind that adds one of itself for each row that it finds can multiply', () => {
  expect(multiplyingKinds(definitions({ 'waiting-list': { 'waiting-list': 'each', mail: 'each' }, mail: {} }))).toEqual(
    ['waiting-list'],
  )
})

test('kinds that add each other can multiply if one of them adds several', () => {
  expect(multiplyingKinds(definitions({ push: { 'push-send': 'each' }, 'push-send': { push: 'once' } }))).toEqual([
    'push',
  ])
})

test('a kind that adds itself again and another that leads back to it can multiply', () => {
  expect(multiplyingKinds(definitions({ push: { push: 'once', text: 'once' }, text: { push: 'once' } }))).toEqual([
    'push',
  ])
})

test('a kind that adds itself once, or with keys, cannot multiply', () => {
  expect(
    multiplyingKinds(definitions({ mail: { mail: 'once' }, 'waiting-list': { 'waiting-list': 'keyed' } })),
  ).toEqual([])
})

test('every kind has workers of its own, at most half of the connections', () => {
  for (const [kind, { workers }] of Object.entries(jobHandlers)) {
    expect(workers, kind).toBeGreaterThanOrEqual(1)
    expect(workers, kind).toBeLessThanOrEqual(mostWorkers)
  }
})

const email: Job = { name: 'mail', data: { mailId: 'one' } }
const unnamed: string[] = []
const run = (adds: AddedJobs, ...added: Job[][]) =>
  withinBounds({ name: 'prune', adds, onUnnamed: (kind) => unnamed.push(kind) }, async () => {
    for (const jobs of added) assertWithinBounds(jobs)
  })

test('a job that may add one other is refused the second', async () => {
  await run({ mail: 'once' }, [email])
  await expect(run({ mail: 'once' }, [email], [email])).rejects.toThrow('adds two jobs ‘mail’')
})

test('a job that must name keys is refused one without', async () => {
  await run({ mail: 'keyed' }, [
    { ...email, key: 'a' },
    { ...email, key: 'b' },
  ])
  await expect(run({ mail: 'keyed' }, [email])).rejects.toThrow('without a key')
})

test('a kind that the definition does not name is reported', async () => {
  await run({ push: 'each' }, [email])
  expect(unnamed).toEqual(['mail'])
})
