import { expect, type Page, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextPattern } from './ui-text.ts'
import { heading, phoneViewport } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 120_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

type Template = 'intake' | 'minors'

/** Sends a client a form that was created from a template. Returns its title. */
async function sendForm({ clientId }: ClientPracticeMember, template: Template): Promise<string> {
  const { api } = practice.therapist
  const { id, version, content } = await api.form.create({ id: randomUUID(), template, language: 'en' })
  // Only the question about danger must be answered in this test.
  const fields = content.fields.map((field) => ({ ...field, required: false }))
  const saved = await api.form.save({ id, version, content: { ...content, fields } })
  await api.form.confirm({ id, version: saved.version })
  const sent = { id: randomUUID(), clientId, formId: id, version: saved.version, remindAfterDays: null }
  await api.form.send(sent)
  return content.title
}

const documentsOf = ({ clientId }: ClientPracticeMember) =>
  `/dashboard/therapist/clients/${clientId}/client-profile?tab=documents`
const press = (page: Page, key: Parameters<typeof uiText>[0]) =>
  page.getByRole('button', { name: uiText(key), exact: true }).click()

test('a client who chooses an option that indicates a danger sees the numbers at once, and the therapist reviews it @slow', async ({
  browser,
}) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  const title = await sendForm(ana, 'intake')
  const phone = await openSignedIn(browser, product, ana, { phone: true })
  const nora = await openSignedIn(browser, product, practice.therapist)
  await phone.page.goto('/dashboard/client/forms')
  await phone.page.getByRole('link', { name: title, exact: true }).click()
  const option = phone.page.getByRole('checkbox', { name: 'Thoughts of harming myself' })
  await option.check()
  const notice = phone.page.getByRole('alert').filter({ hasText: uiText('safety:chosen.title') })
  await expect(notice.getByRole('link', { name: '112', exact: true })).toHaveAttribute('href', 'tel:112')
  await expect(notice.getByRole('link', { name: uiText('safety:chosen.open') })).toBeVisible()
  await option.uncheck()
  await expect(notice).toHaveCount(0)
  await option.check()
  await press(phone.page, 'form:own.submitAction')
  await expect(phone.page.getByText(uiText('form:own.submitted'), { exact: true })).toBeVisible()

  await nora.page.setViewportSize(phoneViewport)
  await nora.page.goto('/dashboard/therapist')
  const need = nora.page.getByText(uiText('dashboard:needs.line.formAlert'))
  await expect(need).toBeInViewport({ ratio: 1 })
  await nora.page.goto(documentsOf(ana))
  await expect(nora.page.getByText(uiText('form:flag.short'), { exact: true })).toBeVisible()
  await nora.page.getByRole('button', { name: title, exact: true }).click()
  const dialog = nora.page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: /Thoughts of harming myself/ })).toBeVisible()
  await dialog.getByRole('button', { name: uiText('form:flag.acknowledge') }).click()
  await expect(dialog.getByText(uiTextPattern('form:flag.acknowledged'))).toBeVisible()
  await nora.page.goto('/dashboard/therapist')
  await expect(heading(nora.page)).toBeVisible()
  await expect(need).toHaveCount(0)
  await expectNoErrors(phone, nora)
})

test('a therapist records a signature that a guardian gave on paper, and the client sees it with its scan @deep', async ({
  browser,
}) => {
  const ben = await practice.newClient('Ben', 'Moreau')
  const title = await sendForm(ben, 'minors')
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  await page.setViewportSize(phoneViewport)
  await page.goto(documentsOf(ben))
  await page.getByRole('button', { name: title, exact: true }).waitFor()
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: uiText('form:more') })
    .click()
  const record = page.getByRole('menuitem', { name: uiText('formPaper:action') })
  await expect(record).toBeInViewport({ ratio: 1 })
  await record.click()
  const dialog = page.getByRole('dialog', { name: uiText('formPaper:action') })
  await dialog.getByLabel(uiText('formPaper:name')).fill('Marta Moreau')
  await dialog.getByRole('button', { name: uiText('common:entry.openCalendar') }).click()
  const days = page.getByRole('dialog').getByRole('table')
  await days.locator('button:not([data-outside]):not(:disabled)').last().click()
  const submit = dialog.getByRole('button', { name: uiText('formPaper:action') })
  await submit.click()
  await expect(dialog.getByText(uiText('formPaper:missing'))).toBeVisible()
  const buffer = Buffer.from(`%PDF-1.7\n${'% signed\n'.repeat(200)}startxref\n9\n%%EOF\n`)
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'Consent.pdf', mimeType: 'application/pdf', buffer })
  await expect(dialog.getByText(uiText('formPaper:missing'))).toHaveCount(0)
  await expect(dialog.getByText(uiText('formPaper:notChecked'))).toHaveCount(0)
  await submit.click()
  await expect(page.getByText(uiText('formPaper:done'))).toBeVisible()
  await expect(page.getByText(/Marta Moreau/)).toBeVisible()

  const phone = await openSignedIn(browser, product, ben, { phone: true })
  await phone.page.goto('/dashboard/client/forms')
  await phone.page.getByRole('link', { name: title, exact: true }).click()
  await expect(phone.page.getByText(/Marta Moreau/)).toBeVisible()
  await phone.page.getByRole('button', { name: 'Consent.pdf' }).click()
  await expect(phone.page.getByRole('dialog')).toBeVisible()
  await expectNoErrors(nora, phone)
})
