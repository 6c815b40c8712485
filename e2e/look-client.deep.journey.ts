import { test } from '@playwright/test'
import { openSignedIn, planSessionByApi, type JourneyPractice, startJourneyPractice } from './practice.ts'
import { desktopViewport, allViews, expectAccessibleInViews, heading, setView, twoViews } from './views.ts'
import type { JourneyServer } from './server.ts'
import { notificationBell } from './steps.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test('the pages of a client have no axe violations, empty and with data [look.md: axe 0, 390 px]', async ({
  browser,
}) => {
  const leo = await practice.newClient('Leo', 'Brandt')
  const visitor = await setView(await openSignedIn(browser, product, leo))
  const { page } = visitor
  await page.goto('/dashboard/client')
  await expectAccessibleInViews(
    page,
    'client dashboard, empty',
    page.getByText(uiText('dashboard:client.none')).first(),
  )
  await planSessionByApi(practice.therapist, leo.clientId, 5, 9)
  await planSessionByApi(practice.therapist, leo.clientId, 6, 9, true)
  await page.goto('/dashboard/client')
  await expectAccessibleInViews(
    page,
    'client dashboard',
    page.getByRole('button', { name: uiText('session:accept') }).first(),
    allViews,
  )
  await notificationBell(visitor).click()
  // Checks only the panel: axe would report that elements which the panel partly covers are too small as targets.
  await expectAccessibleInViews(
    page,
    'notifications',
    page
      .getByRole('dialog', { name: uiText('notification:title') })
      .getByRole('listitem')
      .first(),
    twoViews,
    '[role=dialog]',
  )
  for (const [address, there] of [
    ['/therapists', page.getByRole('button', { name: uiText('connection:end.open') })],
    ['/settings', page.getByText(uiText('security:logins.title'))],
    ['/notifications', page.getByRole('main').getByRole('listitem').first()],
    ['/nowhere', heading(page, uiText('common:missing.title'))],
  ] as const) {
    await page.goto(`/dashboard/client${address}`)
    await expectAccessibleInViews(page, `client ${address}`, there)
  }
  await page.goto('/dashboard/client/profile')
  await expectAccessibleInViews(page, 'profile of a client', heading(page))
  await page.setViewportSize(desktopViewport)
  for (const [name, words] of [
    [uiText('shell:support'), uiTextPattern('product:support.hours', { first: 'Monday', last: 'Friday' })],
    [uiText('shell:feedback'), uiText('product:feedback.text')],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    await expectAccessibleInViews(page, name, page.getByRole('dialog').getByText(words))
    await page.keyboard.press('Escape')
    await page.setViewportSize(desktopViewport)
  }
  await expectNoErrors(visitor)
})
