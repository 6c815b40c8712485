import { expect, test, type Page } from '@playwright/test'
import { openTestProvider } from '../apps/server/src/features/people/login/provider/provider.testing.ts'
import { openSignedIn, planSessionByApi, type JourneyPractice, startJourneyPractice, journeyZone } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, linkFromMail, newVisitor, expectNoErrors, visitorPassword } from './visitor.ts'
import { checkByKeyboard } from './steps.ts'
import { serverText, uiText, uiTextIn, uiTextPattern } from './ui-text.ts'

let provider: Awaited<ReturnType<typeof openTestProvider>>
let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  provider = await openTestProvider()
  const { name, issuer, clientId, clientSecret } = provider.configured
  ;({ product, practice } = await startJourneyPractice({
    OIDC_NAME: name,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret ?? '',
  }))
  provider.start(product.address)
})
test.afterAll(async () => {
  await product.stop()
  await provider.close()
})
test.afterEach(closeVisitors)

const settings = '/dashboard/client/settings'
const signInWith = async (page: Page, email: string, secret = visitorPassword) => {
  await page.goto('/')
  await page.getByLabel(uiText('login:email')).fill(email)
  await page.getByLabel(uiText('login:password'), { exact: true }).fill(secret)
  await page.keyboard.press('Enter')
}

test(
  'signing in with a provider explains failures, and onboarding can be finished in two tabs at once [8.02]',
  { tag: '@deep' },
  async ({ browser }) => {
    const mara = await newVisitor(browser, product, 'mara@elsewhere.test')
    const { page } = mara
    const claims = { sub: 'mara', email: mara.email, email_verified: true, given_name: 'Mara', family_name: 'Winter' }
    const go = async () => {
      await page.goto('/')
      await page.getByRole('button', { name: uiText('reauthentication:continueWith', { name: 'Practice ID' }) }).click()
    }

    await test.step('the sign-in page explains each failure', async () => {
      provider.deny()
      await go()
      await expect(page.getByText(uiText('reauthentication:service.denied'))).toBeVisible()
      provider.is({ ...claims, email_verified: false })
      await go()
      await expect(page.getByText(uiText('reauthentication:service.unproved-address'))).toBeVisible()
      await page.goto('/api/auth/callback/openid?code=made-up&state=made-up')
      await expect(page.getByText(uiText('common:errors.signInWith.failed', { name: 'Practice ID' }))).toBeVisible()
      await practice.newClient('Ina', 'Berger')
      provider.is({ ...claims, sub: 'ina', email: 'ina@practice.test' })
      await go()
      await expect(page.getByText('An account with this email already exists.')).toBeVisible()
    })
    await test.step('signing in works, and the names are prefilled', async () => {
      provider.is(claims)
      await go()
      await expect(page).toHaveURL(/\/onboarding$/)
      await expect(page.getByLabel(uiText('onboarding:firstName'))).toHaveValue('Mara')
      await expect(page.getByLabel(uiText('onboarding:lastName'))).toHaveValue('Winter')
    })
    await test.step('two tabs finish onboarding: there is one role request, and both show it', async () => {
      const other = await page.context().newPage()
      await other.goto('/onboarding')
      for (const tab of [page, other])
        await checkByKeyboard(tab.getByRole('radio', { name: uiTextPattern('onboarding:therapist') }))
      await Promise.all(
        [page, other].map((tab) => tab.getByRole('button', { name: uiText('onboarding:submit') }).click()),
      )
      for (const tab of [page, other]) {
        await expect(tab.getByRole('heading', { name: uiText('onboarding:waiting.title') })).toBeVisible()
      }
      const { items } = await practice.admin.api.administration.roleRequests({ which: 'waiting' })
      expect(items.map(({ name }) => name)).toEqual(['Mara Winter'])
    })
    await expectNoErrors(mara)
  },
)

test(
  'a client changes language, theme, password and email, sees all logins, and deletes the account [4.09, 4.11]',
  { tag: '@deep' },
  async ({ browser }) => {
    const member = await practice.newClient('Ana', 'Moreau')
    const ana = await openSignedIn(browser, product, member)
    const { page } = ana
    const fresh = 'Winter-garden-2026-owl'
    const elsewhere = practice.newMember(member.email)

    await test.step('language and theme apply at once and persist', async () => {
      await page.goto(settings)
      await page.getByLabel(uiText('account:settings.language'), { exact: true }).selectOption({ label: 'Français' })
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
      await expect(
        page.getByRole('heading', { level: 1, name: uiTextIn('fr', 'settings:subjects.appearance') }),
      ).toBeVisible()
      await page
        .getByRole('radiogroup', { name: uiTextIn('fr', 'account:settings.theme') })
        .getByText(uiTextIn('fr', 'account:settings.themes.dark'), { exact: true })
        .click()
      await expect(page.locator('html')).toHaveClass(/(^| )dark( |$)/)
      await page.reload()
      await expect(page.locator('html')).toHaveClass(/(^| )dark( |$)/)
      await page
        .getByLabel(uiTextIn('fr', 'account:settings.language'), { exact: true })
        .selectOption({ label: 'English' })
      await expect(page.getByRole('heading', { level: 1, name: uiText('settings:subjects.appearance') })).toBeVisible()
    })
    await test.step('a new password shows its strength while typing and signs out every other browser', async () => {
      await elsewhere.api.login.signIn({ email: member.email, password: visitorPassword })
      await page.goto(`${settings}/security`)
      await page.getByRole('button', { name: uiText('security:password.change') }).click()
      const dialog = page.getByRole('dialog')
      const next = dialog.getByLabel(uiText('login:newPassword'), { exact: true })
      const meter = dialog.locator('[data-strength]')
      await next.fill('Password1')
      await expect(meter).toHaveAttribute('data-strength', 'weak')
      await next.fill(fresh)
      await expect(meter).toHaveAttribute('data-strength', 'strong')
      await dialog.getByLabel(uiText('security:password.current')).fill('Not-this-one-7')
      await dialog.getByRole('button', { name: uiText('security:password.save') }).click()
      await expect(dialog.getByText(uiText('security:password.wrong'))).toBeVisible()
      await dialog.getByLabel(uiText('security:password.current')).fill(visitorPassword)
      await dialog.getByRole('button', { name: uiText('security:password.save') }).click()
      await expect(page.getByText(uiText('security:password.changed'))).toBeVisible()
      expect((await elsewhere.api.login.session({})).login).toBeNull()
    })
    await test.step('the list of logins marks this browser; all others are signed out', async () => {
      for (const other of [elsewhere, practice.newMember(member.email)]) {
        await other.api.login.signIn({ email: member.email, password: fresh })
      }
      await page.goto(`${settings}/sign-in`)
      const card = page.getByRole('region', { name: uiText('security:logins.title') })
      await expect(card.getByText(uiText('security:logins.here'))).toHaveCount(1)
      // The other logins were created by API calls, so their device is unknown.
      const others = card.getByRole('button', {
        name: uiText('security:logins.endOf', { device: uiText('security:logins.unknown') }),
      })
      await expect(others).toHaveCount(2)
      await card.getByRole('button', { name: uiText('security:logins.endOthers') }).click()
      await expect(others).toHaveCount(0)
      expect((await elsewhere.api.login.session({})).login).toBeNull()
    })
    await test.step('a new email address applies after both mailboxes have confirmed', async () => {
      await page.goto(`${settings}/security`)
      await page.getByRole('button', { name: uiText('security:email.change') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(uiText('security:email.next')).fill('ana@moved.test')
      await dialog.getByLabel(uiText('security:password.current')).fill(fresh)
      await dialog.getByRole('button', { name: uiText('security:email.send') }).click()
      await expect(dialog.getByText(uiTextPattern('security:email.sent', { next: 'ana@moved.test' }))).toBeVisible()
      const mailbox = await newVisitor(browser, product, 'ana@moved.test')
      await mailbox.page.goto(await linkFromMail(product, mailbox, '/change-email/new'))
      await mailbox.page.getByRole('button', { name: uiText('reauthentication:emailLink.prove') }).click()
      await expect(mailbox.page.getByText(uiText('reauthentication:emailLink.done.prove'))).toBeVisible()
      await expect(page.getByText(member.email).first()).toBeAttached()
      const old = await newVisitor(browser, product, member.email)
      await old.page.goto(await linkFromMail(product, old, '/change-email/old'))
      await old.page.getByRole('button', { name: uiText('reauthentication:emailLink.agree') }).click()
      await expect(old.page.getByText(uiText('reauthentication:emailLink.done.changed'))).toBeVisible()
      await signInWith(mailbox.page, 'ana@moved.test', fresh)
      await expect(mailbox.page).toHaveURL(/\/dashboard\/client$/)
      await signInWith(old.page, member.email, fresh)
      await expect(old.page.getByText(uiText('common:errors.INVALID_CREDENTIALS'))).toBeVisible()
      await expectNoErrors(mailbox, old)
    })
    await test.step('before the account is deleted, the page lists what is erased and what is kept', async () => {
      await page.goto(`${settings}/account`)
      await page.getByRole('button', { name: uiText('security:accountDeletion.begin') }).click()
      const dialog = page.getByRole('dialog', { name: uiText('security:accountDeletion.delete') })
      await expect(dialog.getByText(uiText('accountDeletion:facts.account'))).toBeVisible()
      await expect(dialog.getByText(uiText('accountDeletion:facts.conversations'), { exact: true })).toBeVisible()
      await expect(dialog.getByText(uiText('accountDeletion:retention_other', { count: '10' }))).toBeVisible()
      const word = uiText('accountDeletion:word.delete')
      await dialog.getByLabel(uiText('accountDeletion:word.label', { word })).fill(word)
      await dialog.getByLabel(uiText('security:password.current')).fill(fresh)
      await dialog.getByRole('button', { name: uiText('accountDeletion:deleteNow') }).click()
      await expect(page).toHaveURL(/\/erasure-report#report=/)
      await expect(page.getByRole('heading', { level: 1, name: serverText('erasureReport.title') })).toBeVisible()
      const inRecord = page.getByRole('region', { name: serverText('erasureReport.record.heading.client') })
      await expect(inRecord).toContainText(serverText('erasureReport.data.conversations'))
      await expect(page.getByText(/Moreau|moved\.test/)).toHaveCount(0)
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: uiTextPattern('accountDeletion:report.download') }).click()
      expect((await download).suggestedFilename()).toMatch(/^attune-[\d-]+\.pdf$/)
      await page.getByRole('link', { name: uiText('accountDeletion:report.leave') }).click()
      await expect(page.getByRole('heading', { name: uiText('login:signIn.title') })).toBeVisible()
      await signInWith(page, 'ana@moved.test', fresh)
      await expect(page.getByText(uiText('common:errors.INVALID_CREDENTIALS'))).toBeVisible()
      const record = await practice.therapist.api.client.get({ id: member.clientId })
      expect(record).toMatchObject({ firstName: 'Ana', lastName: 'Moreau' })
    })
    await expectNoErrors(ana)
  },
)

test(
  'an admin starts a factor reset and its owner stops it; an invite link leads a therapist to their dashboard',
  { tag: '@deep' },
  async ({ browser }) => {
    const admin = await openSignedIn(browser, product, practice.admin)
    const { page } = admin
    const row = page.getByRole('listitem').filter({ hasText: practice.therapist.email })

    await test.step('the admin reads the consequences before starting the reset', async () => {
      await page.goto('/dashboard/admin')
      await page.getByRole('link', { name: uiText('shell:pages.accounts') }).click()
      await page.getByRole('searchbox', { name: uiText('accounts:search') }).fill('nora@')
      await expect(page.getByRole('listitem').filter({ hasText: practice.admin.email })).toHaveCount(0)
      await row.getByRole('button', { name: uiTextPattern('accounts:actionsOf') }).click()
      await page.getByRole('menuitem', { name: uiText('accounts:act.reset') }).click()
      await expect(page.getByRole('dialog').getByText(uiTextPattern('accounts:consequence'))).toBeVisible()
      await page.getByRole('button', { name: uiText('accounts:begin') }).click()
      await expect(row.getByText(uiTextPattern('accounts:resetRuns'))).toBeVisible()
    })
    await test.step('the owner stops the reset by the link in the email; the page shows no reset any more', async () => {
      const nora = await newVisitor(browser, product, practice.therapist.email)
      await nora.page.goto(await linkFromMail(product, nora, '/stop-factor-reset'))
      await nora.page.getByRole('button', { name: uiText('reauthentication:emailLink.stopReset') }).click()
      await expect(nora.page.getByText(uiText('reauthentication:emailLink.done.stopReset'))).toBeVisible()
      await page.reload()
      await row.getByRole('button', { name: uiTextPattern('accounts:actionsOf') }).click()
      await expect(page.getByRole('menuitem', { name: uiText('accounts:act.reset') })).toBeVisible()
      await page.keyboard.press('Escape')
      await expectNoErrors(nora)
    })
    await test.step('a therapist who opens an invite link before signing in lands on their own dashboard', async () => {
      const nora = await newVisitor(browser, product, practice.therapist.email)
      await nora.page.goto('/join#code=K7RMQX4D')
      await expect(nora.page.getByRole('heading', { name: uiText('login:register.title') })).toBeVisible()
      await nora.page.getByRole('link', { name: uiText('login:register.signIn') }).click()
      await nora.page.getByLabel(uiText('login:email')).fill(nora.email)
      await nora.page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
      await nora.page.keyboard.press('Enter')
      // Uses the next code, because the current code was used to set up the authenticator app.
      const code = practice.therapist.totp?.generate({ timestamp: Date.now() + 30_000 }) ?? ''
      await nora.page.getByLabel(uiText('login:code')).fill(code)
      await nora.page.keyboard.press('Enter')
      await expect(nora.page).toHaveURL(/\/dashboard\/therapist$/)
      await expect(nora.page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoErrors(nora)
    })
    await expectNoErrors(admin)
  },
)

for (const [words, hours] of [
  ['fast', 24],
  ['slow', -24],
] as const) {
  test(
    `a device whose clock is a day ${words}: signing in works, the login stays valid, and the page does not lock by itself`,
    { tag: '@deep' },
    async ({ browser }) => {
      const member = await practice.newClient(words === 'fast' ? 'Leo' : 'Eva', 'Brandt')
      const { startsAt } = await planSessionByApi(practice.therapist, member.clientId, 3, hours > 0 ? 10 : 13)
      const leo = await newVisitor(browser, product, member.email)
      const { page } = leo
      await page.clock.install({ time: Date.now() + hours * 3_600_000 })
      await signInWith(page, leo.email)
      await expect(page).toHaveURL(/\/dashboard\/client$/)
      await test.step('a session is shown at its own time, independent of the device clock', async () => {
        const hour = new Date(startsAt).toLocaleTimeString('en-GB', {
          timeZone: journeyZone,
          hour: 'numeric',
          minute: '2-digit',
        })
        await expect(page.getByText(hour).first()).toBeVisible()
        await page
          .getByRole('button', { name: uiText('session:accept') })
          .first()
          .click()
        await expect(page.getByText(uiText('session:statusForClient.confirmed')).first()).toBeVisible()
      })
      await test.step('after a reload and some idle time, the login is still valid', async () => {
        await page.reload()
        await page.clock.fastForward('10:00')
        await page.goto(settings)
        await expect(page.getByText(uiText('reauthentication:lock.title'))).toBeHidden()
        await page
          .getByRole('radiogroup', { name: uiText('account:settings.theme') })
          .getByText(uiText('account:settings.themes.dark'), { exact: true })
          .click()
        await expect(page.getByText(uiText('common:outcome.saved'), { exact: true })).toBeVisible()
      })
      await expectNoErrors(leo)
    },
  )
}
