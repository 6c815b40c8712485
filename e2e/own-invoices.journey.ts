import { expect, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiTextIn } from './ui-text.ts'
import { allViews, expectAccessibleInViews, heading, setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.describe.configure({ timeout: 120_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau', 'de')
  await openPractice()
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Returns a text in German, the language of the client. */
const german = (key: Parameters<typeof uiTextIn>[1], values?: Record<string, string>) => uiTextIn('de', key, values)

const address = { street: 'Osterstraße 41', postalCode: '20259', city: 'Hamburg', region: '', country: 'DE' }

/** Completes the business settings and saves the client's address. */
async function openPractice() {
  const { api } = practice.therapist
  const { fields, version } = await api.business.own({})
  const account = { taxId: '42/118/03771', accountName: 'Nora Lindqvist', iban: 'DE89370400440532013000' }
  const business = { name: 'Lindqvist Psychotherapy', taxProfile: 'de-exempt', currency: 'EUR' } as const
  await api.business.save({ version, fields: { ...fields, ...business, ...account, ...address } })
  await api.business.setOn({ on: true })
  const { payer } = await api.payer.get({ id: ana.clientId })
  const { kind, contactId, name, email, reference, buyerReference, wantsDiagnosis, clientWantsDiagnosis } = payer
  const kept = { kind, contactId, name, email, reference, buyerReference, wantsDiagnosis, clientWantsDiagnosis }
  await api.payer.save({ id: ana.clientId, version: payer.version, ...kept, ...address })
}

/** Issues an invoice of one line. Returns its id and number. */
async function issueInvoice() {
  const { api } = practice.therapist
  const { id, version, ...draft } = await api.invoice.create({ id: randomUUID(), clientId: ana.clientId })
  const line = {
    serviceOn: '2026-11-02',
    serviceTime: '10:00',
    minutes: 50,
    code: '870',
    text: 'Psychotherapie',
    factorMilli: null,
    factorReason: '',
    place: '',
    quantityMilli: 1000,
    priceMinor: '9500',
    taxRateBp: null,
    sessionId: null,
  }
  const { language, note, reference, showDiagnosis, diagnosis } = draft
  const content = { payerId: draft.payer.id, language, note, reference, showDiagnosis, diagnosis, lines: [line] }
  await api.invoice.saveDraft({ id, version, ...content })
  const { sheet } = await api.invoice.issue({ id, command: randomUUID() })
  return { id, number: sheet.number }
}

test(
  'a client views what was issued to them, downloads PDF and XML, and keeps the page after a disconnect [1.12]',
  { tag: '@deep' },
  async ({ browser }) => {
    const visitor = await setView(await openSignedIn(browser, product, ana))
    const { page } = visitor
    const menu = page.getByRole('navigation', { name: german('shell:navigation') })
    await page.goto('/dashboard/client')
    await expect(menu.getByText(german('shell:paymentsOff.none-issued'))).toBeVisible()
    const { id, number } = await issueInvoice()

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
