import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { calendarWords } from '../../../../document/calendar-words.ts'
import { momentText } from '../../../ui/page/date-text.ts'
import { dateWords } from '../../../ui/page/date-words.ts'
import { settleNextSession } from '../../document-frame.ts'
import { setPageAccount } from '../../login/page-account.ts'
import { takeEarlyAnswer } from './early-answers.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../../../document', file), 'utf8')
const greetings = Array(3).fill('Hello, {{name}}')
const languages = Object.keys(dateWords) as (keyof typeof dateWords)[]
const byLanguage = <T>(of: (language: (typeof languages)[number]) => T) =>
  Object.fromEntries(languages.map((language) => [language, of(language)]))
const filled = Object.entries({
  __FRAMES__: {
    client: '<b class="g-title"></b><i class="g-facts"></i><div class="f-next"><p class="x-time"></p></div>',
    therapist: '<b class="c-title"></b><div class="c-place"></div>',
  },
  __TEXTS__: byLanguage(() => []),
  __WORDS__: byLanguage((language) => ({ ...dateWords[language], greetings })),
  __FIRST_FILES__: { '/dashboard': { files: [], namespaces: [] } },
  __STYLES__: [],
  __SCRIPTS__: ['/assets/start.js'],
  __CALENDAR_WORDS__: calendarWords(),
}).reduce(
  (text, [name, value]) => text.replace(name, () => JSON.stringify(value)),
  read('start.js').replace('__CALENDAR__', () => read('calendar.js').replaceAll(/^(\/\/.*|export )/gm, '')),
)

const { signal } = new AbortController()
const take = (procedure: string) => takeEarlyAnswer(procedure, '{}', signal)
const textOf = (name: string) => document.querySelector(`.${name}`)?.textContent
const title = () => textOf('g-title')?.trim()
const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions()
const page = {
  login: { userId: 'ana' },
  frame: { me: { firstName: 'Ana', zone } },
  clientHome: { upcoming: { items: [] }, offers: [] },
  overview: null,
}
const pageWith = (session: object, offerZone = zone) => ({
  ...page,
  clientHome: {
    upcoming: { items: [{ startsAt: new Date().toISOString(), status: 'confirmed', therapist: { zone }, ...session }] },
    offers: [{ zone: offerZone }],
  },
})

/** Runs the script of the document on a page, by default the home of a client. Its early call is answered with `answer`. */
function open(answer: Promise<Response>, address = '/dashboard/client') {
  history.replaceState(null, '', address)
  document.head.innerHTML = '<meta name="attune-key" content="pk"><meta name="attune-settings" content="{}">'
  document.body.innerHTML = '<div id="root"></div><div id="frame"></div>'
  vi.stubGlobal('fetch', () => answer)
  runInThisContext(filled)
}

afterEach(() => {
  setPageAccount(null)
  globalThis.attuneEarly = undefined
  sessionStorage.clear()
  localStorage.clear()
  document.head.innerHTML = ''
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the parts of the early call answer the calls of the app, and the greeting is in the frame', async () => {
  open(Promise.resolve(Response.json(page)))
  expect(await (await take('login/session'))?.json()).toEqual({ login: page.login })
  expect(await (await take('dashboard/frame'))?.json()).toEqual(page.frame)
  expect(await (await take('clientHome/get'))?.json()).toEqual(page.clientHome)
  expect(title()).toBe('Hello, Ana')
})

test.each([
  ['is answered 503', () => Promise.resolve(Response.json({ code: 'UNAVAILABLE' }, { status: 503 }))],
  ['fails', () => Promise.reject(new TypeError('no network'))],
  ['is answered with something else than JSON', () => Promise.resolve(new Response('<html>'))],
])('an early call that %s leaves every call to the app and greets nobody', async (_, answer) => {
  open(answer())
  for (const procedure of ['login/session', 'dashboard/frame', 'clientHome/get'])
    expect(await take(procedure)).toBeNull()
  expect(title()).toBe('')
})

test('of a login that ended, is locked or has another role, only the login is used, and nobody is greeted', async () => {
  for (const login of [null, { userId: 'ana', locked: true }]) {
    open(Promise.resolve(Response.json({ login, frame: null, clientHome: null, overview: null })))
    expect(await (await take('login/session'))?.json()).toEqual({ login })
    expect(await take('dashboard/frame')).toBeNull()
    expect(await take('clientHome/get')).toBeNull()
    expect(title()).toBe('')
  }
})

for (const language of languages)
  test(`the next session is in the frame in the words of the page in ${language} @slow`, async () => {
    localStorage.setItem('attune-language', language)
    for (const days of [-1, 0, 1, 2, 7, 40, 200, 400]) {
      const at = new Date()
      at.setDate(at.getDate() + days)
      at.setHours(days % 2 ? 9 : 23, 5, 0, 0)
      open(Promise.resolve(Response.json(pageWith({ startsAt: at.toISOString() }))))
      await expect.poll(() => textOf('x-time')).toBe(momentText(at.toISOString(), { zone, language }))
      expect(document.getElementById('frame')?.dataset.next).toBe('true')
    }
  })

test.each([
  ['the therapist is in another zone', pageWith({ therapist: { zone: 'Pacific/Apia' } })],
  ['an offer is in another zone', pageWith({}, 'Pacific/Apia')],
  ['the client lives in another zone', { ...pageWith({}), frame: { me: { zone: 'Pacific/Apia' } } }],
  ['it awaits an answer', pageWith({ status: 'scheduled' })],
  ['there is none', page],
])('the frame shows no next session if %s', async (_, answer) => {
  open(Promise.resolve(Response.json(answer)))
  expect(await take('clientHome/get')).not.toBeNull()
  expect(textOf('x-time')).toBe('')
  expect(document.getElementById('frame')?.dataset.next).toBeUndefined()
})

test('the frame shows no next session any more once the app has begun to render without it', async () => {
  const answer = Promise.withResolvers<Response>()
  open(answer.promise)
  expect(settleNextSession()).toBe(false)
  answer.resolve(Response.json(pageWith({})))
  expect(await take('clientHome/get')).not.toBeNull()
  await expect.poll(title).toBe('Hello, Ana')
  expect(textOf('x-time')).toBe('')
})

test.each([
  ['an offered language of the browser', ['fi-FI', 'FR-ca'], languages, 'fr'],
  ['English', ['fi-FI', 'sv', 'frr-DE'], languages, 'en'],
  ['the default language if English is not offered', ['fi-FI', 'en'], ['fr', 'de'], 'de'],
])('a new browser gets %s in the frame, as in the app [1.15]', (_, ofBrowser, offered, expected) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(ofBrowser)
  localStorage.setItem('attune-settings', JSON.stringify({ revision: 1, languages: offered, defaultLanguage: 'de' }))
  open(new Promise(() => {}))
  expect(document.documentElement.lang).toBe(expected)
})

test('an early call of another account than the page shows is not used', async () => {
  open(Promise.resolve(Response.json(page)))
  setPageAccount('leo' as never)
  expect(await take('dashboard/frame')).toBeNull()
  expect(await take('clientHome/get')).toBeNull()
})

test('an early call that is never answered ends with the time limit of the call that waits for it', async () => {
  open(new Promise(() => {}))
  const caller = new AbortController()
  const waiting = takeEarlyAnswer('dashboard/frame', '{}', caller.signal)
  caller.abort(new Error('too late'))
  await expect(waiting).rejects.toThrow('too late')
  expect(await take('dashboard/frame')).toBeNull()
  expect(title()).toBe('')
})

const calendarAddress = '/dashboard/therapist/calendar'
// A Thursday in the middle of June, so that its week is in one month.
const year = new Date().getFullYear() + 1
const thursday = [15, 16, 17, 18, 19, 20, 21].find((day) => new Date(year, 5, day).getDay() === 4) ?? 0
const june = (day: number) => new Date(year, 5, day)
const period = (from: Date, to: Date) => ({ from: from.toISOString(), to: to.toISOString() })
const week = period(june(thursday - 3), june(thursday + 4))
// The weeks of June: from the Monday on or before 1 June to the first Monday after 30 June.
const month = period(june(1 - ((june(1).getDay() + 6) % 7)), june(31 + ((8 - june(31).getDay()) % 7)))
const heads = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'].map((weekday, at) => weekday + (thursday - 3 + at)).join()
const days = `${thursday - 3} – ${thursday + 1} Jun ${year}`
const day = `day=${year}-06-${thursday}`

test.each([
  ['a week', `?view=week&${day}`, week, days, heads],
  ['a day', `?view=day&${day}`, week, `${thursday} Jun ${year}`, `Thu${thursday}`],
  ['a month', `?view=month&${day}`, month, `June ${year}`, 'Mon,Tue,Wed,Thu,Fri,Sat,Sun'],
  ['the list', `?view=list&${day}`, week, days, ''],
])(
  'the frame of the calendar has title and days of %s, and its data answer the calls of the app',
  async (_, search, { from, to }, shown, shownHeads) => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    const parts = { ...page, sessions: { items: [] }, calendar: { events: [] } }
    open(Promise.resolve(Response.json(parts)), calendarAddress + search)
    expect(document.querySelector('.c-title')?.textContent?.replaceAll(/\s/g, ' ')).toBe(shown)
    expect(Array.from(document.querySelectorAll('.c-head'), ({ textContent }) => textContent).join()).toBe(shownHeads)
    const answerTo = async (procedure: string, input: object) =>
      (await takeEarlyAnswer(procedure, JSON.stringify(input), signal))?.json()
    expect(await answerTo('session/between', { from, to })).toEqual(parts.sessions)
    expect(await answerTo('calendar/between', { startsAt: from, endsAt: to })).toEqual(parts.calendar)
  },
)

test('a phone shows the day of a week, with all days of the week above it', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  open(new Promise(() => {}), `${calendarAddress}?view=week&${day}`)
  const numbers = Array.from(document.querySelectorAll('.y-number'), ({ textContent }) => textContent)
  expect(numbers.join()).toBe([-3, -2, -1, 0, 1, 2, 3].map((offset) => thursday + offset).join())
  expect(document.querySelectorAll('.c-waitingDay')).toHaveLength(1)
})

test('a day in the address that does not exist leaves the frame at today', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  open(new Promise(() => {}), `${calendarAddress}?day=${year}-13-45`)
  expect(document.querySelectorAll('[aria-current]')).toHaveLength(1)
})

test('a script that fails to load loads the page again once, until the script has loaded', () => {
  open(new Promise(() => {}))
  const app = document.head.querySelector('script')
  // jsdom cannot load a page again; the mark is set together with each attempt.
  const marks = vi.spyOn(Storage.prototype, 'setItem')
  app?.dispatchEvent(new Event('error'))
  app?.dispatchEvent(new Event('error'))
  expect(marks.mock.calls).toEqual([['attune-loaded-again', 'true']])
  app?.dispatchEvent(new Event('load'))
  expect(sessionStorage.getItem('attune-loaded-again')).toBeNull()
})
