import { type Browser, expect, test } from '@playwright/test'
import { wallClockOf } from '../packages/contract/src/common/time/time.ts'
import {
  type JourneyPractice,
  journeyZone,
  openSignedIn,
  planSessionAtByApi,
  type PracticeMember,
  startJourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { listDelayedEmails } from './time.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors, expectNoErrors, newVisitor, type Visitor, visitorPassword } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const hour = 3_600_000
const inHours = (hours: number) => new Date(Math.ceil(Date.now() / 600_000) * 600_000 + hours * hour).toISOString()
const clockIn = (hours: number) => wallClockOf(new Date(Date.now() + hours * hour).toISOString(), journeyZone).time

/** Signs a person in again with password and second factor. */
async function signInAgain(browser: Browser, member: PracticeMember, around = {}): Promise<Visitor> {
  const visitor = await newVisitor(browser, product, member.email, around)
  const { page } = visitor
  await page.goto('/')
  await page.getByLabel(uiText('login:email')).fill(member.email)
  await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
  await page.getByRole('button', { name: uiText('login:signIn.submit') }).click()
  // Uses the next code, because the current one may have been used when the practice was set up.
  const code = member.totp?.generate({ timestamp: Date.now() + 30_000 }) ?? ''
  await page.getByLabel(uiText('login:code')).fill(code)
  await page.getByRole('button', { name: uiText('login:secondFactor.submit') }).click()
  await page.waitForURL(/dashboard/)
  return visitor
}

test(
  'after a restore everyone signs in again, and a held email leaves only after its therapist’s decision',
  { tag: '@deep' },
  async ({ browser }) => {
    const { therapist, admin } = practice
    const ana = await practice.newClient('Ana', 'Moreau')
    // Ana's quiet hours delay the email.
    await ana.api.account.saveNotificationSettings({ quiet: { from: clockIn(-1), to: clockIn(3) }, mail: {} })
    await planSessionAtByApi(therapist, ana.clientId, inHours(72))
    await expect.poll(() => listDelayedEmails(product), { timeout: 90_000 }).toContain('session-planned')
    await product.restartRestored()

    const signedOut = await openSignedIn(browser, product, therapist)
    await signedOut.page.goto('/dashboard/therapist')
    await expect(signedOut.page.getByLabel(uiText('login:password'), { exact: true })).toBeVisible()
    // An email that a person just requested is sent at once.
    await ana.api.login.requestReset({ email: ana.email })
    expect((await product.inbox.mailTo(ana.email, /reset-password/)).text).toBeTruthy()

    const office = await signInAgain(browser, admin)
    const numbers = office.page.getByRole('region', { name: uiText('held:title') })
    await expect(numbers).toContainText(uiText('held:kinds.mail'))
    await expect(numbers).not.toContainText('Moreau')

    await ana.api.login.signIn({ email: ana.email, password: visitorPassword })
    await ana.api.account.saveNotificationSettings({ quiet: null, mail: {} })
    const nora = await signInAgain(browser, therapist)
    const held = nora.page.getByRole('region', { name: uiText('held:title') })
    await expect(held).toContainText('Ana Moreau')
    const subjects = () => product.inbox.mails.map(({ subject }) => subject)
    const before = subjects().length
    const what = `${uiText('outbox:kinds.session-planned')}, Ana Moreau`
    await held.getByRole('button', { name: uiText('held:sendOf', { what }) }).click()
    await expect(held.getByRole('button', { name: uiText('held:sendOf', { what }) })).toHaveCount(0)
    await expect.poll(() => subjects().length).toBe(before + 1)
    await expectNoErrors(nora, office)
  },
)
