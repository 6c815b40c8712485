import { expect, type Page, test } from '@playwright/test'
import { openRelay, type Relay } from '../apps/server/src/platform/relay/relay.ts'
import { type JourneyPractice, openSignedIn, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

const secret = 'the-secret-of-the-relay-in-journeys'
let relay: Relay
let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  relay = await openRelay({ secret, host: null, port: 0 })
  const TURN_URLS = ['udp', 'tcp'].map((transport) => `turn:127.0.0.1:${relay.port}?transport=${transport}`).join()
  ;({ product, practice } = await startJourneyPractice({ TURN_URLS, TURN_SECRET: secret }))
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

type Path = 'direct' | 'udp' | 'tcp' | 'tls'

async function runTest(page: Page, results: Record<Path, 'works' | 'fails' | 'absent'>): Promise<void> {
  const run = page.getByRole('button', { name: uiText('videoTest:run') })
  await page.goto('/dashboard/admin/settings/video')
  await run.click()
  await expect(run).toBeEnabled({ timeout: 45_000 })
  for (const path of ['direct', 'udp', 'tcp', 'tls'] as const) {
    const name = uiText(`videoTest:paths.${path}`)
    const row = page.getByRole('heading', { name, exact: true }).locator('..')
    await expect(row).toContainText(uiText(`videoTest:results.${results[path]}`))
  }
}

test('an admin tests video from the browser, directly and through the relay', async ({ browser }) => {
  const admin = await openSignedIn(browser, product, practice.admin)
  await runTest(admin.page, { direct: 'works', udp: 'works', tcp: 'works', tls: 'absent' })
  await expect(admin.page.getByText(uiText('videoTest:excluded.onlyTls'))).toBeVisible()
  await expect(admin.page.getByText(uiText('videoTest:excluded.noUdp'))).toBeHidden()
  expect(relay.figures().bytes).toBeGreaterThan(4_000)
  await expectNoErrors(admin)
})

// The browser waits ten seconds for an address that does not answer.
test(
  'a relay that cannot be reached fails, and the page names who cannot join',
  { tag: '@deep' },
  async ({ browser }) => {
    await relay.close()
    const admin = await openSignedIn(browser, product, practice.admin)
    await runTest(admin.page, { direct: 'works', udp: 'fails', tcp: 'fails', tls: 'absent' })
    await expect(admin.page.getByText(uiText('videoTest:excluded.groups'))).toBeVisible()
    await expectNoErrors(admin)
  },
)
