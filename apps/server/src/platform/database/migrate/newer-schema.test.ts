import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/database/database.ts'
import { watchForNewerSchema } from './newer-schema.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase(inject('adminUrl'))
})
afterAll(() => database.close())

test('a running server is told once that a newer version has upgraded its database', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const asActor = vi.spyOn(database.db, 'asActor')
  const onNewer = vi.fn<(sentence: string) => void>()
  watchForNewerSchema(database.db, onNewer)
  vi.advanceTimersToNextTimer()
  await asActor.mock.results[0]?.value
  expect(onNewer).not.toHaveBeenCalled()
  await database.installer.query(
    `begin; set local role attune_owner; insert into meta.migration (name, hash) values ('9999-newer.sql', 'x'); commit`,
  )
  vi.advanceTimersToNextTimer()
  await vi.waitFor(() => expect(onNewer).toHaveBeenCalledOnce(), 60_000)
  expect(onNewer.mock.calls[0]?.[0]).toContain('has upgraded the database to 9999, so this server ends')
  expect(vi.getTimerCount()).toBe(0)
})
