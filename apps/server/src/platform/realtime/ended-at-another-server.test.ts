import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/app.ts'
import { openTestSocket } from '../../testing/socket.ts'

/** Two servers with the same database. A page is connected to the second one. */
let app: TestApp
let second: TestApp
beforeAll(async () => {
  app = await createTestApp({ worker: false })
  second = await createTestApp({ databaseUrl: app.databaseUrl, worker: false })
})
afterAll(async () => {
  await second.close()
  await app.close()
})

test('a person who signs out at one server loses the socket at another before its next heartbeat', async () => {
  const client = await app.person('client')
  const [leaving, staying] = [await app.secondBrowser(client, 1), await app.secondBrowser(client, 1)]
  const [ended, other] = [openTestSocket(second.address, leaving), openTestSocket(second.address, staying)]
  await Promise.all([ended.frame('welcome'), other.frame('welcome')])
  await leaving.api.login.signOut({})
  expect(await ended.closed).toBe(4401)
  expect(ended.frames.map(({ type }) => type)).toEqual(['welcome', 'ended'])
  expect(other.frames.map(({ type }) => type)).toEqual(['welcome'])
  other.close()
})

test('a client whose account an admin disables at one server loses the socket at another', async () => {
  const [admin, client] = [await app.person('admin'), await app.person('client', 2)]
  const socket = openTestSocket(second.address, client)
  await socket.frame('welcome')
  await admin.api.administration.setAccountDisabled({ accountId: client.accountId, disabled: true })
  expect(await socket.closed).toBe(4401)
  expect(socket.frames.map(({ type }) => type)).toEqual(['welcome', 'ended'])
})
