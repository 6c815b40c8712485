import { expect, type Locator, type Page, test } from '@playwright/test'
import { elementsBehind } from './covered.ts'
import { fillDevice } from './device-storage.ts'
import { openSignedIn, planSessionByApi, type JourneyPractice, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { desktopViewport, phoneViewport, waitUntilDrawn } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

const softly = expect.configure({ soft: true })
let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 120_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const banner = (page: Page) => page.getByText(uiText('common:offline.strip'), { exact: true })

/**
 * Disconnects the page, and checks on phone and desktop that the banner covers nothing permanently: scrolling must reveal all content. Then connects
 * the page again.
 */
async function expectNothingBehindBanner(page: Page, name: string, shown?: Locator): Promise<void> {
  await page.context().setOffline(true)
  await expect(banner(page)).toBeVisible()
  for (const size of [phoneViewport, desktopViewport]) {
    await page.setViewportSize(size)
    if (shown) await expect(shown).toBeVisible()
    // The layout of the new size may take a moment to render.
    await softly.poll(() => elementsBehind(page, banner(page)), `${name}, ${size.width} px`).toEqual([])
  }
  await page.context().setOffline(false)
  await expect(banner(page)).toBeHidden()
}

/** Opens a page and checks it. */
async function check(page: Page, path: string, there: Locator): Promise<void> {
  await page.goto(path)
  await expect(there).toBeVisible()
  await waitUntilDrawn(page)
  await expectNothingBehindBanner(page, path)
}

test('the banner without a connection covers no message and no button of a client’s pages', async ({ browser }) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  const visitor = await openSignedIn(browser, product, ana, { phone: true })
  const { page } = visitor
  await test.step('the error of a journal entry on a full device', async () => {
    await page.goto('/dashboard/client/journal')
    await page.getByRole('button', { name: uiText('journal:new') }).click()
    const field = page.getByRole('textbox', { name: uiText('journal:textLabel') })
    await expect(field).toBeVisible()
    await page.context().setOffline(true)
    await fillDevice(page)
    await field.fill('The train from Altona')
    const error = page.getByRole('alert').filter({ hasText: uiText('journal:error.notSaved') })
    await expect(error).toContainText(uiText('journal:error.pageOnly'))
    await expectNothingBehindBanner(page, 'journal, device full', error)
    await expect(error).toBeHidden()
  })
  const field = page.locator('textarea:not([aria-hidden])')
  await check(page, `/dashboard/client/messages?conversation=${ana.clientId}`, field)
  await check(page, '/dashboard/client', page.getByRole('heading', { level: 1 }))
  await expectNoErrors(visitor)
})

test('the banner without a connection covers no message and no button of a therapist’s pages', async ({ browser }) => {
  const ben = await practice.newClient('Ben', 'Moreau')
  const { id } = await planSessionByApi(practice.therapist, ben.clientId, 3, 9, true)
  const visitor = await openSignedIn(browser, product, practice.therapist, { phone: true })
  const { page } = visitor
  const submit = page.getByRole('button', { name: uiText('client:add.submit'), exact: true })
  await check(page, '/dashboard/therapist/add-client', submit)
  await check(page, '/dashboard/therapist/calendar', page.getByRole('heading', { level: 1 }))
  const note = page.getByRole('textbox', { name: uiText('note:label') })
  await check(page, `/dashboard/therapist/sessions/session-details?id=${id}`, note)
  await test.step('a dialog of the whole screen, and the menu of a phone', async () => {
    await page.setViewportSize(phoneViewport)
    await page.goto('/dashboard/therapist/sessions')
    const open = page.getByRole('main').getByRole('button', { name: uiText('session:new') })
    await open.first().click()
    const dialog = page.getByRole('dialog')
    const schedule = dialog.locator('button[type=submit]')
    await expect(schedule).toBeVisible()
    await expectNothingBehindBanner(page, 'dialog', schedule)
    await dialog.getByRole('button', { name: uiText('common:close') }).click()
    await page.setViewportSize(phoneViewport)
    await page.getByRole('button', { name: uiText('shell:menu') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNothingBehindBanner(page, 'menu')
  })
  await expectNoErrors(visitor)
})
