import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { setPageAccount } from '../../login/page-account.ts'
import { takeEarlyAnswer } from './early-answers.ts'

const script = readFileSync(join(import.meta.dirname, '../../../../document/start.js'), 'utf8')
const heading = { weekdays: Array(7).fill('Day'), months: Array(12).fill('Month'), pattern: '{w} {d} {m}' }
const greetings = Array(3).fill('Hello, {{name}}')
const filled = Object.entries({
  __FRAMES__: { client: '<b class="g-title"></b><i class="g-facts"></i>' },
  __TEXTS__: { en: [] },
  __HEADING__: { en: { ...heading, greetings } },
  __FIRST_FILES__: { '/dashboard': { files: [], words: [] } },
  __STYLES__: [],
  __SCRIPTS__: ['/assets/start.js'],
}).reduce((text, [name, value]) => text.replace(name, JSON.stringify(value)), script)

const { signal } = new AbortController()
const take = (procedure: string) => takeEarlyAnswer(procedure, '{}', signal)
const title = () => document.querySelector('.g-title')?.textContent
const page = {
  login: { userId: 'ana' },
  frame: { me: { firstName: 'Ana' } },
  clientHome: { next: null },
  overview: null,
}

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
