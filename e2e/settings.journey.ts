import { expect, test, type Page } from '@playwright/test'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextIn } from './ui-text.ts'
import {
  desktopViewport,
  expectAccessibleInViews,
  heading,
  phoneViewport,
  setView,
  twoViews,
  waitUntilDrawn,
} from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const list = (page: Page, language: 'en' | 'de' = 'en') =>
  page.getByRole('navigation', { name: uiTextIn(language, 'settings:title') })

/** Returns the height of the page in pixels. */
const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

test('no settings page is longer than two screens, on a phone and on a desktop, in German @deep', async ({
  browser,
}) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  for (const [role, member, areas] of [
    ['therapist', practice.therapist, ['settings']],
    ['client', ana, ['settings']],
    ['admin', practice.admin, ['settings', 'profile', 'api-settings', 'notification-settings']],
  ] as const) {
    await member.api.account.saveSettings({ language: 'de' })
    const visitor = await openSignedIn(browser, product, member)
    const { page } = visitor
    const measure = async (address: string) => {
      for (const view of [desktopViewport, phoneViewport]) {
        await page.setViewportSize(view)
        // The list disappears a moment after the page has become narrow.
        if (view === phoneViewport) await expect(list(page, 'de')).toBeHidden()
        await waitUntilDrawn(page)
        const height = await heightOf(page)
        expect.soft(height, `${address} at ${view.width} px`).toBeLessThanOrEqual(2 * view.height)
      }
      await page.setViewportSize(desktopViewport)
    }
    for (const area of areas) {
      const address = `/dashboard/${role}/${area}`
      await page.goto(address)
      const links = list(page, 'de').locator(`a[href^="${address}/"]`)
      if (area === 'notification-settings') await measure(address)
      else await expect(links.first()).toBeVisible()
      for (const link of await links.all()) {
        await link.click()
        await expect(link).toHaveAttribute('aria-current', 'page')
        await measure((await link.getAttribute('href')) ?? '')
      }
    }
    await member.api.account.saveSettings({ language: 'en' })
    await expectNoErrors(visitor)
  }
})

test('earlier addresses lead to their page, a phone shows the list first, and search finds a setting by its label @slow', async ({
  browser,
}) => {
  const nora = await setView(await openSignedIn(browser, product, practice.therapist))
  const { page } = nora
  const at = (address: string) => new RegExp(`/dashboard/therapist/settings${address}$`)

  await test.step('earlier addresses', async () => {
    for (const [before, now] of [
      ['?tab=business', '/business'],
      ['?tab=sessions#session-types', '/session-types'],
      ['?tab=services', '/services'],
    ] as const) {
      await page.goto(`/dashboard/therapist/settings${before}`)
      await expect(page).toHaveURL(at(now))
    }
  })

  await test.step('search by keyboard, and the question before unsaved changes are left', async () => {
    await page.goto('/dashboard/therapist/settings')
    const field = page.getByRole('searchbox', { name: uiText('settings:find') })
    await field.fill('iban')
    await expect(list(page).getByRole('link')).toHaveCount(1)
    await expectAccessibleInViews(page, 'settings found', list(page).getByRole('link'), twoViews)
    await page.setViewportSize(desktopViewport)
    await field.press('Enter')
    await page.getByLabel(uiText('business:field.name')).fill('Praxis Lindqvist')
    await expect(page.getByText(uiText('settings:form.unsaved'))).toBeInViewport()
    await list(page)
      .getByRole('link', { name: uiText('settings:subjects.tax') })
      .click()
    const dialog = page.getByRole('dialog', { name: uiText('settings:form.leaveTitle') })
    await dialog.getByRole('button', { name: uiText('settings:form.stay') }).click()
    await page.keyboard.press('Control+s')
    await expect(page.getByText(uiText('settings:form.saved'))).toBeVisible()
    await expect(page.getByText(uiText('settings:form.unsaved'))).toBeHidden()
  })

  await test.step('on a phone the list is a page of its own, and each page leads back to it', async () => {
    await page.setViewportSize(phoneViewport)
    await page.goto('/dashboard/therapist/settings')
    await expect(heading(page, uiText('shell:pages.settings'))).toBeVisible()
    await list(page)
      .getByRole('link', { name: uiText('settings:subjects.security') })
      .click()
    await expect(heading(page, uiText('settings:subjects.security'))).toBeVisible()
    await expect(list(page)).toHaveCount(0)
    await page
      .getByRole('banner')
      .getByRole('link', { name: uiText('shell:pages.settings') })
      .click()
    await expect(list(page)).toBeVisible()
  })
  await expectNoErrors(nora)
})
