import { type Browser, expect, type Page, test } from '@playwright/test'
import { type JourneyPractice, openSignedIn, planSessionByApi, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors, expectNoErrors, type VisitorOptions } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 120_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const earlyCall = '**/api/firstPage/get'

/** The hour of the next client's session. Each client has a different one. */
let hour = 8

/** Opens a browser of a client with a session in two days. */
async function openClient(browser: Browser, firstName: string, around: VisitorOptions) {
  const member = await practice.newClient(firstName, 'Sand')
  await planSessionByApi(practice.therapist, member.clientId, 2, hour++, true)
  const visitor = await openSignedIn(browser, product, member, around)
  const calls: string[] = []
  visitor.page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (path.startsWith('/api/')) calls.push(path.slice('/api/'.length))
  })
  return { visitor, page: visitor.page, calls }
}

const nextSession = (page: Page) => page.getByRole('main').locator('time').first()

/**
 * Slows the processor down to a sixth of its speed, and the network to Slow 3G as the browser's developer tools define it: 50 kB a second, and two
 * seconds before each answer.
 */
async function slowDown(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const bytesPerSecond = 50_000
  const conditions = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond, latency: 2_000 }
  await browser.send('Network.emulateNetworkConditions', { offline: false, ...conditions })
}

test('on a phone that is six times slower and has Slow 3G, the home shows the next session after one early call', async ({
  browser,
}) => {
  const { visitor, page, calls } = await openClient(browser, 'Selma', { phone: true })
  await slowDown(page)
  await page.goto('/dashboard/client', { timeout: 60_000 })
  await expect(nextSession(page)).toBeVisible({ timeout: 60_000 })
  expect(calls.filter((call) => call === 'firstPage/get')).toHaveLength(1)
  await expectNoErrors(visitor)
})

test('without a service worker, two visits show the home', async ({ browser }) => {
  const { visitor, page, calls } = await openClient(browser, 'Paula', { plain: true })
  await page.goto('/dashboard/client')
  await expect(nextSession(page)).toBeVisible()
  await page.reload()
  await expect(nextSession(page)).toBeVisible()
  expect(calls.filter((call) => call === 'firstPage/get')).toHaveLength(2)
  await expectNoErrors(visitor)
})

test('an early call that is answered with 503 leaves the calls to the app, and the home appears', async ({
  browser,
}) => {
  const { visitor, page, calls } = await openClient(browser, 'Rosa', { plain: true })
  await page.route(earlyCall, (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { code: 'BUSY' } }),
  )
  await page.goto('/dashboard/client')
  await expect(nextSession(page)).toBeVisible()
  for (const part of ['login/session', 'dashboard/frame', 'clientHome/get']) expect(calls).toContain(part)
  await expectNoErrors(visitor)
})

test('an early call that is never answered ends in the home after the time limit of a call', async ({ browser }) => {
  const { visitor, page, calls } = await openClient(browser, 'Stella', { plain: true })
  await page.route(earlyCall, () => {})
  await page.goto('/dashboard/client')
  const tryAgain = page.getByRole('button', { name: uiText('dashboard:again') }).first()
  await expect(nextSession(page).or(tryAgain)).toBeVisible({ timeout: 60_000 })
  if (await tryAgain.isVisible()) await tryAgain.click()
  await expect(nextSession(page)).toBeVisible()
  expect(calls).toContain('clientHome/get')
  await expectNoErrors(visitor)
})
