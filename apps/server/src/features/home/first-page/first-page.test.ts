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

const noParts = { frame: null, clientHome: null, overview: null, sessions: null, calendar: null }
const day = () => {
  const from = app.clock.now().getTime()
  return { from: new Date(from).toISOString(), to: new Date(from + 86_400_000).toISOString() }
}

describe('the first page has each part as the call that the app would send', () => {
  test('on the home of a therapist', async () => {
    const home = day()
    expect(await therapist.api.firstPage.get({ role: 'therapist', home })).toEqual({
      ...(await therapist.api.login.session({})),
      ...noParts,
      frame: await therapist.api.dashboard.frame({}),
      overview: await therapist.api.dashboard.get(home),
    })
  })

  test('on the home of a client', async () => {
    expect(await client.api.firstPage.get({ role: 'client', home: day() })).toEqual({
      ...(await client.api.login.session({})),
      ...noParts,
      frame: await client.api.dashboard.frame({}),
      clientHome: await client.api.clientHome.get({}),
    })
  })

  test('on the calendar of a therapist', async () => {
    const { from, to } = day()
    expect(await therapist.api.firstPage.get({ role: 'therapist', home: null, calendar: { from, to } })).toEqual({
      ...(await therapist.api.login.session({})),
      ...noParts,
      frame: await therapist.api.dashboard.frame({}),
      sessions: await therapist.api.session.between({ from, to }),
      calendar: await therapist.api.calendar.between({ startsAt: from, endsAt: to }),
    })
  })

  test('on the calendar of a client', async () => {
    const calendar = day()
    expect(await client.api.firstPage.get({ role: 'client', home: null, calendar })).toEqual({
      ...(await client.api.login.session({})),
      ...noParts,
      frame: await client.api.dashboard.frame({}),
      sessions: await client.api.session.between(calendar),
    })
  })

  test.each([
    ['an admin', admin, 'admin', true],
    ['a therapist on another page than the home and the calendar', therapist, 'therapist', false],
  ] as const)('and only the login and the frame for %s', async (_, person, role, asks) => {
    expect(
      await person.api.firstPage.get({ role, home: asks ? day() : null, ...(asks && { calendar: day() }) }),
    ).toEqual({
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
    const answer = await client.api.firstPage.get({ role: 'therapist', home: day(), calendar: day() })
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
    const answer = await browser.api.firstPage.get({ role: 'client', home: day(), calendar: day() })
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

test('the calendar of a period that is too long is null, and the frame is answered', async () => {
  const { from } = day()
  const calendar = { from, to: new Date(Date.parse(from) + 63 * 86_400_000).toISOString() }
  const answer = await therapist.api.firstPage.get({ role: 'therapist', home: null, calendar })
  expect(answer).toMatchObject({ sessions: null, calendar: null })
  expect(answer.frame).toEqual(await therapist.api.dashboard.frame({}))
})

test('the answer is not stored by a browser', async () => {
  const answer = await client.send('firstPage/get', { role: 'client', home: null })
  expect(answer.headers.get('cache-control')).toContain('no-store')
})
