import { expect, test } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { heading } from './views.ts'
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

test('a form is built, confirmed, sent, filled in on the phone and signed, and the client gets the PDF @deep', async ({
  browser,
}) => {
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  await page.goto('/dashboard/therapist/forms')
  await page.getByRole('button', { name: uiText('form:new.action') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(uiText('formNew:template.empty')).check()
  await dialog.getByRole('button', { name: uiText('formNew:submit') }).click()
  await page.getByLabel(uiText('form:facts.name')).fill('Consent to photos')
  await page.getByRole('button', { name: uiText('form:type.short-text') }).click()
  const fields = page.getByRole('list', { name: uiText('form:fields') }).getByRole('listitem')
  await fields.nth(0).getByLabel(uiText('form:field.label')).fill('What may be shown?')
  await fields
    .nth(0)
    .getByRole('switch', { name: uiText('form:field.required') })
    .check()
  await page.getByRole('button', { name: uiText('form:type.signature') }).click()
  await fields.nth(1).getByLabel(uiText('form:field.label')).fill('Your signature')
  await page.getByRole('button', { name: uiText('form:type.paragraph') }).click()
  await fields.nth(2).getByLabel(uiText('form:field.paragraph')).fill('I agree to photos of my drawings.')
  // Moves the paragraph to the top with the keyboard.
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(fields.nth(0).getByLabel(uiText('form:field.paragraph'))).toHaveValue(
    'I agree to photos of my drawings.',
  )
  await page.getByRole('button', { name: uiText('form:confirm.action') }).click()
  await page.getByRole('dialog').getByLabel(uiText('formConfirm:read')).check()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: uiText('form:confirm.action') })
    .click()
  await expect(page.getByText(uiText('form:confirm.done'))).toBeVisible()

  await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile?tab=documents`)
  await page.getByRole('button', { name: uiText('form:send.action') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: uiText('form:send.action') })
    .click()
  await expect(page.getByText(uiText('form:missing.title'))).toBeVisible()

  const phone = await openSignedIn(browser, product, ana, { phone: true })
  await phone.page.goto('/dashboard/client/forms')
  await phone.page.getByRole('link', { name: 'Consent to photos', exact: true }).click()
  await expect(heading(phone.page, 'Consent to photos')).toBeVisible()
  const answer = phone.page.getByLabel('What may be shown?')
  await answer.fill('The blue one')
  await expect.poll(async () => (await openForm()).draftVersion).toBeGreaterThan(0)
  await phone.page.reload()
  await expect(answer).toHaveValue('The blue one')
  await phone.page.getByLabel(uiText('form:own.name')).fill('Ana Moreau')
  await phone.page.getByRole('button', { name: uiText('form:own.signAction') }).click()
  const download = phone.page.getByRole('link', { name: new RegExp(uiText('form:download')) })
  await expect(download).toBeVisible({ timeout: 30_000 })
  const [file] = await Promise.all([phone.page.waitForEvent('download'), download.click()])
  const bytes = await readFile(await file.path())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await expect(page.getByText(uiText('form:state.signed'), { exact: true })).toBeVisible()
  await expectNoErrors(nora, phone)
})

async function openForm() {
  const { items } = await ana.api.form.mine({})
  return ana.api.form.open({ id: items[0]?.id ?? '' })
}
