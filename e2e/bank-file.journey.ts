import { expect, test } from '@playwright/test'
import { camtFile } from '../apps/server/src/features/billing/payment/bank-file/bank-file.testing.ts'
import { issueInvoiceByApi, openPayments } from './issued-invoice.ts'
import {
  dayAhead,
  openSignedIn,
  startJourneyPractice,
  type ClientPracticeMember,
  type JourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextPattern } from './ui-text.ts'
import { allViews, desktopViewport, expectAccessibleInViews, heading, setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.describe.configure({ timeout: 120_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
  await openPayments(practice, ana)
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test(
  'a bank file books two payments, one after review; the second completes the invoice, the receipt appears and the dashboard adds up',
  { tag: ['@look', '@deep'] },
  async ({ browser }) => {
    const { id, number } = await issueInvoiceByApi(practice, ana)
    const visitor = await setView(await openSignedIn(browser, product, practice.therapist))
    const { page } = visitor
    const day = dayAhead(0)
    const statement = camtFile([
      { day, amount: '40.00', text: `Rechnung ${number} Teil 1`, reference: 'A1' },
      { day, amount: '55.00', text: `Rechnung ${number} Rest`, reference: 'A2' },
      { day, amount: '12.00', text: 'Something else', payer: 'Ben Okoye', reference: 'A3' },
    ])
    const file = { name: 'statement.xml', mimeType: 'text/xml', buffer: Buffer.from(statement) }
    const upload = () => page.locator('input[type=file]').setInputFiles(file)
    const boxOf = (amount: string) => page.getByRole('checkbox', { name: amount })

    await test.step('the list of invoices leads to the import', async () => {
      await page.goto('/dashboard/therapist/payments')
      await page.getByRole('button', { name: uiText('invoice:list.actions'), exact: true }).click()
      await page.getByRole('menuitem', { name: uiText('bankFile:title') }).click()
      await expect(heading(page, uiText('bankFile:title'))).toBeVisible()
    })

    await test.step('the payment that completes the invoice is selected, the part is reviewed', async () => {
      await upload()
      await expect(boxOf('€55.00')).toBeChecked()
      await expect(boxOf('€40.00')).not.toBeChecked()
      await expect(boxOf('€12.00')).toBeDisabled()
      await expectAccessibleInViews(page, 'payments of a bank statement', boxOf('€40.00'), allViews)
      await boxOf('€40.00').check()
      await page.getByRole('button', { name: uiText('bankFile:review.submit_other', { count: '2' }) }).click()
      await expect(page.getByText(uiText('bankFile:done.title_other', { count: '2' }))).toBeVisible()
    })

    await test.step('the same file again offers nothing that was recorded', async () => {
      await page.getByRole('button', { name: uiText('bankFile:done.another') }).click()
      await upload()
      await expect(page.getByRole('link', { name: number })).toHaveCount(2)
      await expect(page.getByRole('checkbox')).toHaveCount(1)
    })

    await test.step('the invoice is paid and has a receipt', async () => {
      // Uses the desktop size, because on a phone the downloads are in a menu and the dashboard's chart loads only when it is scrolled into view.
      await page.setViewportSize(desktopViewport)
      await page.goto(`/dashboard/therapist/payments/${id}`)
      await expect(page.getByText(uiText('invoice:status.paid')).first()).toBeVisible()
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: uiText('invoice:documents.receipt') }).click()
      expect((await downloading).suggestedFilename()).toContain(number)
    })

    await test.step('the dashboard adds up', async () => {
      await page.goto('/dashboard/therapist')
      // The chart loads when it becomes visible.
      await page.getByRole('heading', { name: uiText('dashboard:chart.money') }).scrollIntoViewIfNeeded()
      const sums = uiTextPattern('moneyChart:sum', { issued: '€95.00', received: '€95.00' })
      await expect(page.getByText(sums)).toBeVisible()
      await expect(
        page.getByText(uiTextPattern('moneyChart:openNow', { open: '€0.00', overdue: '€0.00' })),
      ).toBeVisible()
    })

    await test.step('a CSV file asks for its columns, and an invoice is chosen with the keyboard', async () => {
      const open = await issueInvoiceByApi(practice, ana)
      await page.goto('/dashboard/therapist/payments/bank-file')
      const text = `Datum;Name;Verwendungszweck;Betrag\n${day};Ana Moreau;Therapie;"30,00"\n`
      const csv = { name: 'umsatz.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
      await page.locator('input[type=file]').setInputFiles(csv)
      const next = page.getByRole('button', { name: uiText('bankFile:columns.submit') })
      await expectAccessibleInViews(page, 'columns of a bank statement', next)
      await next.press('Enter')
      await page.getByRole('button', { name: uiTextPattern('bankFile:match.choose') }).press('Enter')
      const dialog = page.getByRole('dialog')
      const choice = dialog.getByRole('button', { name: open.number })
      await expectAccessibleInViews(page, 'invoices for a payment', choice, undefined, '[role="dialog"]')
      await choice.press('Enter')
      await expect(boxOf('€30.00')).toBeChecked()
    })

    await test.step('a CSV file of a Volksbank offers the payment and reads what it took back as a reversal', async () => {
      const open = await issueInvoiceByApi(practice, ana)
      await page.goto('/dashboard/therapist/payments/bank-file')
      const [year, month, date] = day.split('-')
      const row = (text: string, amount: string, sign: string) =>
        `${date}.${month}.${year};Ana Moreau;${text};EUR;${amount};${sign}\n`
      const head =
        'Volksbank Musterstadt eG;;;;;\nBuchungstag;Auftraggeber/Zahlungsempfänger;Vorgang/Verwendungszweck;Währung;Umsatz; \n'
      const rows = [
        row(`Rechnung ${open.number}`, '95,00', 'H'),
        row('Miete', '800,00', 'S'),
        row('Honorar 4711', '41,00', 'H'),
        row('Rücklastschrift Honorar 4711', '41,00', 'S'),
      ]
      const buffer = Buffer.from(head + rows.join(''), 'latin1')
      await page.locator('input[type=file]').setInputFiles({ name: 'volksbank.csv', mimeType: 'text/csv', buffer })
      await page.getByRole('button', { name: uiText('bankFile:columns.submit') }).press('Enter')
      await expect(boxOf('€95.00')).toBeChecked()
      await expect(page.getByText('€800.00')).toBeHidden()
      await expect(boxOf('€41.00')).toBeHidden()
    })
    await expectNoErrors(visitor)
  },
)

test(
  'the month of an accountant is reconciled from one file: a transfer for two invoices, a reversal, an overpayment that is moved and a split payment',
  { tag: '@deep' },
  async ({ browser }) => {
    const { api } = practice.therapist
    const ben = await practice.newClient('Ben', 'Okoye')
    await openPayments(practice, ben)
    const invoices: Awaited<ReturnType<typeof issueInvoiceByApi>>[] = []
    for (let count = 0; count < 6; count += 1) invoices.push(await issueInvoiceByApi(practice, ben))
    const [one, two, returned, overpaid, third, fourth] = invoices.map(({ number }) => number)
    const day = dayAhead(0)
    const from = { day, payer: 'Ben Okoye' }
    const statement = camtFile([
      { ...from, amount: '190.00', text: `Rechnungen ${one} und ${two}`, reference: 'M1' },
      { ...from, amount: '95.00', text: `Rechnung ${returned}`, reference: 'M2' },
      { ...from, amount: '95.00', text: `Rechnung ${returned}`, reference: 'M2', debit: true, reversal: true },
      { ...from, amount: '125.00', text: `Rechnung ${overpaid}`, reference: 'M3' },
      { ...from, amount: '150.00', text: `${third} ${fourth}`, reference: 'M4' },
    ])
    const visitor = await setView(await openSignedIn(browser, product, practice.therapist))
    const { page } = visitor
    const boxOf = (amount: string) => page.getByRole('checkbox', { name: amount })

    await test.step('what agrees is ready, the rest asks, and the reversed payment is not offered', async () => {
      await page.goto('/dashboard/therapist/payments/bank-file')
      const buffer = Buffer.from(statement)
      await page.locator('input[type=file]').setInputFiles({ name: 'month.xml', mimeType: 'text/xml', buffer })
      await expect(boxOf('€190.00')).toBeChecked()
      await expect(boxOf('€125.00')).not.toBeChecked()
      await expect(boxOf('€150.00')).not.toBeChecked()
      await expect(page.getByRole('checkbox')).toHaveCount(3)
      await expect(page.getByRole('heading', { name: uiText('bankFile:review.reversed') })).toBeVisible()
      await boxOf('€125.00').check()
      await boxOf('€150.00').check()
      await page.getByRole('button', { name: uiText('bankFile:review.submit_other', { count: '3' }) }).click()
      await expect(page.getByText(uiText('bankFile:done.title_other', { count: '3' }))).toBeVisible()
    })

    await test.step('the overpayment is moved to an open invoice of the payer', async () => {
      await page.goto(`/dashboard/therapist/payments/${invoices[3]?.id}`)
      const move = page.getByRole('button', { name: uiText('payment:credit.move'), exact: true })
      await move.click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: uiText('payment:credit.move') })
        .click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(move).toHaveCount(0)
    })

    await test.step('the sums agree with the bank', async () => {
      const stored = await Promise.all(invoices.map(({ id }) => api.invoice.get({ id })))
      const paid = stored.reduce((sum, { paidMinor }) => sum + Number(paidMinor), 0)
      expect(paid).toBe(19_000 + 9500 - 9500 + 12_500 + 15_000)
      const payments = stored.flatMap((invoice) => invoice.payments)
      const ofBank = payments.filter(({ method }) => method === 'bank-transfer')
      expect(ofBank.reduce((sum, { amountMinor }) => sum + Number(amountMinor), 0)).toBe(paid)
      expect(stored.map(({ openMinor }) => Number(openMinor)).toSorted((x, y) => x - y)).toEqual([
        0, 0, 0, 0, 4000, 6500,
      ])
    })
    await expectNoErrors(visitor)
  },
)
