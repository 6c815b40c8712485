import { expect, type Page, test } from '@playwright/test'
import { addClientByApi, openSignedIn, type JourneyPractice, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { expectAccessibleInViews } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test(
  'a therapist lists a service, agrees a price with a client, and records who pays and that the client agreed',
  { tag: ['@look', '@deep'] },
  async ({ browser }) => {
    const ana = await addClientByApi(practice.therapist, 'Ana', 'Moreau')
    const nora = await openSignedIn(browser, product, practice.therapist)
    const { page } = nora

    await test.step('the first service is added in the settings; archiving can be taken back', async () => {
      await page.goto('/dashboard/therapist/settings/services')
      await expect(page.getByText(uiText('service:noneText'))).toBeVisible()
      await button(page, uiText('service:add')).click()
      await field(page, uiText('service:field.text')).fill('Behavioral therapy')
      await field(page, uiText('service:field.code')).fill('870')
      await field(page, uiText('service:field.price')).fill('100.55')
      await page.getByRole('combobox', { name: uiText('service:field.format') }).selectOption('video')
      await expectAccessibleInViews(page, 'form of a service', field(page, uiText('service:field.text')))
      await page
        .getByRole('dialog')
        .getByRole('button', { name: uiText('service:dialog.add') })
        .click()
      await expect(page.getByText('€100.55')).toBeVisible()
      await button(page, uiText('service:archive', { name: 'Behavioral therapy' })).click()
      await expect(page.getByText(uiText('service:archivedTitle'))).toBeVisible()
      await button(page, uiText('service:undo')).click()
      const edit = button(page, uiText('service:edit', { name: 'Behavioral therapy' }))
      await expectAccessibleInViews(page, 'services', edit)
    })

    await test.step('an insurer pays for a client, who pays a price of their own', async () => {
      await page.goto(`/dashboard/therapist/clients/${ana.id}/client-profile`)
      await expect(page.getByRole('heading', { level: 1, name: 'Ana Moreau' })).toBeVisible()
      // The card of prices and payers loads when it is close to the visible area.
      await expect(async () => {
        await page.mouse.wheel(0, 2000)
        await expect(button(page, uiText('service:prices.edit'))).toBeVisible({ timeout: 500 })
      }).toPass()
      await button(page, uiText('service:prices.edit')).click()
      await field(page, '870 · Behavioral therapy').fill('80')
      await button(page, uiText('service:prices.save')).click()
      await expect(page.getByText('€80.00')).toBeVisible()
      await button(page, uiText('payer:editPayer')).click()
      await page.getByRole('radio', { name: uiText('payer:dialog.organization') }).check()
      await field(page, uiText('payer:dialog.organizationName')).fill('Allianz')
      await field(page, uiText('payer:field.street')).fill('Königinstr. 28')
      await field(page, uiText('payer:field.postalCode')).fill('80802')
      await field(page, uiText('payer:field.city')).fill('München')
      await page.getByRole('combobox', { name: uiText('payer:field.country') }).selectOption('DE')
      await expectAccessibleInViews(page, 'form of a payer', button(page, uiText('payer:dialog.save')))
      await button(page, uiText('payer:dialog.save')).click()
    })

    await test.step('the agreement is recorded and withdrawn', async () => {
      await button(page, uiText('payer:agreement.record')).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: uiText('payer:agreement.record') })
        .click()
      await button(page, uiText('payer:agreement.withdraw')).click()
      await expect(button(page, uiText('payer:agreement.record'))).toBeVisible()
      await expectAccessibleInViews(page, 'billing of a client', button(page, uiText('payer:agreement.record')))
    })
    await expectNoErrors(nora)
  },
)
