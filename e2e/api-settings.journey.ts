import { expect, test } from '@playwright/test'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextPattern } from './ui-text.ts'
import { allViews, desktopViewport, expectAccessibleInViews, heading, setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test(
  'an admin rotates the public key while another page stays open: the page goes on working and saves [2.07] [6.10]',
  { tag: '@deep' },
  async ({ browser }) => {
    const nora = await openSignedIn(browser, product, practice.therapist)
    await nora.page.goto('/dashboard/therapist/add-client')
    await nora.page.getByLabel(uiText('client:form.firstName')).fill('Mara')
    await nora.page.getByLabel(uiText('client:form.lastName')).fill('Sommer')
    const keyOfPage = () => nora.page.locator('meta[name="attune-key"]').getAttribute('content')
    const firstKey = await keyOfPage()

    const admin = await setView(await openSignedIn(browser, product, practice.admin))
    const { page } = admin
    const section = page.getByRole('region', { name: uiText('apiAccess:key.title') })
    await test.step('the admin rotates the key twice; the oldest ends at once, and the dialogs say so', async () => {
      await page.goto('/dashboard/admin/api-settings/access')
      for (const isSecond of [false, true]) {
        await section.getByRole('button', { name: uiText('apiAccess:key.rotate') }).click()
        const dialog = page.getByRole('dialog')
        await expect(dialog.getByText(uiTextPattern('apiAccess:rotating.endsOldest'))).toHaveCount(isSecond ? 1 : 0)
        if (isSecond) {
          await expectAccessibleInViews(page, 'replace the key', dialog, undefined, '[role="dialog"]')
          await page.setViewportSize(desktopViewport)
        }
        await dialog.getByRole('button', { name: uiText('apiAccess:rotating.submit') }).click()
        await expect(dialog.getByText(uiTextPattern('apiAccess:rotated.until'))).toBeVisible()
        await expect(dialog.getByText(uiText('apiAccess:rotated.endedOldest'))).toHaveCount(isSecond ? 1 : 0)
        await dialog.getByRole('button', { name: uiText('apiAccess:rotated.close') }).click()
      }
      await expect(section.getByText(uiTextPattern('apiAccess:key.previous'))).toBeVisible()
    })
    await test.step('the open page, whose key has ended, saves what was typed without a reload', async () => {
      await nora.page.getByLabel(uiText('client:form.pronouns')).fill('she/her')
      await nora.page.getByRole('button', { name: uiText('client:add.submit'), exact: true }).click()
      await expect(heading(nora.page)).toContainText('Mara Sommer')
      await expect.poll(keyOfPage).not.toBe(firstKey)
    })
    await test.step('the admin allows an origin; one with a path is refused in plain words', async () => {
      const origins = page.getByRole('region', { name: uiText('apiAccess:origins.title') })
      const field = origins.getByRole('textbox', { name: uiText('apiAccess:origins.label') })
      await field.fill('https://app.example.com/path')
      await field.press('Enter')
      await expect(origins.getByText(uiText('apiAccess:origins.problem.HAS_PATH'))).toBeVisible()
      await field.fill('https://app.example.com')
      await field.press('Enter')
      await expect(origins.getByText('https://app.example.com', { exact: true })).toBeVisible()
    })
    await test.step('the admin lowers a limit and sees its use', async () => {
      const openPage = (of: 'access' | 'request-limits') =>
        page.getByRole('link', { name: uiText(`settings:subjects.${of}`) }).click()
      await openPage('request-limits')
      const limits = page.getByRole('region', { name: uiText('apiAccess:limits.title') })
      const field = limits.getByRole('textbox', { name: uiText('apiAccess:limits.group.writes') })
      await field.fill('200')
      await field.press('Enter')
      await expect(limits.getByText(uiText('common:outcome.saved'))).toBeVisible()
      await expect(limits.getByText(uiTextPattern('apiAccess:limits.use')).first()).toBeVisible()
      await expectAccessibleInViews(page, 'limits', limits, allViews)
      await page.setViewportSize(desktopViewport)
      await openPage('access')
      await expectAccessibleInViews(page, 'keys and origins', section, allViews)
    })
    await expectNoErrors(admin)
  },
)
