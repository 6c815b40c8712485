import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSocket } from '../../../../testing/socket.ts'
import { enrolAppOn, openLoginTest, testPassword, type LoginTest, type LoginTestBrowser } from '../login.testing.ts'

let t: LoginTest
beforeAll(async () => {
  t = await openLoginTest()
})
afterAll(() => t.close())

/** Opens the socket of a browser and subscribes to changes of its account. */
async function socketOf({ cookies }: LoginTestBrowser) {
  const socket = openTestSocket(t.server.address, {
    cookies: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  await socket.frame('welcome')
  socket.send({ type: 'subscribe', ref: 'account', table: 'profiles' })
  await socket.frame('subscribed')
  return socket
}

/** Returns an account that is signed in on two browsers, each with its socket. */
async function twoBrowsers() {
  const { email, mine } = await t.client()
  const other = t.browser()
  await other.call('signIn', { email, password: testPassword })
  return { email, mine, other, socket: await socketOf(mine), otherSocket: await socketOf(other) }
}

/** Fails if the work takes longer than two seconds, which is less than the interval at which sockets are checked. */
async function withinTwoSeconds<Value>(work: Promise<Value>): Promise<Value> {
  const startedAt = performance.now()
  const value = await work
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  return value
}

test('the socket of a login that ended elsewhere is closed within two seconds @slow', async () => {
  const ways: [string, (browser: LoginTestBrowser, other: string) => Promise<unknown>][] = [
    ['the other logins', (browser) => browser.call('endOtherLogins')],
    ['this login', (browser, other) => browser.call('endLogin', { id: other })],
  ]
  for (const [name, end] of ways) {
    const { mine, other, socket, otherSocket } = await twoBrowsers()
    const { login } = (await other.call('session')).body as { login: { loginId: string } }
    await end(mine, login.loginId)
    await withinTwoSeconds(otherSocket.frame('ended'))
    expect(await otherSocket.closed, name).toBe(4401)
    socket.send({ type: 'heartbeat' })
    await socket.frame('heartbeat')
    expect(socket.frames.map((frame) => frame.type)).not.toContain('ended')
    socket.close()
  }
})

test('a page whose login is replaced gets a message about it, and connects again with its new cookie', async () => {
  const { mine, socket, otherSocket } = await twoBrowsers()
  await enrolAppOn(mine)
  await withinTwoSeconds(socket.frame('replaced'))
  expect(await socket.closed).toBe(4402)
  expect(socket.frames.map((frame) => frame.type)).not.toContain('ended')
  const next = await socketOf(mine)

  // The other browser stays signed in, and its login shows that the account has an authenticator app.
  const { login } = (await mine.call('session')).body as { login: { userId: string } }
  await otherSocket.frame('change', (frame) => frame.table === 'profiles' && frame.id === login.userId)
  expect(otherSocket.frames.filter((frame) => frame.type === 'ended' || frame.type === 'replaced')).toEqual([])
  for (const open of [next, otherSocket]) open.close()
})

test('a changed password replaces the login of the browser and ends those of the others', async () => {
  const { mine, socket, otherSocket } = await twoBrowsers()
  const changed = await mine.call('changePassword', { current: testPassword, password: 'Summer-2027' })
  expect(changed.status).toBe(200)
  await withinTwoSeconds(Promise.all([socket.frame('replaced'), otherSocket.frame('ended')]))
  const next = await socketOf(mine)
  next.close()
})

test('signing in again in the same browser replaces its login', async () => {
  const { email, mine } = await t.client()
  const socket = await socketOf(mine)
  await mine.call('signIn', { email, password: testPassword })
  await withinTwoSeconds(socket.frame('replaced'))
  expect(await socket.closed).toBe(4402)
})
