import { expect, test, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 120_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  const { api } = practice.therapist
  const { version, fields } = await api.business.own({})
  const address = { street: 'Osterstraße 41', postalCode: '20259', city: 'Hamburg', country: 'DE' }
  const account = { name: 'Lindqvist', taxId: '42/118/03771', accountName: 'Nora', iban: 'DE89370400440532013000' }
  await api.business.save({ version, fields: { ...fields, ...address, ...account } })
  await api.business.setOn({ on: true })
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Submits the dialog and returns the name and the bytes of the download. */
async function submitted(page: Page) {
  const download = page.waitForEvent('download')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: uiText('invoiceExport:submit') })
    .click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('a therapist exports the last month for the accountant', { tag: '@deep' }, async ({ browser }) => {
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  await page.goto('/dashboard/therapist/payments')
  const open = page.getByRole('button', { name: uiText('invoice:list.export') })
  const dialog = page.getByRole('dialog', { name: uiText('invoiceExport:title') })

  await test.step('the journal of the last month downloads', async () => {
    await open.click()
    const { name, bytes } = await submitted(page)
    expect(name).toMatch(/^invoice-journal-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/)
    expect(bytes.toString()).toContain('"Number"')
    await expect(dialog).toBeHidden()
  })

  await test.step('a period with its end before its begin is refused', async () => {
    await open.click()
    await dialog.getByLabel(uiText('invoiceExport:from'), { exact: true }).fill('5 May 2099')
    await dialog.getByRole('button', { name: uiText('invoiceExport:submit') }).click()
    await expect(dialog.getByText(uiText('invoiceExport:problems.reversed'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('DATEV asks for the numbers of the tax adviser', async () => {
    await open.click()
    await dialog.getByRole('radio', { name: uiText('invoiceExport:formats.datev') }).check()
    await dialog.getByRole('button', { name: uiText('invoiceExport:submit') }).click()
    await expect(dialog.getByText(uiText('invoiceExport:problems.consultant'))).toBeVisible()
    await dialog.getByLabel(uiText('invoiceExport:consultant')).fill('29098')
    await dialog.getByLabel(uiText('invoiceExport:client')).fill('55003')
    const { name, bytes } = await submitted(page)
    expect(name).toMatch(/^EXTF_Buchungsstapel_/)
    expect(bytes.toString('latin1')).toContain(';29098;55003;')
  })
  await expectNoErrors(nora)
})
