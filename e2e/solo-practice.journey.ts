import { dayAhead } from './practice.ts'
import { expect, test, type Page } from '@playwright/test'
import { TOTP, Secret } from 'otpauth'
import { countClicks } from './clicks.ts'
import { startJourneyServer, type JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors, linkFromMail, newVisitor, visitorPassword } from './visitor.ts'
import { type uiText, uiTextIn } from './ui-text.ts'
import { expectAxeFindsNothing } from './views.ts'

let product: JourneyServer
test.beforeEach(async () => {
  product = await startJourneyServer()
})
test.afterEach(closeVisitors)
test.afterEach(() => product.stop())

const text = (...[key, values]: Parameters<typeof uiText>) => uiTextIn('de', key, values)

/** Counts the password fields that are filled in a page, starting with the next document that it loads. */
async function countPasswords(page: Page): Promise<() => number> {
  let passwords = 0
  await page.exposeFunction('attuneCountPassword', () => void passwords++)
  await page.addInitScript(() => {
    const counted = globalThis as unknown as { attuneCountPassword: () => void }
    const filled = new WeakSet<EventTarget>()
    addEventListener(
      'input',
      ({ target }) => {
        if (!(target instanceof HTMLInputElement) || target.type !== 'password' || filled.has(target)) return
        filled.add(target)
        counted.attuneCountPassword()
      },
      { capture: true },
    )
  })
  return () => passwords
}

async function fillSetUp(page: Page) {
  await page.goto(product.setupLink)
  await page.getByLabel(text('login:setUp.practiceName')).fill('Praxis Lindqvist')
  await page.getByLabel(text('login:firstName')).fill('Nora')
  await page.getByLabel(text('login:lastName')).fill('Lindqvist')
  await page.getByLabel(text('login:setUp.therapist')).click()
  await page.locator('input[name="therapist-email"]').fill('nora@practice.test')
  await page.getByLabel(text('login:password'), { exact: true }).fill(visitorPassword)
  await page.getByRole('button', { name: text('login:setUp.submit'), exact: true }).click()
  await expect(page.getByRole('heading', { name: text('login:enrol.title') })).toBeVisible()
}

/** Confirms the app with the key that the page shows. */
async function confirmApp(page: Page): Promise<void> {
  const key = page.locator('code')
  await expect(key).toBeVisible()
  const app = new TOTP({ secret: Secret.fromBase32((await key.innerText()).replace(/\s/g, '')) })
  await page.getByLabel(text('login:enrol.kept')).click()
  await page.getByLabel(text('login:code')).fill(app.generate())
  await page.getByRole('button', { name: text('login:enrol.confirm') }).click()
  await page.waitForURL('**/dashboard/therapist')
}

// The client's clicks count too: the total of 14 consists of 12 clicks of the therapist and 2 of the client. The two passwords of the client do not
// count, because row 5.02 requires them and another person types them.
test('a solo therapist comes from the set-up link to the first confirmed session in 14 clicks and with one password @slow', async ({
  browser,
}) => {
  const nora = await newVisitor(browser, product, 'nora@practice.test', { locale: 'de-DE' })
  const ana = await newVisitor(browser, product, 'ana@client.test', { locale: 'de-DE' })
  const [withNora, withAna] = [await countClicks(nora.page), await countClicks(ana.page)]
  const passwords = await countPasswords(nora.page)
  const { page } = nora

  await withNora(12, async () => {
    await test.step('one form and one code open the dashboard of the therapist', async () => {
      await fillSetUp(page)
      await expect(page.getByText(text('login:enrol.both'))).toBeVisible()
      await expect(page.getByRole('list', { name: 'nora+admin@practice.test' })).toBeVisible()
      await confirmApp(page)
    })

    await test.step('the first client is invited, and a session is scheduled', async () => {
      await page
        .getByRole('link', { name: text('client:add.title') })
        .first()
        .click()
      await page.getByLabel(text('client:form.firstName')).fill('Ana')
      await page.getByLabel(text('client:form.lastName')).fill('Moreau')
      await page.getByRole('textbox', { name: text('client:form.email') }).fill(ana.email)
      await page.getByRole('button', { name: text('client:add.submitInvite') }).click()
      await page
        .getByRole('button', { name: text('session:new') })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: text('session:plan.date') }).fill(dayAhead(7))
      await dialog.getByRole('textbox', { name: text('session:plan.time') }).fill('15:00')
      await dialog.getByRole('button', { name: text('session:plan.submit') }).click()
      await expect(dialog).toBeHidden()
    })
  })

  await withAna(2, async () => {
    await ana.page.goto(await linkFromMail(product, ana, '/setup-password'))
    const fields = ana.page.locator('input[type=password]')
    for (const place of [0, 1]) await fields.nth(place).fill(visitorPassword)
    await ana.page.locator('button[type=submit]').click()
    await ana.page
      .getByRole('button', { name: text('session:accept') })
      .first()
      .click()
    await expect(ana.page.getByText(text('session:statusForClient.confirmed')).first()).toBeVisible()
  })
  expect(passwords()).toBe(1)
  await expectNoErrors(nora, ana)
})

test('a set-up that was left half-way continues in the same browser, with one more password and one app for both accounts @deep', async ({
  browser,
}) => {
  const nora = await newVisitor(browser, product, 'nora@practice.test', { locale: 'de-DE' })
  const passwords = await countPasswords(nora.page)
  const { page } = nora
  await fillSetUp(page)

  await test.step('after the page was closed, the accounts can be used for nothing but the missing step', async () => {
    await page.goto('/dashboard/therapist/clients')
    await expect(page.getByRole('heading', { name: text('login:enrol.title') })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
  })

  await test.step('the used link leads to the same step, and a restart of the server loses nothing', async () => {
    await page.goto(product.setupLink)
    await page.waitForURL('**/dashboard/therapist')
    await page.getByLabel(text('login:password'), { exact: true }).fill(visitorPassword)
    await page.getByRole('button', { name: text('login:enrol.begin') }).click()
    await expect(page.getByText(text('login:enrol.both'))).toBeVisible()
    await expectAxeFindsNothing(page, 'the app of both accounts')
    await product.restart()
    await confirmApp(page)
  })

  await test.step('the browser switches to the admin account without a password', async () => {
    await page.getByRole('button', { name: text('shell:userMenu', { name: 'Nora Lindqvist' }) }).click()
    await page
      .getByRole('menu')
      .getByRole('menuitem')
      .filter({ hasText: text('accountSwitcher:roles.admin') })
      .click()
    await page.waitForURL('**/dashboard/admin')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
  expect(passwords()).toBe(2)
  await expectNoErrors(nora)
})
