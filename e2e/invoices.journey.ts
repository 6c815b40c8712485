import { expect, test, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import {
  dayOfLastMonth,
  openSignedIn,
  planSessionAtByApi,
  startJourneyPractice,
  type ClientPracticeMember,
  type JourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { ageSession } from './time.ts'
import { uiText, uiTextPattern } from './ui-text.ts'
import { closeVisitors, expectNoErrors, type Visitor } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
let nora: Visitor
test.describe.configure({ timeout: 120_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
  await addPriceAndAddress()
})
test.beforeEach(async ({ browser }) => {
  nora = await openSignedIn(browser, product, practice.therapist)
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const address = { street: 'Osterstraße 41', postalCode: '20259', city: 'Hamburg', region: '', country: 'DE' }

const business = {
  name: 'Lindqvist Psychotherapy',
  taxId: '42/118/03771',
  accountName: 'Nora Lindqvist',
  iban: 'DE89370400440532013000',
}

/** Completes the business settings and switches payments on. */
async function openPayments() {
  const { api } = practice.therapist
  const { version, fields } = await api.business.own({})
  await api.business.save({ version, fields: { ...fields, ...address, ...business } })
  await api.business.setOn({ on: true })
}

/** Adds a price for sessions by video, and the client's address. */
async function addPriceAndAddress() {
  const { api } = practice.therapist
  await api.service.add({
    id: randomUUID(),
    code: 'GOP 870',
    text: 'Psychotherapy',
    minutes: 50,
    priceMinor: '9500',
    currency: 'EUR',
    taxRateBp: null,
    defaultFormat: 'video',
    place: '',
  })
  const { payer } = await api.payer.get({ id: ana.clientId })
  const { kind, contactId, name, email, reference, buyerReference, wantsDiagnosis, clientWantsDiagnosis } = payer
  const fields = { kind, contactId, name, email, reference, buyerReference, wantsDiagnosis, clientWantsDiagnosis }
  await api.payer.save({ id: ana.clientId, version: payer.version, ...fields, ...address })
}

/** Records a completed session at 10:00 UTC. Returns its id. */
async function recordSession(day: string): Promise<string> {
  const id = randomUUID()
  await practice.therapist.api.session.logPast({
    id,
    clientIds: [ana.clientId],
    startsAt: `${day}T10:00:00Z`,
    durationMinutes: 50,
    format: 'video',
    outcome: 'completed',
  })
  return id
}

/** Ana cancels a session that begins in two hours and was booked a day ago, and the therapist accepts. */
async function cancelLate() {
  const inTwoHours = new Date(Date.now() + 2 * 60 * 60_000).toISOString()
  const session = await planSessionAtByApi(practice.therapist, ana.clientId, inTwoHours, true)
  await ageSession(product, session.id, { booked: 24 * 60 })
  const id = randomUUID()
  await ana.api.changeRequest.askCancel({ id, sessionId: session.id })
  await practice.therapist.api.changeRequest.accept({ id, command: randomUUID() })
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const labelled = (label: string) => uiTextPattern('common:labelled', { label })

test('a therapist completes the business settings, waives a late cancellation, drafts all of last month, issues and prints', async () => {
  const { page } = nora
  await recordSession(dayOfLastMonth(10))
  await recordSession(dayOfLastMonth(17))
  await cancelLate()

  await test.step('the business settings are completed, and payments are switched on', async () => {
    await page.goto('/dashboard/therapist/settings/business')
    await page.getByLabel(uiText('business:field.name')).fill(business.name)
    await page.getByLabel(uiText('business:field.country')).selectOption('DE')
    await page.getByLabel(uiText('business:field.taxId')).fill(business.taxId)
    await page.getByLabel(uiText('business:field.street')).fill(address.street)
    await page.getByLabel(uiText('business:field.postalCode')).fill(address.postalCode)
    await page.getByLabel(uiText('business:field.city')).fill(address.city)
    await page.getByLabel(uiText('business:field.accountName')).fill(business.accountName)
    await page.getByLabel(uiText('business:field.iban')).fill(business.iban)
    await button(page, uiText('settings:form.save')).click()
    await expect(page.getByText(uiText('settings:form.saved'))).toBeVisible()
    await page.goto('/dashboard/therapist/settings/payments')
    await page.getByRole('switch', { name: uiText('business:payments.label') }).press('Space')
    await expect(page.getByText(uiText('business:payments.switchedOn'))).toBeVisible()
  })

  await test.step('a late cancellation is waived, restored and waived again', async () => {
    const menu = page.getByRole('navigation', { name: uiText('shell:navigation') })
    await menu.getByRole('link', { name: uiText('shell:pages.payments') }).click()
    await page
      .getByRole('link', { name: uiText('toBill:title') })
      .first()
      .click()
    await expect(heading(page, uiText('toBill:title'))).toBeVisible()
    const late = page.getByRole('main').getByText(uiText('toBill:kind.late-cancel'))
    await expect(late).toBeVisible()
    await button(page, labelled(uiText('toBill:waive'))).click()
    await expect(late).toBeHidden()
    await button(page, uiText('toBill:undo')).click()
    await expect(late).toBeVisible()
    await button(page, labelled(uiText('toBill:waive'))).click()
    await expect(late).toBeHidden()
  })

  await test.step('all of last month becomes one draft for the payer', async () => {
    await button(page, uiText('toBill:lastMonth')).click()
    await expect(page).toHaveURL(/filter=draft/)
    await page.getByRole('link', { name: uiText('invoice:list.noNumber') }).click()
    await expect(heading(page, uiText('invoiceDraft:title', { name: 'Ana Moreau' }))).toBeVisible()
    await expect(page.getByText('€190.00').first()).toBeVisible()
  })

  await test.step('a note is saved while it is typed, and shown on the preview', async () => {
    await page.getByLabel(uiText('invoiceDraft:texts.note')).fill('Thank you.')
    const preview = page.getByRole('article', { name: uiText('invoiceDraft:preview.title') })
    await expect(preview.getByText('Thank you.')).toBeVisible()
  })

  await test.step('the draft is issued after a confirmation, and the sheet is printed alone', async () => {
    await button(page, uiText('invoiceDraft:issue')).click()
    const dialog = page.getByRole('dialog', { name: uiText('invoiceDraft:issuing.title') })
    await expect(dialog.getByText(uiText('invoiceDraft:issuing.text'))).toBeVisible()
    await dialog.getByRole('button', { name: uiText('invoiceDraft:issue') }).click()
    const title = uiTextPattern('invoice:titles.invoice', { number: /\d{4}-0001/ })
    await expect(heading(page, title)).toBeVisible()
    await expect(button(page, uiText('invoiceDraft:issue'))).toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('main')).toBeHidden()
    await expect(page.getByText('Thank you.').filter({ visible: true })).toHaveCount(1)
    await page.emulateMedia({ media: null })
  })

  await test.step('an unknown id is not found', async () => {
    await page.goto(`/dashboard/therapist/payments/${randomUUID()}`)
    await expect(heading(page, uiText('invoice:page.notFound'))).toBeVisible()
  })
  await expectNoErrors(nora)
})

test(
  'a therapist corrects an issued invoice: the credit note names it, and the session is on the new draft',
  { tag: '@deep' },
  async () => {
    const { page } = nora
    const { api } = practice.therapist
    await openPayments()
    const sessionId = await recordSession(dayOfLastMonth(24))
    const items = [{ sessionId, clientId: ana.clientId }]
    const { ids } = await api.invoice.draftSessions({ command: randomUUID(), items })
    const issued = await api.invoice.issue({ id: ids[0] ?? '', command: randomUUID() })
    const { number } = issued.sheet

    await page.goto(`/dashboard/therapist/payments/${issued.id}`)
    await button(page, uiText('invoice:mistake.correct')).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: uiText('invoice:correct.submit') })
      .click()
    await expect(heading(page, uiText('invoiceDraft:title', { name: 'Ana Moreau' }))).toBeVisible()
    await expect(page.getByText(uiText('invoiceDraft:replaces', { number }))).toBeVisible()
    const draftId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect((await api.invoice.get({ id: draftId })).lines.map((line) => line.sessionId)).toEqual([sessionId])

    await page.goto(`/dashboard/therapist/payments/${issued.id}`)
    await page.getByRole('link', { name: uiTextPattern('invoice:page.creditedBy') }).click()
    await expect(heading(page, uiTextPattern('invoice:titles.credit-note'))).toBeVisible()
    await expect(page.getByText(uiTextPattern('invoiceSheet:corrects', { number })).first()).toBeVisible()
    await expectNoErrors(nora)
  },
)
