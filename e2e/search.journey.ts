import { expect, type Page, test } from '@playwright/test'
import { type JourneyPractice, openSignedIn, planSessionByApi, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

/** Opens the palette with its keyboard shortcut and types a search. */
async function search(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: uiText('palette:label') }).fill(typed)
}

test('a therapist finds a client by a part of the name and a session by its day, and opens both @slow', async ({
  browser,
}) => {
  const client = await practice.newClient('Chloe', 'Núñez')
  await planSessionByApi(practice.therapist, client.clientId, 1, 10, true)
  const visitor = await openSignedIn(browser, product, practice.therapist)
  const { page } = visitor
  await page.goto('/dashboard/therapist')
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await search(page, 'nunez')
  await page
    .getByRole('group', { name: uiText('palette:groups.clients') })
    .getByRole('option')
    .click()
  await expect(page).toHaveURL(new RegExp(`/clients/${client.clientId}/`))
  await search(page, 'tomorrow')
  const sessions = page.getByRole('group', { name: uiText('palette:groups.session') })
  await sessions.getByRole('option', { name: /Chloe Núñez/ }).click()
  await expect(page).toHaveURL(/session-details\?id=/)
  await expectNoErrors(visitor)
})

test('without a connection, a client searches what is loaded', async ({ browser }) => {
  const client = await practice.newClient('Oskar', 'Lahm')
  await planSessionByApi(practice.therapist, client.clientId, 1, 14, true)
  const { page } = await openSignedIn(browser, product, client)
  await page.goto('/dashboard/client')
  await expect(page.getByRole('main').locator('time').first()).toBeVisible()
  // The palette is a script of its own, which the first opening loads.
  await search(page, 'nora')
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  await search(page, 'tomorrow')
  await expect(page.getByText(uiText('palette:notes.offline'))).toBeVisible()
  await expect(option(page, /Nora Lindqvist/).first()).toBeVisible()
})
