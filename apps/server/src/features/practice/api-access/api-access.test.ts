import {
  maxAllowedOrigins,
  parseOrigin,
  requestLimitRules,
} from '@attune/contract/features/practice/api-access/api-access.rules'
import { expect, test, vi } from 'vitest'
import { openSite } from '../../../platform/http/site/site.ts'
import { createTestApp, startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'

const app = await startSharedApp({ worker: false, config: { limitsWrites: true } })
const admin = await app.person('admin')

const useOf = async (group: string) => {
  const { limits } = await admin.api.apiAccess.get({})
  return limits.find((one) => one.group === group)
}

test('only an exact https origin can be allowed and is stored as browsers send it [2.07]', async () => {
  for (const [typed, origin] of [
    ['https://app.example', 'https://app.example'],
    ['HTTPS://App.Example:443', 'https://app.example'],
    [' https://app.example:8443 ', 'https://app.example:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ] as const)
    expect(parseOrigin(typed), typed).toEqual({ origin })
  for (const [typed, problem] of [
    ['http://app.example', 'NOT_HTTPS'],
    ['capacitor://other', 'NOT_HTTPS'],
    ['https://*.example', 'HAS_WILDCARD'],
    ['*', 'HAS_WILDCARD'],
    ['https://app.example/', 'HAS_PATH'],
    ['https://app.example/path', 'HAS_PATH'],
    ['https://app.example?query', 'HAS_PATH'],
    ['https://app.example#part', 'HAS_PATH'],
    ['https://user:password@app.example', 'HAS_USER'],
    ['https://localhost', 'FIXED_ORIGIN'],
    ['https://localhost:443', 'FIXED_ORIGIN'],
    ['capacitor://localhost', 'FIXED_ORIGIN'],
    ['https://app.example.', 'NO_ORIGIN'],
    ['https://app.example:', 'NO_ORIGIN'],
    ['https://app.example:99999', 'NO_ORIGIN'],
    ['https:\\\\app.example', 'NO_ORIGIN'],
    ['https://app.example,https://other.example', 'NO_ORIGIN'],
    ['https://', 'NO_ORIGIN'],
    ['app.example', 'NO_ORIGIN'],
    ['null', 'NO_ORIGIN'],
    ['', 'NO_ORIGIN'],
    [`https://${'a'.repeat(200)}.example`, 'NO_ORIGIN'],
  ] as const)
    expect(parseOrigin(typed), typed).toEqual({ problem })
  await expect(admin.api.apiAccess.allowOrigin({ origin: 'https://app.example/path' })).rejects.toMatchObject({
    code: 'INVALID_ORIGIN',
    status: 400,
    data: { problem: 'HAS_PATH' },
  })
})

test('up to twenty origins, none by default, can be allowed, which is audited [1.14] [2.07] @slow', async () => {
  expect((await admin.api.apiAccess.get({})).origins).toEqual([])
  const [first, ...others] = Array.from({ length: maxAllowedOrigins }, (_, n) => `https://app${n + 10}.example`)
  for (const origin of [first, ...others, first]) await admin.api.apiAccess.allowOrigin({ origin: origin as string })
  expect((await admin.api.apiAccess.get({})).origins).toEqual([first, ...others])
  await expect(admin.api.apiAccess.allowOrigin({ origin: 'https://more.example' })).rejects.toMatchObject({
    code: 'LIMIT_REACHED',
    data: { limit: maxAllowedOrigins },
  })
  for (const origin of [first, ...others]) await admin.api.apiAccess.removeOrigin({ origin: origin as string })
  expect((await admin.api.apiAccess.removeOrigin({ origin: first as string })).origins).toEqual([])
  const { items } = await admin.api.administration.auditLog({ action: 'allow', limit: 100 })
  expect(items.at(-1)).toMatchObject({ thing: 'api-origin', before: { origin: null }, after: { origin: first } })
})

test('of two admins who add an origin at once, both are saved', async () => {
  const other = await app.person('admin', 2)
  await Promise.all([
    admin.api.apiAccess.allowOrigin({ origin: 'https://one.example' }),
    other.api.apiAccess.allowOrigin({ origin: 'https://two.example' }),
  ])
  expect((await admin.api.apiAccess.get({})).origins).toEqual(['https://one.example', 'https://two.example'])
})

test('another node applies origins and limits within 15 seconds [2.07]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const site = await openSite(app.config, app.db, app.clock)
  try {
    await admin.api.apiAccess.allowOrigin({ origin: 'https://later.example' })
    await admin.api.apiAccess.saveLimit({ group: 'uploads', limit: 50 })
    expect(site.isAllowedOrigin('https://later.example')).toBe(false)
    vi.advanceTimersByTime(15_000)
    vi.useRealTimers()
    await expect.poll(() => site.isAllowedOrigin('https://later.example')).toBe(true)
    expect(site.requestLimit('uploads')).toBe(50)
  } finally {
    vi.useRealTimers()
    site.close()
  }
})

test('a change of a limit within its bounds is audited [2.07]', async () => {
  for (const [group, { min, max }] of Object.entries(requestLimitRules))
    for (const limit of [min - 1, max + 1, min + 0.5])
      expect((await admin.send('apiAccess/saveLimit', { group, limit })).status, `${group} ${limit}`).toBe(400)
  await admin.api.apiAccess.saveLimit({ group: 'writes', limit: 60 })
  const { items } = await admin.api.administration.auditLog({ action: 'change', limit: 1 })
  expect(items[0]).toMatchObject({ thing: 'request-limit', before: { writes: 300 }, after: { writes: 60 } })
})

test('only an account above its limit waits, and the admin sees its use [2.07] @slow', async () => {
  await admin.api.apiAccess.saveLimit({ group: 'writes', limit: 60 })
  const [busy, calm] = [await app.person('client', 3), await app.person('client', 4)]
  const settings = { theme: 'dark' }
  const save = (person: Person) => person.send('account/saveSettings', settings)
  await save(calm)
  // Starting at the beginning of a minute, all calls fall into the same minute.
  app.clock.advance(60_000 - (app.clock.now().getTime() % 60_000))
  const before = await useOf('writes')
  for (let n = 0; n < 60; n++) expect((await save(busy)).status).not.toBe(429)
  const refused = await save(busy)
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'TOO_MANY' }])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect((await save(calm)).status).not.toBe(429)
  expect((await busy.api.account.me({})).id).toBe(busy.accountId)
  const after = await useOf('writes')
  expect(after).toMatchObject({ limit: 60, refused: (before?.refused ?? 0) + 1 })
  expect((after?.requests ?? 0) - (before?.requests ?? 0)).toBe(62)
  expect(after?.highest).toBeGreaterThanOrEqual(61)
  app.clock.advance(60_000)
  expect((await save(busy)).status).not.toBe(429)
})

test('the limits of signing in, uploads and messages are the ones that the admin sets [2.07] @slow', async () => {
  const limited = await createTestApp({
    worker: false,
    databaseUrl: app.databaseUrl,
    migrated: true,
    openCallsPerMinute: undefined,
  })
  try {
    const boss = await limited.secondBrowser(admin, 2)
    await boss.api.apiAccess.saveLimit({ group: 'signIn', limit: 20 })
    await boss.api.apiAccess.saveLimit({ group: 'uploads', limit: 20 })
    const stranger = limited.anonymous()
    const wrong = { token: 'a'.repeat(43), purpose: 'reset' }
    for (let n = 0; n < 20; n++) expect((await stranger.send('login/readLink', wrong)).status).not.toBe(429)
    const refused = await stranger.send('login/readLink', wrong)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    for (let n = 0; n < 20; n++) expect((await limited.requestLimits.hit('uploads', 'upload', 'a')).allowed).toBe(true)
    expect((await limited.requestLimits.hit('uploads', 'upload', 'a')).allowed).toBe(false)
    const { limits } = await boss.api.apiAccess.get({})
    expect(limits).toContainEqual({ group: 'signIn', limit: 20, requests: 21, refused: 1, highest: 21 })
    expect(limits).toContainEqual({ group: 'uploads', limit: 20, requests: 21, refused: 1, highest: 21 })
  } finally {
    await limited.close()
  }
})
