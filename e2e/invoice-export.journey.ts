import { expect, test, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { readDatevBatch } from '../apps/server/src/features/billing/invoice/export/datev/datev-reader.testing.ts'
import { issueInvoiceByApi, openPayments } from './issued-invoice.ts'
import { dayAhead, openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 120_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  const ana = await practice.newClient('Ana', 'Moreau')
  await openPayments(practice, ana)
  await issueInvoiceByApi(practice, ana)
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
  const open = async () => {
    await page.getByRole('button', { name: uiText('invoice:list.actions'), exact: true }).click()
    await page.getByRole('menuitem', { name: uiText('invoice:list.export') }).click()
  }
  const dialog = page.getByRole('dialog', { name: uiText('invoiceExport:title') })

  const today = dayAhead(0)
  /** Opens the dialog, and chooses DATEV and today as the period. */
  const openDatev = async () => {
    await open()
    await dialog.getByRole('radio', { name: uiText('invoiceExport:formats.datev') }).check()
    const typed = new Date(`${today}T12:00:00Z`).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    })
    for (const field of ['from', 'until'] as const)
      await dialog.getByLabel(uiText(`invoiceExport:${field}`), { exact: true }).fill(typed)
  }

  await test.step('the journal of the last month downloads', async () => {
    await open()
    const { name, bytes } = await submitted(page)
    expect(name).toMatch(/^invoice-journal-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/)
    expect(bytes.toString()).toContain('"Number"')
    await expect(dialog).toBeHidden()
  })

  await test.step('a period with its end before its begin is refused', async () => {
    await open()
    await dialog.getByLabel(uiText('invoiceExport:from'), { exact: true }).fill('5 May 2099')
    await dialog.getByRole('button', { name: uiText('invoiceExport:submit') }).click()
    await expect(dialog.getByText(uiText('invoiceExport:problems.reversed'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('DATEV asks for the numbers of the tax adviser', async () => {
    await open()
    await dialog.getByRole('radio', { name: uiText('invoiceExport:formats.datev') }).check()
    await dialog.getByRole('button', { name: uiText('invoiceExport:submit') }).click()
    await expect(dialog.getByText(uiText('invoiceExport:problems.consultant'))).toBeVisible()
    await dialog.getByLabel(uiText('invoiceExport:consultant')).fill('29098')
    await dialog.getByLabel(uiText('invoiceExport:client')).fill('55003')
    const { name, bytes } = await submitted(page)
    expect(name).toMatch(/^EXTF_Buchungsstapel_/)
    expect(bytes.toString('latin1')).toContain(';29098;55003;')
    await expect(page.getByText(uiText('invoiceExport:begunEmpty'))).toBeVisible()
  })

  await test.step('a German practice exports this month on accrual, with the stored numbers', async () => {
    await openDatev()
    await expect(
      dialog.getByText(
        uiText('invoiceExport:settings.inUse', { consultant: '29098', client: '55003', chart: 'SKR03' }),
      ),
    ).toBeVisible()
    await expect(dialog.getByLabel(uiText('invoiceExport:consultant'))).toHaveCount(0)
    await dialog
      .getByLabel(uiText('invoiceExport:basis', { year: today.slice(0, 4) }))
      .selectOption(uiText('invoiceExport:bases.accrual'))
    const { bytes } = await submitted(page)
    expect(readDatevBatch(bytes)).toEqual({ chart: '03', revenue: 9500, vat: 0, debtors: 9500, money: {} })
  })

  await test.step('an Austrian practice is told what is missing, enters it, and exports', async () => {
    const { api } = practice.therapist
    const { version, fields } = await api.business.own({})
    await api.business.save({ version, fields: { ...fields, country: 'AT', taxProfile: 'at-exempt' } })
    await page.reload()
    await openDatev()
    const kind = uiText('invoiceExport:kinds.exempt')
    await dialog.getByRole('button', { name: uiText('invoiceExport:submit') }).click()
    await expect(dialog.getByText(uiText('invoiceExport:accountsMissing', { names: kind }))).toBeVisible()
    await dialog.getByLabel(uiText('invoiceExport:accountOf', { name: kind })).fill('4050')
    const { bytes } = await submitted(page)
    expect(readDatevBatch(bytes)).toEqual({ chart: '07', revenue: 9500, vat: 0, debtors: 9500, money: {} })
  })

  await test.step('the settings have what the dialog asked for, and a fixed basis', async () => {
    await page.goto('/dashboard/therapist/settings/accounting')
    await expect(page.getByLabel(uiText('invoiceExport:consultant'))).toHaveValue('29098')
    const account = uiText('invoiceExport:accountOf', { name: uiText('invoiceExport:kinds.exempt') })
    await expect(page.getByLabel(account)).toHaveValue('4050')
    await expect(page.getByLabel(uiText('invoiceExport:basis', { year: today.slice(0, 4) }))).toBeDisabled()
    await page.getByLabel(uiText('invoiceExport:client')).fill('55004')
    await page.getByRole('button', { name: uiText('settings:form.save') }).click()
    await expect(page.getByText(uiText('settings:form.saved'))).toBeVisible()
  })
  await expectNoErrors(nora)
})
