import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { addClientByApi, openSignedIn, type JourneyPractice, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const profile = (id: string) => `/dashboard/therapist/clients/${id}/client-profile`

/** Refuses the calls of a procedure while `meanwhile` runs. */
async function whileRefused(page: Page, path: string, meanwhile: () => Promise<void>) {
  const address = `**/api/${path}`
  await page.route(address, (route) => route.fulfill({ status: 403, json: { code: 'FORBIDDEN' } }))
  await meanwhile()
  await page.unroute(address)
}

test(
  'a therapist meets each data error where it occurs, and goes on from it [8.04]',
  { tag: '@deep' },
  async ({ browser }) => {
    const ana = await addClientByApi(practice.therapist, 'Ana', 'Moreau')
    // The page must send the failing calls itself, so the service worker is off.
    const { page } = await openSignedIn(browser, product, practice.therapist, { plain: true })

    await test.step('an unknown client', async () => {
      await page.goto(profile(randomUUID()))
      await expect(page.getByRole('heading', { name: 'Client not found' })).toBeVisible()
    })

    await test.step('a profile that cannot be loaded, until it is tried again', async () => {
      await whileRefused(page, 'client/get', async () => {
        await page.goto(profile(ana.id))
        await expect(page.getByText('Failed to fetch client profile data')).toBeVisible()
      })
      await page.getByRole('button', { name: uiText('client:again') }).click()
      await expect(page.getByRole('heading', { name: 'Ana Moreau' })).toBeVisible()
    })

    await test.step('sessions that cannot be loaded, until they are tried again', async () => {
      await whileRefused(page, 'session/list', async () => {
        await page.goto('/dashboard/therapist/sessions')
        await expect(page.getByText('Error loading sessions. Please try again.').first()).toBeVisible()
      })
      const again = page.getByRole('button', { name: uiText('session:again') })
      await again.first().click()
      await expect(again).toHaveCount(0)
    })

    await test.step('a client who cannot be added, until the form is sent again', async () => {
      await page.goto('/dashboard/therapist/add-client')
      await page.getByLabel(uiText('client:form.firstName')).fill('Mila')
      await page.getByLabel(uiText('client:form.lastName')).fill('Vogt')
      const submit = page.getByRole('button', { name: uiText('client:add.submit'), exact: true })
      await whileRefused(page, 'client/add', async () => {
        await submit.click()
        await expect(page.getByText('Error adding client')).toBeVisible()
        await expect(page.getByLabel(uiText('client:form.firstName'))).toHaveValue('Mila')
      })
      await submit.click()
      await expect(page.getByRole('heading', { name: 'Mila Vogt' })).toBeVisible()
    })
  },
)
