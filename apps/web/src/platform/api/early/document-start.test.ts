import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { momentText } from '../../../ui/page/date-text.ts'
import { dateWords } from '../../../ui/page/date-words.ts'
import { setPageAccount } from '../../login/page-account.ts'
import { takeEarlyAnswer } from './early-answers.ts'

const script = readFileSync(join(import.meta.dirname, '../../../../document/start.js'), 'utf8')
const greetings = Array(3).fill('Hello, {{name}}')
const languages = Object.keys(dateWords) as (keyof typeof dateWords)[]
const byLanguage = <T>(of: (language: (typeof languages)[number]) => T) =>
  Object.fromEntries(languages.map((language) => [language, of(language)]))
const filled = Object.entries({
  __FRAMES__: {
    client: '<b class="g-title"></b><i class="g-facts"></i><div class="f-next"><p class="x-time"></p></div>',
  },
  __TEXTS__: byLanguage(() => []),
  __WORDS__: byLanguage((language) => ({ ...dateWords[language], greetings })),
  __FIRST_FILES__: { '/dashboard': { files: [], namespaces: [] } },
  __STYLES__: [],
  __SCRIPTS__: ['/assets/start.js'],
}).reduce((text, [name, value]) => text.replace(name, JSON.stringify(value)), script)

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

/** Runs the script of the document on the home of a client. Its early call is answered with `answer`. */
function open(answer: Promise<Response>) {
  history.replaceState(null, '', '/dashboard/client')
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
  test(`the next session is in the frame in the words of the page in ${language}`, async () => {
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
