import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { openLog } from '../../../platform/log.ts'
import type { AssistantPause } from '../../../platform/assistant/endpoint.ts'
import { openAssistantPause } from './assistant-setup.pause.ts'

let database: TestDatabase
let now = Date.now()
const clock = { now: () => new Date(now) }
/** The pauses of two servers of one practice. */
let one: AssistantPause
let two: AssistantPause
beforeAll(async () => {
  database = await openTestDatabase(inject('adminUrl'))
  const open = () => openAssistantPause({ db: database.db, clock, log: openLog('silent', () => {}) })
  ;[one, two] = [open(), open()]
})
afterAll(() => database.close())

const fail = async (times: number, pause = one) => {
  for (let n = 0; n < times; n++) await pause.failed()
}

test('after 5 failures in 10 s of two servers together, both pause for 60 s [9.10]', async () => {
  await fail(4)
  now += 10_000
  await fail(2)
  await fail(2, two)
  expect(await one.until()).toBeNull()
  await two.failed()
  const until = await one.until()
  expect(until).toEqual(new Date(now + 60_000))
  expect(await two.until()).toEqual(until)
  now += 60_000
  expect([await one.until(), await two.until()]).toEqual([null, null])
})

test('an answer at one server forgets the failures of both', async () => {
  await fail(4)
  await two.succeeded()
  await one.failed()
  expect(await one.until()).toBeNull()
})

test('five failures at the same moment begin one pause', async () => {
  await one.succeeded()
  await Promise.all([one, two, one, two, one].map((pause) => pause.failed()))
  expect(await two.until()).not.toBeNull()
})
