import { withPatientWord } from '@attune/contract/common/text/client-word'
import { expect, test } from '@playwright/test'
import { type JourneyPractice, openSignedIn, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { heading } from './views.ts'
import { closeVisitors, expectNoErrors, newVisitor } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test('open pages and visitors have the changed settings of an admin without a reload [2.04, 2.05] @deep', async ({
  browser,
}) => {
  const admin = await openSignedIn(browser, product, practice.admin)
  const therapist = await openSignedIn(browser, product, practice.therapist)
  await therapist.page.goto('/dashboard/therapist')
  const settingsOf = () =>
    therapist.page.evaluate(
      () => JSON.parse(localStorage.getItem('attune-settings') ?? '{}') as { idleMinutes?: object },
    )

  await test.step('an open page of a therapist takes the new screen lock', async () => {
    await admin.page.goto('/dashboard/admin/settings/privacy')
    const minutes = admin.page.getByLabel(uiText('adminSettings:privacy.idleStaff'))
    await minutes.fill('7')
    await minutes.press('Enter')
    await expect(admin.page.getByText(uiText('common:outcome.saved'), { exact: true })).toBeVisible()
    await expect.poll(settingsOf, { timeout: 15_000 }).toMatchObject({ idleMinutes: { therapist: 7, client: 30 } })
  })

  await test.step('the admin chooses the word patient, and the open page of the therapist says patients', async () => {
    const menu = (words: string) => therapist.page.getByRole('link', { name: words, exact: true }).first()
    await expect(menu(uiText('shell:pages.clients'))).toBeVisible()
    await admin.page.goto('/dashboard/admin/settings/languages')
    await admin.page.getByLabel(uiText('adminSettings:languages.word')).selectOption('patients')
    const patients = withPatientWord('en', uiText('shell:pages.clients'))
    await expect(menu(patients)).toBeVisible({ timeout: 15_000 })
    await therapist.page.goto('/dashboard/therapist/clients')
    await expect(heading(therapist.page, patients)).toBeVisible()
  })

  await test.step('the admin publishes the imprint, and a visitor reads it from the sign-in page', async () => {
    const imprint = uiText('common:legal.imprint')
    await admin.page.goto('/dashboard/admin/settings/legal-texts')
    await admin.page.getByRole('button', { name: uiText('adminSettings:legal.editPage', { page: imprint }) }).click()
    const dialog = admin.page.getByRole('dialog', { name: imprint })
    const language = 'English'
    await dialog
      .getByRole('textbox', { name: uiText('adminSettings:legal.textOf', { page: imprint, language }) })
      .fill('Lindqvist Psychotherapy, Main Street 1')
    await dialog.getByRole('button', { name: uiText('adminSettings:legal.save') }).click()
    await expect(dialog).toBeHidden()
    const publish = uiText('adminSettings:legal.publishPage', { page: imprint })
    await admin.page.getByRole('button', { name: publish, exact: true }).click()
    const reading = admin.page.getByRole('dialog', { name: publish })
    await reading.getByRole('checkbox', { name: uiText('adminSettings:legal.confirm') }).check()
    await reading.getByRole('button', { name: uiText('adminSettings:legal.publishLanguage', { language }) }).click()
    await expect(reading).toBeHidden()
    const guest = await newVisitor(browser, product, 'guest@practice.test')
    await guest.page.goto('/')
    await guest.page.getByRole('link', { name: imprint }).click()
    await expect(heading(guest.page, imprint)).toBeVisible()
    await expect(guest.page.getByText('Lindqvist Psychotherapy, Main Street 1')).toBeVisible()
    await expectNoErrors(guest)
  })

  await test.step('the profile of the admin has picture, names, password, two-step verification, language and time zone', async () => {
    await admin.page.goto('/dashboard/admin/profile')
    const list = admin.page.getByRole('navigation', { name: uiText('settings:title') })
    for (const [page, names] of [
      ['security', [uiText('security:password.change')]],
      ['appearance', [uiText('account:settings.language'), uiText('account:settings.zone')]],
    ] as const) {
      await list.getByRole('link', { name: uiText(`settings:subjects.${page}`) }).click()
      for (const name of names) await expect(admin.page.getByText(name, { exact: true }).first()).toBeVisible()
    }
  })
  await expectNoErrors(admin, therapist)
})
