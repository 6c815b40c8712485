import { expect, test, type Page } from '@playwright/test'
import { openSignedIn, planSessionByApi, type JourneyPractice, startJourneyPractice } from './practice.ts'
import {
  desktopViewport,
  allViews,
  expectAccessibleInViews,
  heading,
  phoneViewport,
  setView,
  twoViews,
  waitUntilDrawn,
} from './views.ts'
import type { JourneyServer } from './server.ts'
import { notificationBell } from './steps.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText, uiTextIn, uiTextPattern } from './ui-text.ts'

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
    ['/settings/sign-in', page.getByText(uiText('security:logins.title'))],
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

/** Expects that the first and the last control of the notification settings are visible without scrolling. */
async function expectSettingsOnOneScreen(page: Page, language: 'en' | 'de'): Promise<void> {
  const last = page.getByRole('switch', { name: uiTextIn(language, 'push:here') })
  await expect(last).toBeVisible()
  await expect(page.getByLabel(uiTextIn(language, 'security:notices.from'))).toBeVisible()
  await waitUntilDrawn(page)
  const tabBar = page.getByRole('navigation', { name: uiTextIn(language, 'shell:tabBar') })
  const bar = (await tabBar.isVisible()) ? await tabBar.boundingBox() : null
  const end = bar?.y ?? page.viewportSize()?.height ?? 0
  const boxes = await page
    .getByRole('region', { name: uiTextIn(language, 'security:notices.title') })
    .getByRole('switch')
    .evaluateAll((switches) =>
      switches.map((one) => one.closest('.mantine-Switch-root')?.getBoundingClientRect().bottom),
    )
  const bottom = Math.max(...boxes.map((one) => one ?? Infinity))
  expect(bottom, `${language}: the last control`).toBeLessThanOrEqual(end)
  expect(await page.evaluate(() => scrollY)).toBe(0)
}

test('the notification settings fit one screen: a client’s a phone, also in German, a therapist’s a desktop', async ({
  browser,
}) => {
  const mia = await practice.newClient('Mia', 'Vogel')
  const quiet = { from: '21:00', to: '08:00' }
  await mia.api.account.saveNotificationSettings({ quiet, mail: {} })
  const visitor = await setView(await openSignedIn(browser, product, mia, { phone: true }))
  const { page } = visitor
  const address = '/dashboard/client/settings/notifications'
  await page.goto(address)
  await expectSettingsOnOneScreen(page, 'en')
  await expectAccessibleInViews(
    page,
    'notification settings',
    page.getByRole('switch', { name: uiText('push:here') }),
    allViews,
  )
  await page.setViewportSize(phoneViewport)
  await mia.api.account.saveSettings({ language: 'de' })
  await page.goto(address)
  await expectSettingsOnOneScreen(page, 'de')
  const about = page.getByRole('button', {
    name: uiTextIn('de', 'common:aboutSetting', { label: uiTextIn('de', 'notification:settings.discreet') }),
  })
  await expect(page.getByText(uiTextIn('de', 'notification:settings.discreetHint'))).toBeHidden()
  await about.click()
  await expect(page.getByText(uiTextIn('de', 'notification:settings.discreetHint'))).toBeVisible()

  await practice.therapist.api.account.saveNotificationSettings({ quiet, mail: {} })
  const nora = await setView(await openSignedIn(browser, product, practice.therapist, { plain: true }))
  await nora.page.goto('/dashboard/therapist/settings/notifications')
  await expectSettingsOnOneScreen(nora.page, 'en')
  await expectNoErrors(visitor, nora)
})
