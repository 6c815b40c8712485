import { expect, test, type Page } from '@playwright/test'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextPattern } from './ui-text.ts'
import { expectAccessibleInViews } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Opens the client's record, and scrolls to the card, which appears only when it is near the viewport. */
async function openCard(page: Page) {
  await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile`)
  const card = page.getByRole('region', { name: uiText('recordRetention:title') })
  await expect(async () => {
    await page.mouse.wheel(0, 2000)
    await expect(card).toBeVisible({ timeout: 500 })
  }).toPass()
  return card
}

test('a therapist places a hold with a reason, renews it and ends it @look @slow', async ({ browser }) => {
  const nora = await openSignedIn(browser, product, practice.therapist)
  const reason = 'The court asked for the record.'
  const card = await openCard(nora.page)

  await test.step('the card says until when to keep the record, and a hold needs a reason', async () => {
    await expect(card.getByText(uiTextPattern('recordRetention:keep.record_other'))).toBeVisible()
    await card.getByRole('button', { name: uiText('recordRetention:place.action') }).focus()
    await nora.page.keyboard.press('Enter')
    const dialog = nora.page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: uiText('recordRetention:place.submit') })
    await submit.click()
    await expect(dialog.getByText(uiText('recordRetention:place.required'))).toBeVisible()
    await dialog.getByRole('textbox', { name: uiText('recordRetention:place.label') }).fill(reason)
    await submit.click()
    await expect(dialog).toBeHidden()
    await expect(card.getByText(reason)).toBeVisible()
    await expectAccessibleInViews(nora.page, 'a record with a hold', card)
  })

  await test.step('the hold ends after a confirmation, and its reason stays', async () => {
    await card.getByRole('button', { name: uiText('recordRetention:renew.action') }).click()
    await card.getByRole('button', { name: uiText('recordRetention:end.action') }).click()
    const dialog = nora.page.getByRole('dialog')
    await dialog.getByRole('button', { name: uiText('recordRetention:end.action') }).click()
    await expect(dialog).toBeHidden()
    await expect(card.getByText(uiText('recordRetention:earlier'))).toBeVisible()
    await expect(card.getByText(reason)).toBeVisible()
  })
  await expectNoErrors(nora)
})
