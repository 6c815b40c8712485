import { expect, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { openPayments, payerAddress } from './issued-invoice.ts'
import {
  openSignedIn,
  planSessionAtByApi,
  startJourneyPractice,
  type ClientPracticeMember,
  type JourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { ageSession, sendWaitingMails } from './time.ts'
import { uiText, uiTextPattern } from './ui-text.ts'
import { allViews, expectAccessibleInViews, heading } from './views.ts'
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

/** Enters the date of birth, without which no estimate is sent. */
async function enterBirthDate() {
  const { api } = practice.therapist
  const { version, ...known } = await api.client.get({ id: ana.clientId })
  const { firstName, lastName, email, phone, address, language } = known
  const { emergencyName, emergencyPhone, emergencyRelationship } = known
  const emergency = { emergencyName, emergencyPhone, emergencyRelationship }
  const facts = { firstName, lastName, email, phone, address, language, ...emergency }
  await api.client.edit({ id: ana.clientId, version, ...facts, dateOfBirth: '1991-04-03' })
}

/** Ana cancels a session that begins in two hours and was booked a day ago, and the therapist accepts. Returns the id of the session. */
async function cancelLate() {
  const inTwoHours = new Date(Date.now() + 2 * 60 * 60_000).toISOString()
  const session = await planSessionAtByApi(practice.therapist, ana.clientId, inTwoHours, true)
  await ageSession(product, session.id, { booked: 24 * 60 })
  const id = randomUUID()
  await ana.api.changeRequest.askCancel({ id, sessionId: session.id })
  await practice.therapist.api.changeRequest.accept({ id, command: randomUUID() })
  return session.id
}

/** Records a session that took place yesterday. Returns its id. */
async function completeSession(): Promise<string> {
  const id = randomUUID()
  const startsAt = new Date(Date.now() - 24 * 60 * 60_000).toISOString()
  const session = { id, clientIds: [ana.clientId], startsAt, durationMinutes: 50, format: 'video' as const }
  await practice.therapist.api.session.logPast({ ...session, outcome: 'completed' })
  return id
}

/** Adds a service for sessions by video, in the currency of a business. */
const addService = (currency: string, code: string, priceMinor: string) => {
  const id = randomUUID()
  const service = { code, text: 'Psychotherapy', minutes: 50, priceMinor, currency, taxRateBp: null, place: '' }
  return practice.therapist.api.service.add({ id, ...service, defaultFormat: 'video' }).then(() => id)
}

test('a German fee for a cancelled session gets its own invoice, which a business in Italy cannot issue @slow', async ({
  browser,
}) => {
  const { api } = practice.therapist
  await addService('EUR', 'GOP 870', '9500')
  const items = [await completeSession(), await cancelLate()].map((sessionId) => ({
    sessionId,
    clientId: ana.clientId,
  }))
  const { ids } = await api.invoice.draftSessions({ command: randomUUID(), items })
  const drafts = await Promise.all(ids.map((id) => api.invoice.get({ id })))
  expect(drafts.map(({ isFee, lines }) => [isFee, lines.length]).toSorted()).toEqual([
    [false, 1],
    [true, 1],
  ])
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  await page.goto(`/dashboard/therapist/payments/${drafts.find(({ isFee }) => isFee)?.id}`)
  await expect(page.getByText(uiText('invoiceDraft:fee')).first()).toBeVisible()
  for (const { id, isFee } of drafts) {
    const { sheet } = await api.invoice.issue({ id, command: randomUUID() })
    expect(sheet.lines.map(({ taxCategory }) => taxCategory)).toEqual([isFee ? 'O' : 'E'])
  }
  await page.goto('/dashboard/therapist/settings/business')
  await page.getByLabel(uiText('business:field.country')).selectOption('IT')
  await expect(page.getByText(uiText('business:unsupported.IT'))).toBeVisible()
  await expectNoErrors(nora)
})

/** Moves the business to Portland, Oregon. */
async function moveToUs() {
  const { api } = practice.therapist
  const { fields, version } = await api.business.own({})
  const address = { ...payerAddress, street: '20 Pine Street', postalCode: '97205', city: 'Portland', region: 'OR' }
  const numbers = { taxId: '12-3456789', npi: '1234567893', routingNumber: '021000021', accountNumber: '123456789' }
  const us = { country: 'US', currency: 'USD', taxProfile: 'us-none', iban: '' } as const
  await api.business.save({ version, fields: { ...fields, ...address, ...numbers, ...us } })
}

test(
  'a US therapist sends a Good Faith Estimate, and the client downloads it from the payments page',
  { tag: '@deep' },
  async ({ browser }) => {
    const { api } = practice.therapist
    await moveToUs()
    const serviceId = await addService('USD', '90834', '15000')
    await api.service.savePrice({ clientId: ana.clientId, serviceId, priceMinor: '12000' })
    await enterBirthDate()
    const inThreeWeeks = new Date(Date.now() + 21 * 24 * 60 * 60_000)
    inThreeWeeks.setUTCHours(12, 0, 0, 0)
    await planSessionAtByApi(practice.therapist, ana.clientId, inThreeWeeks.toISOString(), true)
    const nora = await openSignedIn(browser, product, practice.therapist)
    const { page } = nora

    await test.step('the list shows for whom an estimate is due', async () => {
      await page.goto('/dashboard/therapist/payments')
      await page.getByRole('link', { name: uiText('estimate:linkDue', { count: '1' }) }).click()
      const session = page.getByText(uiTextPattern('estimate:due.session'))
      await expectAccessibleInViews(page, 'estimates', session, allViews)
      await page
        .getByRole('link', { name: uiTextPattern('common:labelled', { label: uiText('estimate:due.write') }) })
        .click()
    })

    await test.step('an estimate is written with the agreed price, and what is missing is named', async () => {
      await expect(heading(page, uiText('estimate:titleFor', { name: 'Ana Moreau' }))).toBeVisible()
      await page.getByLabel(uiText('estimate:fields.diagnosis')).fill('F33.1')
      await page.getByLabel(uiText('estimate:fields.place')).fill('')
      await page.getByLabel(uiText('estimate:lines.addService')).selectOption(serviceId)
      await page.getByLabel(uiText('estimate:fields.quantity')).fill('10')
      await expect(page.getByText(uiText('estimate:lines.total', { sum: '$1,200.00' }))).toBeVisible()
      const send = page.getByRole('button', { name: uiText('estimate:give.submit') })
      await expect(page.getByRole('status').getByText(uiText('common:outcome.saved'))).toBeVisible()
      await send.click()
      await expect(page.getByText(uiText('estimate:missing.title'))).toBeVisible()
      await page.getByLabel(uiText('estimate:fields.place')).fill('Video, Oregon')
      await expect(page.getByText(uiText('estimate:missing.title'))).toBeHidden()
      await expectAccessibleInViews(page, 'draft of an estimate', send, allViews)
      await send.click()
      const dialog = page.getByRole('dialog', { name: uiText('estimate:give.title') })
      await expect(dialog.getByText('$1,200.00')).toBeVisible()
      await dialog.getByRole('button', { name: uiText('estimate:give.submit') }).click()
      await expect(page.getByText(uiText('estimate:give.done', { number: '1' }))).toBeVisible()
      await expect(
        page.getByRole('link', { name: uiTextPattern('common:labelled', { label: uiText('estimate:download') }) }),
      ).toBeVisible()
    })

    await test.step('the client downloads it from the payments page', async () => {
      await sendWaitingMails(product)
      const client = await openSignedIn(browser, product, ana)
      await client.page.goto('/dashboard/client/payments')
      const download = client.page.getByRole('link', {
        name: uiTextPattern('common:labelled', { label: uiText('estimate:download') }),
      })
      await expectAccessibleInViews(client.page, 'payments with an estimate', download, allViews)
      const downloading = client.page.waitForEvent('download')
      await download.click()
      expect((await downloading).suggestedFilename()).toMatch(/^Good-Faith-Estimate-.*-1\.pdf$/)
      await expect(client.page.getByText('F33.1')).toHaveCount(0)
      await expectNoErrors(client)
    })

    await test.step('an invoice of $400 above the estimate is announced on its draft', async () => {
      const { id, version, ...draft } = await api.invoice.create({ id: randomUUID(), clientId: ana.clientId })
      const { language, note, reference, showDiagnosis, diagnosis } = draft
      const content = { payerId: draft.payer.id, language, note, reference, showDiagnosis, diagnosis }
      const line = {
        serviceOn: null,
        serviceTime: null,
        minutes: null,
        code: '',
        text: 'Psychotherapy',
        factorMilli: null,
      }
      const rest = {
        factorReason: '',
        place: '',
        quantityMilli: 1000,
        priceMinor: '160000',
        taxRateBp: null,
        sessionId: null,
      }
      await api.invoice.saveDraft({ id, version, ...content, lines: [{ ...line, ...rest }] })
      await page.goto(`/dashboard/therapist/payments/${id}`)
      await expect(page.getByText(uiText('estimate:warning.draftTitle'))).toBeVisible()
    })
    await expectNoErrors(nora)
  },
)
