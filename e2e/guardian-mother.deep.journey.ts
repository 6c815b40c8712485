import { expect, test, type Page } from '@playwright/test'
import { newGuardianContact } from '../apps/server/src/features/people/guardian/invitations/guardian.invitations.testing.ts'
import { confirmedForm, sampleContent, sendTo } from '../apps/server/src/features/care/form/form.testing.ts'
import { openStripeDouble, type StripeDouble } from '../apps/server/src/testing/doubles/stripe.ts'
import { addGuardedChild, inviteGuardianByApi } from './guardian-family.ts'
import { issueInvoiceByApi, openPayments } from './issued-invoice.ts'
import {
  enrolByCalls,
  planSessionByApi,
  startJourneyPractice,
  type JourneyPractice,
  type PracticeMember,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors, expectNoErrors, linkFromMail, newVisitor, visitorPassword } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let stripe: StripeDouble
test.describe.configure({ timeout: 300_000 })
test.beforeAll(async () => {
  stripe = await openStripeDouble()
  const doubles = { DOUBLE_ORIGINS: stripe.origin, PAYMENT_API_ORIGIN: stripe.origin, ATTUNE_ALLOW_TEST_PAYMENTS: 'on' }
  ;({ product, practice } = await startJourneyPractice(doubles))
})
test.afterAll(async () => {
  await product.stop()
  await stripe.close()
})
test.afterEach(closeVisitors)

const email = 'anna@guardian.test'
const rights = ['sessions', 'requests', 'forms', 'invoices'] as const

/** Adds a second therapist to the practice. */
async function newTherapist(): Promise<JourneyPractice> {
  const jonas = await practice.newcomer('Jonas', 'Falk')
  await jonas.api.account.onboard({
    role: 'therapist',
    firstName: 'Jonas',
    lastName: 'Falk',
    zone: 'Europe/Berlin',
    language: 'en',
  })
  const { items } = await practice.admin.api.administration.roleRequests({ which: 'waiting' })
  for (const { id } of items) await practice.admin.api.administration.approveRole({ id, command: crypto.randomUUID() })
  await enrolByCalls(jonas)
  return { ...practice, therapist: jonas }
}

/** Adds a child with a session that awaits an answer, an open form, and an invoice that can be paid online. Returns the ids. */
async function addChild(own: JourneyPractice, firstName: string, hour: number) {
  const { therapist } = own
  const mother = newGuardianContact(email)
  const clientId = await addGuardedChild(therapist, firstName, 9, [mother])
  const { rules, version } = await therapist.api.availability.mine({})
  const open = { from: '08:00', until: '18:00', formats: ['in-person' as const, 'video' as const], location: '' }
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...open }))
  await therapist.api.availability.save({ weekly, rules, version })
  const session = await planSessionByApi(therapist, clientId, 6, hour)
  await sendTo(therapist, clientId, await confirmedForm(therapist))
  await openPayments(own, { clientId })
  await therapist.api.onlinePayment.saveKey({ key: stripe.key })
  await therapist.api.onlinePayment.setOn({ on: true })
  const invoice = await issueInvoiceByApi(own, { clientId })
  return { clientId, mother, session, invoice }
}

test('a mother joins by email, signs, moves a session and pays, for two children at two therapists', async ({
  browser,
}) => {
  const second = await newTherapist()
  const tim = await addChild(practice, 'Tim', 10)
  const lea = await addChild(second, 'Lea', 12)
  await inviteGuardianByApi(practice.therapist, tim.clientId, tim.mother, [...rights])
  const anna = await newVisitor(browser, product, email)
  const { page } = anna

  await test.step('she joins by the link of the email, with a password of her own', async () => {
    await page.goto(await linkFromMail(product, anna, '/setup-password'))
    await page.locator('input[type=password]').nth(0).fill(visitorPassword)
    await page.locator('input[type=password]').nth(1).fill(visitorPassword)
    await page.getByRole('button', { name: uiText('login:invitation.submitGuardian') }).click()
    await expect(page).toHaveURL(new RegExp(`/for/${tim.clientId}`))
  })

  await test.step('she accepts the invitation of the second therapist with the same account', async () => {
    const { token } = await inviteGuardianByApi(second.therapist, lea.clientId, lea.mother, [...rights])
    await page.goto(`/setup-password#token=${token}`)
    await page.getByRole('button', { name: uiText('login:invitation.accept') }).click()
    await expect(page).toHaveURL(/\/for$/)
    await expect(page.getByRole('link', { name: 'Tim Weber' })).toBeVisible()
    await page.getByRole('link', { name: 'Lea Weber' }).click()
    await expect(page).toHaveURL(new RegExp(`/for/${lea.clientId}`))
  })

  for (const [child, name, own] of [
    [tim, 'Tim', practice],
    [lea, 'Lea', second],
  ] as const)
    await test.step(`for ${name} she accepts, signs, asks for another time and pays`, () =>
      doAllFor(page, child, name, own.therapist))
  await expectNoErrors(anna)
})

async function doAllFor(
  page: Page,
  { clientId, session, invoice }: Awaited<ReturnType<typeof addChild>>,
  name: string,
  therapist: PracticeMember,
) {
  const home = async () => {
    await page.goto(`/for/${clientId}`)
    await expect(page.getByRole('link', { name: uiText('guardianHome:bar.for', { name }), exact: true })).toBeVisible()
  }
  await home()
  await page.getByRole('button', { name: uiText('guardianSession:act.accept') }).click()
  await expect(page.getByText(uiText('guardianSession:awaiting'))).toHaveCount(0)

  await page.getByRole('link', { name: sampleContent().title, exact: true }).click()
  await page.getByLabel('What should we call you?').fill(name)
  await page.getByLabel(uiText('form:own.name')).fill('Anna Weber')
  await page.getByRole('button', { name: uiText('form:own.signAction') }).click()
  await expect(page.getByRole('button', { name: uiText('form:own.signAction') })).toHaveCount(0)

  await page.goto(`/for/${clientId}/sessions/${session.id}`)
  await page.getByRole('button', { name: uiText('guardianSession:act.move') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('button[aria-pressed]:has(time)').first().click()
  await dialog.getByRole('button', { name: uiText('guardianSession:move.submit') }).click()
  await expect(dialog).toBeHidden()
  const changed = page.getByRole('region', {
    name: uiText('guardianSession:change.update.title', {
      name: therapist === practice.therapist ? 'Nora Lindqvist' : 'Jonas Falk',
    }),
  })
  await expect(changed).toBeVisible()
  const { items } = await therapist.api.session.waiting({})
  const [asked] = items.flatMap(({ change }) => change?.id ?? [])
  await therapist.api.changeRequest.accept({ id: asked ?? '', command: crypto.randomUUID() })
  await expect(changed).toHaveCount(0)

  await page.goto(`/for/${clientId}/invoices/${invoice.id}`)
  await page.getByRole('button', { name: uiText('onlinePayment:pay.action') }).click()
  await page.waitForURL(`${stripe.origin}/pay/*`)
  await page.getByRole('button').click()
  await expect(page).toHaveURL(new RegExp(`/for/${clientId}/invoices/${invoice.id}`))
  await expect(page.getByText(uiText('ownInvoice:paid'))).toBeVisible()
}
