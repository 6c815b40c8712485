import { expect, type Page, test } from '@playwright/test'
import {
  addClientByApi,
  openSignedIn,
  planSessionAtByApi,
  planSessionByApi,
  type JourneyPractice,
  startJourneyPractice,
} from './practice.ts'
import { expectStill, recordLayoutShifts } from './layout-shift.ts'
import { heading, setView } from './views.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/**
 * Opens a page and answers its calls one after another, each after the page has rendered the previous answer. Without
 * calls, the page gets all parts in one answer.
 */
async function openInOrder(page: Page, address: string, calls: readonly string[]) {
  if (calls.length > 0) await page.route('**/api/firstPage/get', (route) => route.fulfill({ json: {} }))
  const doors = calls.map((call) => ({ call, ...Promise.withResolvers<void>() }))
  for (const { call, promise } of doors) {
    await page.route(`**/api/${call}`, async (route) => {
      await promise
      await route.continue()
    })
  }
  await page.goto(address)
  await expect(heading(page)).toBeVisible()
  for (const { call, resolve } of doors) {
    const answered = page.waitForResponse(`**/api/${call}`)
    resolve()
    await answered
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  }
  await expect(page.getByRole('main').getByRole('status')).toHaveCount(0)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

test(
  'a dashboard has no layout shift, in any order of its responses [look.md: CLS]',
  { tag: '@deep' },
  async ({ browser }) => {
    const cora = await practice.newClient('Cora', 'Falk')
    const soon = new Date(Math.ceil(Date.now() / 600_000) * 600_000 + 600_000).toISOString()
    await planSessionAtByApi(practice.therapist, cora.clientId, soon, true)
    await planSessionByApi(practice.therapist, cora.clientId, 5, 9)
    await planSessionByApi(practice.therapist, cora.clientId, 6, 9, true)
    await addClientByApi(practice.therapist, 'Ida', 'Lund', { email: 'ida@practice.test', invite: true })
    for (const phone of [true, false]) {
      for (const [member, address, last, calls] of [
        [practice.therapist, '/dashboard/therapist', uiText('dashboard:needs.title'), ['dashboard/get']],
        [practice.therapist, '/dashboard/therapist', uiText('dashboard:needs.title'), []],
        [cora, '/dashboard/client', uiText('dashboard:between.one', { name: 'Nora' }), ['clientHome/get']],
        [cora, '/dashboard/client', uiText('dashboard:between.one', { name: 'Nora' }), []],
      ] as const) {
        const visitor = await setView(await openSignedIn(browser, product, member, { plain: true, phone }))
        await recordLayoutShifts(visitor.page)
        await openInOrder(visitor.page, address, calls)
        await expect(visitor.page.getByRole('heading', { name: last })).toBeVisible()
        await expectStill(visitor.page, `${address}, ${phone ? 'phone' : 'desktop'}`)
        await expectNoErrors(visitor)
        await visitor.page.context().close()
      }
    }
  },
)
