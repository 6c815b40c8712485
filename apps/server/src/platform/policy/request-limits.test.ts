import { requestLimitRules } from '@attune/contract/features/practice/api-access/api-access.rules'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '../../testing/app.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import type { RateLimiter } from '../auth/limit/rate-limit.ts'
import type { Db } from '../database/actor.ts'
import { openLog } from '../log.ts'
import { deleteOldRequestCounts, openRequestLimits } from './request-limits.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase(inject('adminUrl'))
})
afterAll(() => database.close())

let now = Date.parse('2026-11-22T10:00:15.500Z')
const clock = { now: () => new Date(now) }
const rateLimit = {} as RateLimiter
const silent = openLog('silent', () => {})

function openLimits({ limit = 3, isEnforced = true, db = database.db as Db } = {}) {
  return openRequestLimits({ site: { requestLimit: () => limit }, rateLimit, db, clock, log: silent, isEnforced })
}
const saved = () =>
  database.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.kysely.selectFrom('request_count').selectAll().orderBy('minute').orderBy('request_group').execute(),
  )

test('each account has its own limit in each minute and waits until the next one', () => {
  const limits = openLimits()
  for (let n = 0; n < 3; n++) expect(limits.count('writes', 'ana', false)).toBeNull()
  expect(limits.count('writes', 'ana', false)).toBe(45)
  expect(limits.count('writes', 'ben', false)).toBeNull()
  expect(limits.count('reads', 'ana', false)).toBeNull()
  now += 45_000
  expect(limits.count('writes', 'ana', false)).toBeNull()
})

test('an admin always has the usual limit, and limits that are switched off refuse nothing', () => {
  const limits = openLimits()
  for (let n = 0; n < requestLimitRules.writes.usual; n++) expect(limits.count('writes', 'ada', true)).toBeNull()
  expect(limits.count('writes', 'ada', true)).not.toBeNull()
  const off = openLimits({ isEnforced: false })
  for (let n = 0; n < 10; n++) expect(off.count('writes', 'ana', false)).toBeNull()
})

test('the counts of two processes are added, even if a save fails meanwhile', async () => {
  let isDown = true
  const db: Db = {
    ...database.db,
    asActor: (actor, work) => (isDown ? Promise.reject(new Error('down')) : database.db.asActor(actor, work)),
  }
  const [one, two] = [openLimits({ db }), openLimits()]
  for (let n = 0; n < 4; n++) one.count('reads', 'ana', false)
  two.count('reads', 'ben', false)
  await one.flush()
  one.count('reads', 'ben', false)
  isDown = false
  await Promise.all([one.close(), two.close()])
  expect(await saved()).toMatchObject([{ request_group: 'reads', requests: 6, refused: 1, highest: 4 }])
  await one.flush()
  expect(await saved()).toMatchObject([{ requests: 6 }])
})

test('counts are deleted after 25 hours', async () => {
  now += 25 * 60 * 60_000 - 60_000
  await deleteOldRequestCounts({ db: database.db, clock })
  expect(await saved()).toHaveLength(1)
  now += 2 * 60_000
  await deleteOldRequestCounts({ db: database.db, clock })
  expect(await saved()).toEqual([])
})

test('two servers together count an account in the database, and then both refuse it @slow', async () => {
  const { close, auth, db, clock: moved } = await createTestApp({ worker: false })
  onTestFinished(close)
  const hit = vi.spyOn(auth.rateLimit, 'hit')
  const reported = async () => void (await Promise.all(hit.mock.results.map(({ value }) => value as Promise<unknown>)))
  const open = () =>
    openRequestLimits({
      site: { requestLimit: () => 20 },
      rateLimit: auth.rateLimit,
      db,
      clock: moved,
      log: silent,
      isEnforced: true,
    })
  const [one, two] = [open(), open()]
  for (let n = 0; n < 20; n++) {
    expect(one.count('reads', 'ana', false)).toBeNull()
    await reported()
  }
  for (let n = 0; n < 2; n++) {
    expect(two.count('reads', 'ana', false)).toBeNull()
    await reported()
  }
  expect(two.count('reads', 'ana', false)).toBeGreaterThan(0)
  expect(two.count('reads', 'ben', false)).toBeNull()
  await Promise.all([one.close(), two.close()])
})
