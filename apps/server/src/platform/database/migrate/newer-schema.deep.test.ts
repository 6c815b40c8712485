import { once } from 'node:events'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database/database.ts'
import { createTestServerFolder } from '../../../testing/server.ts'

test('a server whose database a newer version upgrades while it runs ends with exit code 1', async () => {
  const database = await openTestDatabase(inject('adminUrl'))
  const folder = createTestServerFolder()
  const { child, address } = await folder.start(database.url)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    folder.remove()
    await database.close()
  })
  expect((await fetch(`${address}/ready`)).status).toBe(200)
  await database.installer.query(
    `begin; set local role attune_owner; insert into meta.migration (name, hash) values ('9999-newer.sql', 'x'); commit`,
  )
  expect(await once(child, 'exit')).toEqual([1, null])
})
