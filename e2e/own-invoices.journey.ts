import { expect, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { issueInvoiceByApi, openPayments, payerAddress } from './issued-invoice.ts'
import {
  addClientByApi,
  openSignedIn,
  startJourneyPractice,
  type ClientPracticeMember,
  type JourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextIn } from './ui-text.ts'
import { allViews, expectAccessibleInViews, heading, setView } from './views.ts'
import { closeVisitors, expectNoErrors, linkFromMail, newVisitor } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.describe.configure({ timeout: 120_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau', 'de')
  await openPayments(practice, ana)
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Returns a text in German, the language of the client. */
const german = (key: Parameters<typeof uiTextIn>[1], values?: Record<string, string>) => uiTextIn('de', key, values)

test(
  'a client views what was issued to them, downloads PDF and XML, and keeps the page after a disconnect [1.12]',
  { tag: '@deep' },
  async ({ browser }) => {
    const visitor = await setView(await openSignedIn(browser, product, ana))
    const { page } = visitor
    const menu = page.getByRole('navigation', { name: german('shell:navigation') })
    await page.goto('/dashboard/client')
    await expect(menu.getByText(german('shell:paymentsOff.none-issued'))).toBeVisible()
    const { id, number } = await issueInvoiceByApi(practice, ana)

    await menu.getByRole('link', { name: german('shell:pages.payments') }).click()
    const link = page.getByRole('link', { name: number })
    await expectAccessibleInViews(page, 'payments of a client', link, allViews)
    await link.click()
    const title = heading(page, german('invoice:titles.invoice', { number }))
    const code = page.getByRole('img', { name: german('ownInvoice:qr') })
    await expectAccessibleInViews(page, 'invoice of a client', code, allViews)
    await expect(title).toBeVisible()
    for (const kind of ['pdf', 'xml'] as const) {
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: german(`invoice:documents.${kind}`) }).click()
      expect((await downloading).suggestedFilename()).toBe(`Invoice-${number}.${kind}`)
    }

    await practice.therapist.api.connection.disconnect({ clientId: ana.clientId, command: randomUUID() })
    await page.goto(`/dashboard/client/payments/${id}`)
    await expect(title).toBeVisible()
    await expect(page.getByRole('article')).toBeVisible()
    await expectNoErrors(visitor)
  },
)

/** Makes an insurer the payer of a new client, with the client's agreement. Returns the id of the client's record. */
async function addInsuredClient(email: string): Promise<string> {
  const { api } = practice.therapist
  const { id } = await addClientByApi(practice.therapist, 'Tom', 'Berger')
  const payer = await api.payer.save({
    id,
    version: 0,
    kind: 'organization',
    contactId: null,
    name: 'Hanse Insurance',
    ...payerAddress,
    email,
    reference: 'P 1234',
    buyerReference: '',
    wantsDiagnosis: false,
    clientWantsDiagnosis: false,
  })
  await api.payer.recordAgreement({ id, payerId: payer.id ?? '', name: payer.name, day: '2026-11-02' })
  return id
}

test(
  'a payer without an account opens the invoice with the link of the email and the postal code, until it is withdrawn',
  { tag: '@deep' },
  async ({ browser }) => {
    const email = 'billing@hanse.test'
    const { id, number } = await issueInvoiceByApi(practice, { clientId: await addInsuredClient(email) })
    const insurer = await newVisitor(browser, product, email, { locale: 'de-DE' })
    const { page } = insurer
    const link = await linkFromMail(product, insurer, '/invoice')
    await page.goto(link)
    const code = page.getByLabel(german('linkedInvoice:postalCode'))
    await expectAccessibleInViews(page, 'postal code of a payer', code, allViews)
    const open = page.getByRole('button', { name: german('linkedInvoice:open') })
    await code.fill('99999')
    await open.click()
    await expect(page.getByText(german('linkedInvoice:wrong'))).toBeVisible()
    await code.fill(payerAddress.postalCode)
    await open.click()

    const title = heading(page, german('invoice:titles.invoice', { number }))
    const qr = page.getByRole('img', { name: german('ownInvoice:qr') })
    await expectAccessibleInViews(page, 'invoice of a payer', qr, allViews)
    await expect(title).toBeVisible()
    for (const kind of ['pdf', 'xml'] as const) {
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: german(`invoice:documents.${kind}`) }).click()
      expect((await downloading).suggestedFilename()).toBe(`Invoice-${number}.${kind}`)
    }
    await page.reload()
    await expect(title).toBeVisible()

    const nora = await openSignedIn(browser, product, practice.therapist)
    await nora.page.goto(`/dashboard/therapist/payments/${id}`)
    await expect(nora.page.getByText(email)).toBeVisible()
    await nora.page.getByRole('button', { name: uiText('invoice:links.withdraw') }).click()
    await nora.page
      .getByRole('dialog')
      .getByRole('button', { name: uiText('invoice:links.withdraw') })
      .click()
    await expect(nora.page.getByText(uiText('invoice:links.done.withdrawn'))).toBeVisible()
    await page.goto('/')
    await page.goto(link)
    await expect(heading(page, german('linkedInvoice:invalid.title'))).toBeVisible()
    await expectNoErrors(insurer)
    await expectNoErrors(nora)
  },
)
