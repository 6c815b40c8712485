import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'

const apps: TestApp[] = []
let app: TestApp
let admin: Person
beforeEach(async () => {
  app = await createTestApp({ worker: false })
  apps.push(app)
  admin = await app.person('admin')
})
afterAll(async () => {
  for (const one of apps.toReversed()) await one.close()
})

const hour = 60 * 60 * 1000
const rotate = () => admin.api.administration.rotatePublicKey({ command: randomUUID() })
const answerTo = async (key: string, by = app) => {
  const answer = await by.anonymous().send('product/info', {}, { 'x-attune-key': key })
  return { status: answer.status, newKey: answer.headers.get('x-attune-key') }
}

test('a replaced key stays valid for 24 hours, and its page learns the new key [2.07] [6.10] @slow', async () => {
  const before = await admin.api.administration.publicKey({})
  expect(before).toMatchObject({ previousUntil: null, oldestEndedAt: null })
  const command = randomUUID()
  const after = await admin.api.administration.rotatePublicKey({ command })
  expect(after.key).not.toBe(before.key)
  expect(after.oldestEndedAt).toBeNull()
  expect(Math.abs(Date.parse(after.previousUntil ?? '') - app.clock.now().getTime() - 24 * hour)).toBeLessThan(60_000)
  expect(await admin.api.administration.rotatePublicKey({ command })).toEqual(after)
  expect(await answerTo(before.key)).toEqual({ status: 200, newKey: after.key })
  expect(await answerTo(after.key)).toEqual({ status: 200, newKey: null })
  app.clock.advance(24 * hour - 60_000)
  expect((await answerTo(before.key)).status).toBe(200)
  app.clock.advance(120_000)
  expect((await answerTo(before.key)).status).toBe(401)
  const later = await app.secondBrowser(admin, 2)
  expect(await later.api.administration.publicKey({})).toMatchObject({ key: after.key, previousUntil: null })
})

test('a second rotation within 24 hours ends the oldest key at once and says so [2.07] [6.10] @slow', async () => {
  const first = app.site.key()
  const second = await rotate()
  const third = await rotate()
  expect(third.oldestEndedAt).not.toBeNull()
  expect((await answerTo(first)).status).toBe(401)
  expect((await answerTo(second.key)).status).toBe(200)
  expect((await answerTo(third.key)).status).toBe(200)
  app.clock.advance(25 * hour)
  admin = { ...admin, ...(await app.secondBrowser(admin, 2)) }
  expect((await rotate()).oldestEndedAt).toBeNull()
})

test('a node knows a key that another node has just made, without a refusal [6.10] @slow', async () => {
  const node = await createTestApp({ worker: false, databaseUrl: app.databaseUrl, migrated: true })
  apps.push(node)
  for (let n = 0; n < 3; n++) {
    const { key } = await rotate()
    expect(await answerTo(key, node)).toMatchObject({ status: 200 })
  }
})

test('the audit log shows a rotation and until when the old key is valid, and no key [2.07]', async () => {
  const keys = [app.site.key(), (await rotate()).key, (await rotate()).key]
  const { items } = await admin.api.administration.auditLog({ action: 'rotate', limit: 10 })
  expect(items).toHaveLength(2)
  expect(items[0]).toMatchObject({ thing: 'public-key' })
  const text = JSON.stringify(items)
  expect(text).toContain('previousUntil')
  for (const key of keys) expect(text).not.toContain(key.slice(3, 11))
})
