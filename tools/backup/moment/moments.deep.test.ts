// Restores a practice to 20 moments, after the process that archives its log and its Postgres were killed while four writers wrote.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogPractice, type LogPractice } from '../../../apps/server/src/platform/backup/log/log.testing.ts'
import { chooseMoments, restoreLetters, restoreMoments } from './restored.testing.ts'
import { killWhileWriting } from './kills.testing.ts'

let practice: LogPractice
let afterBase = ''
beforeAll(async () => {
  practice = await createLogPractice()
  afterBase = (await killWhileWriting(practice, 6)).from
})
afterAll(() => practice.close())

test('after kills of the archive and of Postgres, 20 of 20 moments are exact', async () => {
  const results = await restoreMoments(practice, afterBase, 20)
  expect(results).toHaveLength(20)
  expect(results.filter(({ isExact }) => !isExact)).toEqual([])
})

test('after these kills, the newest state has every commit that Postgres has', async () => {
  const [last] = (await chooseMoments(practice, afterBase, 1_000_000)).slice(-1)
  expect(await restoreLetters(practice, null)).toMatchObject({ count: last?.count, newest: last?.at })
})
