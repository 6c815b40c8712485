import { describe, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const [therapist, client, admin] = [
  await app.person('therapist'),
  await app.person('client'),
  await app.person('admin'),
]
await connectClient(app, therapist, client)

const noParts = { frame: null, clientHome: null, overview: null }
const day = () => {
  const from = app.clock.now().getTime()
  return { from: new Date(from).toISOString(), to: new Date(from + 86_400_000).toISOString() }
}

describe('the first page has each part as the call that the app would send', () => {
  test('on the home of a therapist', async () => {
    const home = day()
    expect(await therapist.api.firstPage.get({ role: 'therapist', home })).toEqual({
      ...(await therapist.api.login.session({})),
      frame: await therapist.api.dashboard.frame({}),
      clientHome: null,
      overview: await therapist.api.dashboard.get(home),
    })
  })

  test('on the home of a client', async () => {
    expect(await client.api.firstPage.get({ role: 'client', home: day() })).toEqual({
      ...(await client.api.login.session({})),
      frame: await client.api.dashboard.frame({}),
      clientHome: await client.api.clientHome.get({}),
      overview: null,
    })
  })

  test.each([
    ['an admin', admin, 'admin', true],
    ['a therapist on another page than the home', therapist, 'therapist', false],
  ] as const)('and only the login and the frame for %s', async (_, person, role, home) => {
    expect(await person.api.firstPage.get({ role, home: home ? day() : null })).toEqual({
      ...(await person.api.login.session({})),
      ...noParts,
      frame: await person.api.dashboard.frame({}),
    })
  })
})

describe('only the login is answered', () => {
  test('null to a visitor', async () => {
    expect(await app.anonymous().api.firstPage.get({ role: 'client', home: day() })).toEqual({
      login: null,
      ...noParts,
    })
  })

  test('to a page at the address of another role', async () => {
    const answer = await client.api.firstPage.get({ role: 'therapist', home: day() })
    expect(answer).toEqual({ ...(await client.api.login.session({})), ...noParts })
  })

  test('to a therapist who has not proved the second factor', async () => {
    const halfway = await app.secondBrowser(therapist, 1)
    const answer = await halfway.api.firstPage.get({ role: 'therapist', home: day() })
    expect(answer.login?.need).not.toBeNull()
    expect(answer).toMatchObject(noParts)
  })

  test('while the screen is locked', async () => {
    const browser = await app.secondBrowser(client, 1)
    await browser.api.login.lock({})
    const answer = await browser.api.firstPage.get({ role: 'client', home: day() })
    expect(answer.login?.userId).toBe(client.accountId)
    expect(answer).toMatchObject(noParts)
  })
})

test('a part that cannot be read is null, and the others are answered', async () => {
  const span = day()
  const answer = await therapist.api.firstPage.get({ role: 'therapist', home: { from: span.to, to: span.from } })
  expect(answer.overview).toBeNull()
  expect(answer.frame).toEqual(await therapist.api.dashboard.frame({}))
})

test('the answer is not stored by a browser', async () => {
  const answer = await client.send('firstPage/get', { role: 'client', home: null })
  expect(answer.headers.get('cache-control')).toContain('no-store')
})
