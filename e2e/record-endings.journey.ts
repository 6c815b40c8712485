import { expect, test, type Page } from '@playwright/test'
import { addClientByApi, openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { ageListedRecords, ageRecord, settleRecordList } from './time.ts'
import { uiText, uiTextPattern } from './ui-text.ts'
import { expectAccessibleInViews } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const listPath = '/dashboard/therapist/clients/retention'
const section = (page: Page, state: 'open' | 'confirmed' | 'held') =>
  page.getByRole('region', { name: new RegExp(`^${uiText(`recordEndings:${state}.title`)}`) })

/** Confirms in the open dialog, and enters a code if the second factor was last confirmed too long ago. */
async function confirmInDialog(page: Page, name: string) {
  const submit = uiTextPattern('recordEndings:confirm.submit_one')
  await page.getByRole('dialog').getByRole('button', { name: submit }).click()
  const code = page.getByLabel(uiText('login:code'))
  const confirmed = section(page, 'confirmed').getByRole('link', { name })
  await expect(code.or(confirmed).first()).toBeVisible()
  if (await code.isVisible()) {
    await code.fill(practice.therapist.totp?.generate({ timestamp: Date.now() + 30_000 }) ?? '')
    await page.keyboard.press('Enter')
  }
  await expect(confirmed).toBeVisible()
}

test('a therapist confirms a record whose retention ended, keeps another one by a hold, and only the first is erased @look @slow', async ({
  browser,
}) => {
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  await page.goto(listPath)
  await expect(page.getByText(uiText('recordEndings:emptyTitle'))).toBeVisible()
  const [old, held] = [
    await addClientByApi(practice.therapist, 'Odile', 'Berger'),
    await addClientByApi(practice.therapist, 'Henrik', 'Falk'),
  ]
  for (const { id } of [old, held]) await ageRecord(product, id, { years: 10, days: 2 })
  await settleRecordList(product, old.id)

  await test.step('both records are on the list, with the reason', async () => {
    await page.goto('/dashboard/therapist/clients')
    await page.getByRole('link', { name: uiText('recordEndings:linkOpen_other', { count: '2' }) }).click()
    await expect(section(page, 'open').getByRole('link', { name: 'Odile Berger' })).toBeVisible()
    await expect(
      section(page, 'open').getByText(uiTextPattern('recordEndings:reason.record_other')).first(),
    ).toBeVisible()
    await expectAccessibleInViews(page, 'the list of ending records', page.getByRole('main'))
  })

  await test.step('one is kept by a legal hold', async () => {
    await page.getByRole('button', { name: uiText('recordEndings:actions', { name: 'Henrik Falk' }) }).click()
    await page.getByRole('menuitem', { name: uiText('recordEndings:hold') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: uiText('recordRetention:place.label') }).fill('The court asked for it.')
    await dialog.getByRole('button', { name: uiText('recordRetention:place.submit') }).click()
    await expect(section(page, 'held').getByRole('link', { name: 'Henrik Falk' })).toBeVisible()
  })

  await test.step('the other is confirmed with the keyboard, undone and confirmed again', async () => {
    const label = uiText('recordEndings:confirm.action')
    const confirm = page.getByRole('button', { name: uiText('common:labelled', { label, text: 'Odile Berger' }) })
    await confirm.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByText(uiTextPattern('recordEndings:confirm.stays'))).toBeVisible()
    await confirmInDialog(page, 'Odile Berger')
    await section(page, 'confirmed')
      .getByRole('button', { name: uiTextPattern('recordEndings:undo.action') })
      .click()
    await expect(section(page, 'open').getByRole('link', { name: 'Odile Berger' })).toBeVisible()
    await confirm.click()
    await confirmInDialog(page, 'Odile Berger')
  })

  await test.step('a month later the confirmed record is gone, and the held one stays', async () => {
    await ageListedRecords(product, 31)
    await settleRecordList(product, held.id)
    await expect(section(page, 'confirmed')).toBeHidden()
    await expect(section(page, 'held').getByRole('link', { name: 'Henrik Falk' })).toBeVisible()
    await page.goto('/dashboard/therapist/clients')
    await expect(page.getByText('Henrik Falk').first()).toBeVisible()
    await expect(page.getByText('Odile Berger')).toHaveCount(0)
  })
  await expectNoErrors(nora)
})
