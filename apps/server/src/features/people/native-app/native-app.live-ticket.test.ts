import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../../app.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { openTestNativeApp, type TestNativeApp } from '../../../testing/native-app.ts'
import { openTestSocket } from '../../../testing/socket.ts'

const app = await startSharedApp({ worker: false })
const otherNode = await createApp(app.config, app.secrets, app.databaseUrl, {
  clock: app.clock,
  log: app.log,
  worker: false,
  migrated: true,
  poolSize: 2,
  paymentApiOrigin: 'http://127.0.0.1:1',
})
afterAll(() => otherNode.close())

let clients = 0
async function signedInApp() {
  const client = await app.person('client', ++clients)
  const native = openTestNativeApp(app)
  await native.signIn(client)
  return { client, native }
}
const ticketOf = async (native: TestNativeApp) => (await native.call('nativeApp/liveTicket')).json().ticket as string

test('a ticket opens one live connection, which gets the changes of its account and ends with its login', async () => {
  const { client, native } = await signedInApp()
  const socket = native.openSocket(await ticketOf(native))
  await socket.frame('welcome')
  socket.send({ type: 'subscribe', ref: 'mine', table: 'notifications' })
  await socket.frame('subscribed')
  await client.api.login.endOtherLogins({})
  await socket.frame('ended')
  expect(await socket.closed).toBe(4401)
})

test('a ticket used twice, after 30 seconds, by another sign-in or after the end of its login is refused', async () => {
  const { client, native } = await signedInApp()
  const used = await ticketOf(native)
  const [one, two, three] = [native.openSocket(used), native.openSocket(used), native.openSocket(used)]
  const welcomes = [one, two, three].map((socket) => Promise.race([socket.frame('welcome'), socket.closed]))
  expect((await Promise.all(welcomes)).filter((answer) => answer !== 401)).toHaveLength(1)
  for (const socket of [one, two, three]) socket.close()

  const inTime = await ticketOf(native)
  app.clock.advance(29_000)
  const last = native.openSocket(inTime)
  await last.frame('welcome')
  last.close()
  const late = await ticketOf(native)
  app.clock.advance(30_000)
  expect(await native.openSocket(late).closed).toBe(401)

  const { native: stranger } = await signedInApp()
  const foreign = await ticketOf(native)
  expect(await native.openSocket(foreign, { authorization: `Bearer ${stranger.token()}` }).closed).toBe(401)
  expect(await native.openSocket(foreign).closed).toBe(401)
  const own = native.openSocket(await ticketOf(native), { authorization: `Bearer ${native.token()}` })
  await own.frame('welcome')
  own.close()

  const ended = await ticketOf(native)
  await client.api.login.endOtherLogins({})
  expect(await native.openSocket(ended).closed).toBe(401)
  for (const wrong of ['', 'A'.repeat(43), '%00']) expect(await native.openSocket(wrong).closed).toBe(401)
})

test('only the two origins of the app open a connection with a ticket', async () => {
  const { client, native } = await signedInApp()
  const ticket = await ticketOf(native)
  const cookie = client.cookies()
  for (const origin of [null, app.address, 'https://evil.example', 'http://localhost', 'CAPACITOR://localhost', 'null'])
    for (const sent of [null, cookie])
      expect(await native.openSocket(ticket, { origin, cookie: sent }).closed, `${origin}`).toBe(403)
  // Without a ticket, an app origin cannot connect, even with a cookie.
  const withCookie = openTestSocket(app.address, client, { origin: 'https://localhost' })
  expect(await withCookie.closed).toBe(403)
  const socket = native.openSocket(ticket, { origin: 'https://localhost' })
  await socket.frame('welcome')
  socket.close()
})

test('another node accepts a ticket, once', async () => {
  const { native } = await signedInApp()
  const ticket = await ticketOf(native)
  const there = openTestNativeApp({ ...app, address: otherNode.address })
  const socket = there.openSocket(ticket)
  await socket.frame('welcome')
  socket.close()
  expect(await native.openSocket(ticket).closed).toBe(401)
})
