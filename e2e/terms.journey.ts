import { expect, test } from '@playwright/test'
import { openSignedIn, planSessionByApi, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { checkByKeyboard } from './steps.ts'
import { uiText, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test('a therapist sets terms, and a client sees them before booking @slow', async ({ browser }) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  const { id } = await planSessionByApi(practice.therapist, ana.clientId, 6, 10, true)
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora

  await test.step('errors are shown, and leaving with unsaved changes asks first', async () => {
    await page.goto('/dashboard/therapist/settings/session-terms')
    const blocked = page.getByLabel(uiText('terms:cancel.blockedHours')).first()
    await blocked.fill('30')
    await page.getByRole('button', { name: uiText('settings:form.save') }).click()
    await expect(page.getByText(uiText('terms:problem.blockedBeyondLate'))).toBeVisible()
    await blocked.fill('4')
    await expect(
      page.getByText(uiTextPattern('sessionDialog:terms.cancel.blocked_other', { count: '4' })).first(),
    ).toBeVisible()
    await page.getByRole('link', { name: uiText('settings:subjects.appearance') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: uiText('settings:form.stay') })
      .click()
    await expect(blocked).toHaveValue(`4 ${uiText('terms:hoursShort')}`)
  })

  await test.step('saved terms apply at once: windows, early cancellations, a location, a second reminder', async () => {
    await page.getByLabel(uiText('terms:cancel.lateHours')).first().fill('48')
    await checkByKeyboard(page.getByRole('switch', { name: uiText('terms:cancel.atOnce') }))
    await page.getByRole('button', { name: uiText('settings:form.save') }).click()
    await expect(page.getByText(uiText('settings:form.saved'))).toBeVisible()
    await page.goto('/dashboard/therapist/settings/new-sessions')
    await page.getByLabel(uiText('terms:defaults.video')).fill('https://meet.example.org/{room}')
    await page.getByRole('button', { name: uiText('terms:remind.add') }).click()
    await page.getByRole('button', { name: uiText('settings:form.save') }).click()
    await expect(page.getByText(uiText('settings:form.saved'))).toBeVisible()
    const terms = await practice.therapist.api.terms.mine({})
    expect(terms).toMatchObject({
      cancel: { lateHours: 48, blockedHours: 4 },
      acceptEarlyCancels: true,
      remindBefore: [1440, 120],
    })
    const next = await planSessionByApi(practice.therapist, ana.clientId, 7, 10, true)
    expect(next.videoUrl).toMatch(/^https:\/\/meet\.example\.org\/[\w-]{20,}$/)
  })

  await test.step('the client sees the terms in the request dialogs', async () => {
    const client = await openSignedIn(browser, product, ana, { phone: true })
    await client.page.goto(`/dashboard/client/sessions/session-details?id=${id}`)
    await client.page.getByRole('button', { name: uiText('negotiation:act.askCancel') }).click()
    const question = client.page.getByRole('dialog')
    await expect(question.getByText(uiTextPattern('sessionDialog:terms.cancel.free'))).toBeVisible()
    await expect(question.getByText(uiText('sessionDialog:terms.atOnce'))).toBeVisible()
    await question.getByRole('button', { name: uiText('sessionDialog:asking.askCancel.back') }).click()
    await client.page.getByRole('button', { name: uiText('negotiation:act.askMove') }).click()
    await expect(question.getByText(uiTextPattern('sessionDialog:terms.move.free'))).toBeVisible()
    await expectNoErrors(client)
  })
  await expectNoErrors(nora)
})

/** A PNG image of one black pixel. */
const blackPixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
)

test('a therapist outside Italy completes the business settings and turns on payments [3.11] @deep', async ({
  browser,
}) => {
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  const field = (name: 'name' | 'taxId' | 'street' | 'postalCode' | 'city' | 'iban') =>
    page.getByLabel(uiText(`business:field.${name}`), { exact: true })
  const country = page.getByLabel(uiText('business:field.country'))
  await page.goto('/dashboard/therapist')
  await page.getByRole('link', { name: uiText('shell:paymentsOff.incomplete') }).click()
  await country.selectOption('IT')
  await expect(page.getByText(uiText('business:unsupported.IT'))).toBeVisible()
  await country.selectOption('DE')
  await field('name').fill('Praxis Lindqvist')
  await field('taxId').fill('29/815/08150')
  await field('street').fill('Lange Str. 1')
  await field('postalCode').fill('10115')
  await field('city').fill('Berlin')
  await field('iban').fill('DE89 3704 0044 0532 0130 01')
  await page.getByRole('button', { name: uiText('settings:form.save') }).click()
  await expect(page.getByText(uiText('business:problem.iban.check-digits'))).toBeVisible()
  await field('iban').fill('DE89 3704 0044 0532 0130 00')
  await page.getByRole('button', { name: uiText('settings:form.save') }).click()
  await expect(page.getByText(uiText('shell:paymentsOff.off'))).toBeVisible()
  await page.getByRole('link', { name: uiText('shell:paymentsOff.off') }).click()
  await checkByKeyboard(page.getByRole('switch', { name: uiText('business:payments.label') }))
  const menu = page.getByRole('navigation', { name: uiText('shell:navigation') })
  await expect(menu.getByRole('link', { name: uiText('shell:pages.payments'), exact: true })).toHaveAttribute(
    'href',
    '/dashboard/therapist/payments',
  )
  expect(await practice.therapist.api.business.access({})).toEqual({ open: true, reason: null })
  await page.goto('/dashboard/therapist/settings/invoices')
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: blackPixel })
  await expect(page.getByRole('img', { name: uiText('business:logo.alt') })).toBeVisible()
  await page.goto('/dashboard/therapist/settings/business')
  await expect(field('iban')).toHaveValue('DE89 3704 0044 0532 0130 00')
  await expectNoErrors(nora)
})
