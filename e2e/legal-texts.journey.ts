import { expect, type Page, test } from '@playwright/test'
import { addClientByApi, openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { allViews, expectAccessibleInViews, heading } from './views.ts'
import { closeVisitors, expectNoErrors, newVisitor, visitorPassword } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Writes a draft in the settings and publishes it. */
async function publish(page: Page, name: string, words: string) {
  await page.getByRole('button', { name: uiText('adminSettings:legal.editPage', { page: name }) }).click()
  const editing = page.getByRole('dialog', { name })
  const label = uiText('adminSettings:legal.textOf', { page: name, language: 'English' })
  await editing.getByRole('textbox', { name: label }).fill(words)
  await editing.getByRole('button', { name: uiText('adminSettings:legal.save') }).click()
  await expect(editing).toBeHidden()
  const title = uiText('adminSettings:legal.publishPage', { page: name })
  await page.getByRole('button', { name: title }).click()
  const reading = page.getByRole('dialog', { name: title })
  await expect(reading.getByText(words)).toBeVisible()
  const submit = reading.getByRole('button', {
    name: uiText('adminSettings:legal.publishLanguage', { language: 'English' }),
  })
  await submit.click()
  await expect(reading.getByText(uiText('adminSettings:legal.confirmFirst'))).toBeVisible()
  await reading.getByRole('checkbox', { name: uiText('adminSettings:legal.confirm') }).check()
  await submit.click()
  await expect(reading).toBeHidden()
}

test('an admin publishes legal texts, an invited client agrees on joining, and both sides see it @deep', async ({
  browser,
}) => {
  const admin = await openSignedIn(browser, product, practice.admin)
  await admin.page.goto('/dashboard/admin/settings/legal-texts')
  await publish(admin.page, uiText('common:legal.privacy'), 'We store as little as we can.')
  await publish(admin.page, uiText('common:legal.consent'), 'I agree to the first text.')

  const record = await addClientByApi(practice.therapist, 'Ida', 'Berg', { email: 'ida@practice.test', invite: true })
  const { link } = await practice.therapist.api.connection.invitationSecrets({ id: record.invitation?.id ?? '' })
  const ida = await newVisitor(browser, product, 'ida@practice.test')
  await ida.page.goto(link)
  const tick = ida.page.getByRole('checkbox', { name: uiText('legalText:joining.client.tick') })
  await expect(tick).not.toBeChecked()
  await expectAccessibleInViews(ida.page, 'consent on joining', tick, allViews)
  const passwords = ida.page.locator('input[type=password]')
  await passwords.nth(0).fill(visitorPassword)
  await passwords.nth(1).fill(visitorPassword)
  await tick.check()
  await publish(admin.page, uiText('common:legal.consent'), 'I agree to the second text.')
  await ida.page.locator('button[type=submit]').click()
  await expect(ida.page.getByText(uiText('legalText:joining.changed'))).toBeVisible()
  await expect(ida.page.getByText('I agree to the second text.')).toBeVisible()
  await expect(tick).not.toBeChecked()
  await expect(passwords.nth(0)).toHaveValue(visitorPassword)
  await tick.check()
  await ida.page.locator('button[type=submit]').click()
  await expect(ida.page).toHaveURL(/\/dashboard\/client$/)

  await ida.page.goto('/dashboard/client/settings/account')
  const own = ida.page.getByRole('region', { name: uiText('legalText:agreed.title') })
  await own.getByRole('button', { name: uiText('legalText:agreed.read') }).click()
  await expect(ida.page.getByRole('dialog').getByText('I agree to the second text.')).toBeVisible()
  await ida.page.keyboard.press('Escape')

  const nora = await openSignedIn(browser, product, practice.therapist)
  await nora.page.goto(`/dashboard/therapist/clients/${record.id}/client-profile?tab=documents`)
  await expect(nora.page.getByRole('region', { name: uiText('legalText:agreed.clientTitle') })).toBeVisible()

  await publish(admin.page, uiText('common:legal.privacy'), 'We store even less.')
  await ida.page.goto('/dashboard/client')
  const dismiss = ida.page.getByRole('button', { name: uiText('legalText:change.dismiss') })
  await expectAccessibleInViews(ida.page, 'the privacy notice changed', dismiss, allViews)
  await dismiss.click()
  await expect(dismiss).toBeHidden()
  await ida.page.goto('/legal/privacy')
  await expect(heading(ida.page, uiText('common:legal.privacy'))).toBeVisible()
  await expect(ida.page.getByText('We store even less.')).toBeVisible()
  await practice.admin.api.administration.saveSettings({ retentionYears: 13 })
  await ida.page.reload()
  const periods = ida.page.getByRole('region', { name: uiText('keptPeriods:title') })
  const period = uiText('keptPeriods:years_other', { count: '13' })
  await expect(periods.getByText(uiText('keptPeriods:records.text', { period }))).toBeVisible()
  await expectAccessibleInViews(ida.page, 'the privacy notice with the periods', periods, allViews)
  await expectNoErrors(admin, ida, nora)
})
