import { expect, test, type Locator, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { openStripeDouble, type StripeDouble } from '../apps/server/src/testing/doubles/stripe.ts'
import { countClicks } from './clicks.ts'
import { issueInvoiceByApi, openPayments } from './issued-invoice.ts'
import {
  addClientByApi,
  dayOfLastMonth,
  openSignedIn,
  startJourneyPractice,
  type ClientPracticeMember,
  type JourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { ageInvoice } from './time.ts'
import { uiText, uiTextPattern } from './ui-text.ts'
import { expectAccessibleInViews, heading, setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let clients: ClientPracticeMember[]
let stripe: StripeDouble
test.describe.configure({ timeout: 120_000 })
test.beforeAll(async () => {
  stripe = await openStripeDouble()
  const doubles = { DOUBLE_ORIGINS: stripe.origin, PAYMENT_API_ORIGIN: stripe.origin, ATTUNE_ALLOW_TEST_PAYMENTS: 'on' }
  ;({ product, practice } = await startJourneyPractice(doubles))
  clients = [await practice.newClient('Ana', 'Moreau'), await practice.newClient('Ben', 'Okoye')]
  const price = { priceMinor: '9500', currency: 'EUR', taxRateBp: null, defaultFormat: 'video' as const }
  const service = { id: randomUUID(), code: '870', text: 'Psychotherapy', minutes: 50, place: '', ...price }
  for (const client of clients) await openPayments(practice, client)
  await practice.therapist.api.service.add(service)
})
test.afterAll(async () => {
  await product.stop()
  await stripe.close()
})
test.afterEach(closeVisitors)

/** Records a completed session of each client in the previous month, and one of a client without an account, who has no address either. */
async function recordLastMonth() {
  const { api } = practice.therapist
  const { id: carla } = await addClientByApi(practice.therapist, 'Carla', 'Adams')
  for (const [index, clientId] of [...clients.map((client) => client.clientId), carla].entries()) {
    const session = { durationMinutes: 50, format: 'video', outcome: 'completed' } as const
    const startsAt = `${dayOfLastMonth(10)}T1${index}:00:00Z`
    await api.session.logPast({ id: randomUUID(), clientIds: [clientId], startsAt, ...session })
  }
}

const payments = '/dashboard/therapist/payments'
/** Whether a menu entry shows its whole text, and no other element covers its end. */
const isWholeAndOnTop = (entry: HTMLElement | SVGElement) => {
  const { right, top, height } = entry.getBoundingClientRect()
  const ends = [right - 20, right - 4].map((x) => document.elementFromPoint(x, top + height / 2))
  return entry.scrollWidth <= entry.clientWidth && ends.every((end) => end !== null && entry.contains(end))
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a therapist bills last month for all clients and sends the invoices in five clicks, and stops the emails @slow', async ({
  browser,
}) => {
  await recordLastMonth()
  const visitor = await setView(await openSignedIn(browser, product, practice.therapist, { plain: true }))
  const { page } = visitor
  const within = await countClicks(page)
  const dialog = page.getByRole('dialog', { name: uiText('issueMany:title_other') })
  await page.goto(payments)
  await within(5, async () => {
    await page
      .getByRole('link', { name: uiText('toBill:title') })
      .first()
      .click()
    await button(page, uiText('toBill:lastMonth')).click()
    await button(page, uiText('issueMany:open_other', { count: '3' })).click()
    await expect(dialog.getByText(uiTextPattern('issueMany:obstacle.client-pays'))).toBeVisible()
    await button(page, uiText('issueMany:open_other', { count: '2' })).click()
    await expect(dialog.getByText(uiText('issueMany:running_other', { done: '2', count: '2' }))).toBeVisible()
  })
  await expectAccessibleInViews(
    page,
    'invoices that were issued',
    dialog.getByText(uiTextPattern('issueMany:leaving_other')),
  )
  await button(page, uiText('issueMany:stopSending')).click()
  await expect(dialog.getByText(uiText('issueMany:stopped_other', { count: '2' }))).toBeVisible()
  const { items } = await practice.therapist.api.invoice.list({ filter: 'all', limit: 10 })
  const issued = items
    .toReversed()
    .flatMap(({ number, clientName }) => (number ? [[number.slice(-4), clientName]] : []))
  expect(issued).toEqual([
    ['0001', 'Ana Moreau'],
    ['0002', 'Ben Okoye'],
  ])
  await expectNoErrors(visitor)
})

for (const phone of [false, true])
  test(`from the row of an invoice, a payment takes two clicks and Enter, a transfer of today, a reminder and an issue two clicks, ${phone ? 'on a phone @deep' : 'on a desktop @slow'}`, async ({
    browser,
  }) => {
    const [ana] = clients as [ClientPracticeMember]
    const { api } = practice.therapist
    const [paid, transferred, overdue] = [
      await issueInvoiceByApi(practice, ana),
      await issueInvoiceByApi(practice, ana),
      await issueInvoiceByApi(practice, ana),
    ]
    await ageInvoice(product, overdue.id, 40)
    const visitor = await setView(await openSignedIn(browser, product, practice.therapist, { phone, plain: true }))
    const { page } = visitor
    const within = await countClicks(page)
    const choose = async (name: string, act: string) => {
      await button(page, uiText('invoice:list.menuOf', { name })).click()
      const wanted = page.getByRole('menuitem', { name: act })
      await expect(wanted).toBeVisible()
      for (const entry of await page.getByRole('menuitem').all())
        expect(
          await entry.evaluate(isWholeAndOnTop),
          `${await entry.innerText()} is on the screen, and above the buttons of other rows and the toast`,
        ).toBe(true)
      await wanted.click()
    }
    await page.goto(payments)
    await expect(heading(page, uiText('invoice:list.title'))).toBeVisible()
    const [total, tools] = [page.getByRole('term').first(), page.getByRole('searchbox')]
    await expect(total).toHaveText(uiText('invoice:summary.open'))
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0
    expect(await topOf(total), 'the sums are above the list').toBeLessThan(await topOf(tools))

    await within(2, async () => {
      await choose(paid.number, uiText('payment:record.action'))
      await expect(page.getByLabel(uiText('payment:record.amount'))).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByText(uiText('payment:record.donePaid'))).toBeVisible()
    })
    await within(2, async () => {
      await choose(transferred.number, uiText('payment:record.transferToday', { amount: '€95.00' }))
      await expect.poll(async () => (await api.invoice.get({ id: transferred.id })).status).toBe('paid')
    })
    await within(2, async () => {
      await choose(overdue.number, uiText('payment:reminders.submit'))
      await expect(page.getByText(uiText('paymentReminder:toSend.sent'))).toBeVisible()
    })

    const empty = await api.invoice.create({ id: randomUUID(), clientId: clients[1]?.clientId ?? '' })
    const { lines } = await api.invoice.get({ id: paid.id })
    const [{ netMinor: _net, isCredited: _credited, position: _position, ...line }] = lines as [(typeof lines)[number]]
    const { id, version, language, note, reference, showDiagnosis, diagnosis, payer } = empty
    const content = {
      payerId: payer.id,
      language,
      note,
      reference,
      showDiagnosis,
      diagnosis,
      lines: [{ ...line, taxRateBp: null }],
    }
    await api.invoice.saveDraft({ id, version, ...content })
    await page.reload()
    await within(2, async () => {
      const label = uiText('issueMany:act')
      await button(page, uiText('common:labelled', { label, text: 'Ben Okoye' })).click()
      const dialog = page.getByRole('dialog', { name: uiText('issueMany:title_one') })
      await dialog.getByRole('button', { name: uiText('issueMany:open_one', { count: '1' }) }).click()
      await expect(page.getByText(uiText('issueMany:running_one', { done: '1', count: '1' }))).toBeVisible()
    })
    expect((await api.invoice.get({ id })).status).toBe('issued')
    await expectNoErrors(visitor)
  })

for (const phone of [false, true])
  test(`a client pays an invoice online with two clicks from the home, not counting the provider's page, ${phone ? 'on a phone @slow' : 'on a desktop @deep'}`, async ({
    browser,
  }) => {
    const { api } = practice.therapist
    const payer = await practice.newClient(phone ? 'Mia' : 'Leo', 'Vogel')
    await openPayments(practice, payer)
    await api.onlinePayment.saveKey({ key: stripe.key })
    await api.onlinePayment.setOn({ on: true })
    const { number } = await issueInvoiceByApi(practice, payer)
    // Expects status 401 in the console: a full browser requests the favicon of the provider's page, which the double does not have.
    const visitor = await setView(await openSignedIn(browser, product, payer, { phone, plain: true }), /status of 401/)
    const { page } = visitor
    const within = await countClicks(page)
    const pay = uiText('onlinePayment:pay.action')
    await page.goto('/dashboard/client')
    await within(2, async () => {
      if (phone) {
        const title = uiText('dashboard:toPay.title_one', { amount: '€95.00' })
        const label = uiText('dashboard:toPay.pay')
        await page.getByRole('link', { name: uiText('common:labelled', { label, text: title }) }).click()
        await button(page, pay).click()
      } else {
        const menu = page.getByRole('navigation', { name: uiText('shell:navigation') })
        await menu.getByRole('link', { name: uiText('shell:pages.payments') }).click()
        await button(page, uiText('common:labelled', { label: pay, text: number })).click()
      }
      await page.waitForURL(`${stripe.origin}/pay/*`)
    })
    await page.getByRole('button').click()
    await expect(page.getByText(uiText('onlinePayment:return.paid'))).toBeVisible()
    await expectNoErrors(visitor)
  })
