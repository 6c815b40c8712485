import { expect, type Page, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { openStripeDouble, type StripeDouble } from '../apps/server/src/testing/doubles/stripe.ts'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextIn } from './ui-text.ts'
import { expectAccessibleInViews, heading, setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let stripe: StripeDouble
let ana: ClientPracticeMember
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  stripe = await openStripeDouble()
  const doubles = { DOUBLE_ORIGINS: stripe.origin, PAYMENT_API_ORIGIN: stripe.origin, ATTUNE_ALLOW_TEST_PAYMENTS: 'on' }
  ;({ product, practice } = await startJourneyPractice(doubles))
  ana = await practice.newClient('Ana', 'Moreau', 'de')
  await openPractice()
})
test.afterAll(async () => {
  await product.stop()
  await stripe.close()
})
test.afterEach(closeVisitors)

/** Returns a text in German, the language of the client. */
const german = (key: Parameters<typeof uiTextIn>[1], values?: Record<string, string>) => uiTextIn('de', key, values)
const provider = 'Stripe'
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

/** Issues an invoice of 95.00 €. Returns its id and number. */
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

const payButton = (page: Page) => page.getByRole('button', { name: german('onlinePayment:pay.action') })
const openInvoice = (page: Page, role: 'client' | 'therapist', id: string) =>
  page.goto(`/dashboard/${role}/payments/${id}`)
const payments = (page: Page) => page.getByRole('region', { name: uiText('payment:card.title'), exact: true })
const settings = (page: Page) => page.getByRole('region', { name: uiText('onlinePayment:title') })

test(
  'a client pays online through the provider double, twice, with and without a webhook',
  { tag: '@deep' },
  async ({ browser }) => {
    // Expects status 401 in the console: a full browser requests the favicon of the provider's page, which the double does not have.
    const client = await setView(await openSignedIn(browser, product, ana, { phone: true }), /status of 401/)
    // Expects status 409 in the console: the provider refuses the first key.
    const therapist = await setView(await openSignedIn(browser, product, practice.therapist), /status of 409/)
    const [ours, theirs] = [therapist.page, client.page]
    const [first, second] = [await issueInvoice(), await issueInvoice()]

    await test.step('while it is off, the client is offered nothing', async () => {
      await openInvoice(theirs, 'client', first.id)
      await expect(theirs.getByText(german('ownInvoice:copyIban'))).toBeVisible()
      await expect(payButton(theirs)).toHaveCount(0)
    })

    await test.step('the therapist enters a restricted key, which is checked, and switches it on', async () => {
      await ours.goto('/dashboard/therapist/settings/payments')
      await settings(ours)
        .getByRole('button', { name: uiText('onlinePayment:key.enter') })
        .click()
      const dialog = ours.getByRole('dialog')
      await dialog.getByLabel(uiText('onlinePayment:key.label')).fill(stripe.key)
      stripe.forbidden = ['/v1/refunds']
      const submit = dialog.getByRole('button', { name: uiText('onlinePayment:key.submit') })
      await submit.click()
      const missing = uiText('onlinePayment:permission.refunds')
      await expect(dialog.getByText(uiText('onlinePayment:refused.KEY_LACKS', { missing }))).toBeVisible()
      stripe.forbidden = []
      await submit.click()
      await expect(dialog).toHaveCount(0)
      const toggle = settings(ours).getByRole('switch')
      await toggle.press('Space')
      await expect(toggle).toBeChecked()
      await expectAccessibleInViews(
        ours,
        'setup of online payment',
        settings(ours).getByText(uiText('onlinePayment:hook.none')),
      )
    })

    await test.step('without a webhook, the client pays on the page of the provider, returns, and the invoice is paid', async () => {
      await openInvoice(theirs, 'client', first.id)
      await expectAccessibleInViews(theirs, 'pay online', payButton(theirs))
      await payButton(theirs).click()
      await theirs.waitForURL(`${stripe.origin}/pay/*`)
      await expect(theirs.getByRole('heading', { name: first.number })).toBeVisible()
      expect(await theirs.locator('body').innerText()).not.toMatch(/Ana|Psychotherapie/)
      await theirs.getByRole('link').click()
      await payButton(theirs).click()
      await theirs.waitForURL(`${stripe.origin}/pay/*`)
      await theirs.getByRole('button').click()
      await expect(theirs.getByText(german('onlinePayment:return.paid'))).toBeVisible()
      await expect(theirs.getByText(german('ownInvoice:paid'))).toBeVisible()
      await expect(payButton(theirs)).toHaveCount(0)
      await expect(theirs).toHaveURL(new RegExp(`${first.id}$`))
      expect(stripe.sessions.size).toBe(1)
    })

    await test.step('with a webhook, a payment shows at once, although the client does not return', async () => {
      await settings(ours)
        .getByRole('button', { name: uiText('onlinePayment:hook.enter') })
        .click()
      const dialog = ours.getByRole('dialog')
      await dialog.getByLabel(uiText('onlinePayment:hook.secret')).fill(stripe.secret)
      await dialog.getByRole('button', { name: uiText('onlinePayment:hook.submit') }).click()
      await expect(dialog).toHaveCount(0)
      await openInvoice(ours, 'therapist', second.id)
      await openInvoice(theirs, 'client', second.id)
      await payButton(theirs).click()
      await theirs.waitForURL(`${stripe.origin}/pay/*`)
      stripe.pay(stripe.lastSession().id)
      expect((await report('checkout.session.completed', stripe.lastSession())).status).toBe(200)
      await expect(payments(ours).getByText(uiText('payment:methods.provider'))).toBeVisible()
      await expect(ours.getByRole('heading', { level: 1 })).toContainText(second.number)
    })

    await test.step('a second payment shows as overpaid; the refund at the provider becomes a counter-entry', async () => {
      const payment = { invoiceId: second.id, amountMinor: '9500', currency: 'EUR', reference: '' }
      const transfer = { ...payment, id: randomUUID(), paidOn: '2026-11-03', method: 'bank-transfer' } as const
      await practice.therapist.api.payment.record(transfer)
      await expect(payments(ours).getByText(uiText('payment:card.overpaid'))).toBeVisible()
      const refund = stripe.refund(stripe.lastSession().intent?.id ?? '', 9500)
      expect((await report('refund.created', refund)).status).toBe(200)
      await expect(payments(ours).getByText(uiText('payment:card.counter'))).toBeVisible()
      await expect(payments(ours).getByText(uiText('payment:card.overpaid'))).toHaveCount(0)
      await expectAccessibleInViews(
        ours,
        'payments with a refund',
        heading(ours, uiText('invoice:titles.invoice', { number: second.number })),
      )
      await openInvoice(theirs, 'client', second.id)
      await expect(theirs.getByText(german('ownInvoice:paid'))).toBeVisible()
    })

    await test.step('the therapist removes the key, and nothing is offered any more', async () => {
      await ours.goto('/dashboard/therapist/settings/payments')
      await settings(ours)
        .getByRole('button', { name: uiText('onlinePayment:key.remove') })
        .click()
      const dialog = ours.getByRole('dialog')
      await expect(dialog).toContainText(uiText('onlinePayment:remove.text', { provider }))
      await dialog.getByRole('button', { name: uiText('onlinePayment:remove.submit') }).click()
      await expect(settings(ours).getByText(uiText('onlinePayment:key.none'))).toBeVisible()
      const third = await issueInvoice()
      await openInvoice(theirs, 'client', third.id)
      await expect(theirs.getByText(german('ownInvoice:copyIban'))).toBeVisible()
      await expect(payButton(theirs)).toHaveCount(0)
    })
    for (const visitor of [client, therapist]) await expectNoErrors(visitor)
  },
)

/** Calls the therapist's webhook as the provider does. */
async function report(type: string, object: object): Promise<Response> {
  const { hookAddress } = await practice.therapist.api.onlinePayment.setup({})
  return stripe.deliver(hookAddress, type, object)
}
