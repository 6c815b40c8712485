import { expect, test, type Page } from '@playwright/test'
import { openSignedIn, type JourneyPractice, type PracticeMember, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors, visitorPassword } from './visitor.ts'
import { uiText } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const role = (name: 'admin' | 'therapist') => uiText(`accountSwitcher:roles.${name}`)
const menu = (page: Page) => page.getByRole('menu')
const openMenu = (page: Page) => page.getByRole('button', { name: 'Nora Lindqvist' }).click()
const dashboard = (page: Page, name: 'admin' | 'therapist') => page.waitForURL(`**/dashboard/${name}`)

/** Adds another account through the user menu and signs in. */
async function addAccount(page: Page, member: PracticeMember) {
  await openMenu(page)
  await menu(page)
    .getByRole('menuitem', { name: uiText('shell:addAccount') })
    .click()
  await expect(page.getByRole('heading', { name: uiText('accountSwitcher:add.title') })).toBeVisible()
  await page.getByLabel(uiText('login:email')).fill(member.email)
  await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
  await page.getByRole('button', { name: uiText('login:signIn.submit') }).click()
  // Uses the next code, because the current one may have been used when the practice was set up.
  const code = member.totp?.generate({ timestamp: Date.now() + 30_000 }) ?? ''
  await page.getByLabel(uiText('login:code')).fill(code)
  await page.getByRole('button', { name: uiText('login:secondFactor.submit') }).click()
}

const feedbackIn = async (page: Page) => {
  await page.getByRole('button', { name: uiText('shell:feedback') }).click()
  return page.getByRole('dialog').getByRole('textbox')
}

test(
  'Two accounts of one person in one browser: switching keeps drafts apart and shows both badges',
  { tag: '@deep' },
  async ({ browser }) => {
    const nora = await openSignedIn(browser, product, practice.therapist)
    const { page } = nora
    await page.goto('/dashboard/therapist')
    await (await feedbackIn(page)).fill('Written as a therapist')
    await page.reload()

    await test.step('the admin account is added, and the header and the title name the active role', async () => {
      await addAccount(page, practice.admin)
      await dashboard(page, 'admin')
      await expect(page.locator('header').getByText(role('admin'), { exact: true })).toBeVisible()
      await expect(page).toHaveTitle(new RegExp(`Attune \\(${role('admin')}\\)$`))
      await expect(await feedbackIn(page)).toHaveValue('')
      await page.getByRole('dialog').getByRole('textbox').fill('Written as an admin')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: uiText('product:feedback.send') })
        .click()
      // Reloading before the response would abort the call.
      await expect(page.getByText(uiText('product:feedback.sent'))).toBeVisible()
    })
    await test.step('the menu shows the badges of both accounts, and one click switches', async () => {
      await page.reload()
      await openMenu(page)
      const items = menu(page).getByRole('group', { name: uiText('accountSwitcher:title') })
      const own = items.getByRole('menuitem').filter({ hasText: role('admin') })
      await expect(own).toHaveAttribute('aria-current', 'true')
      await expect(own).toContainText(uiText('accountSwitcher:new_one', { count: '1' }))
      await items
        .getByRole('menuitem')
        .filter({ hasText: role('therapist') })
        .click()
      await dashboard(page, 'therapist')
      await expect(await feedbackIn(page)).toHaveValue('Written as a therapist')
    })
    await test.step('a tab that shows the other account waits, keeps its text, and writes only into its own account', async () => {
      const other = await page.context().newPage()
      await other.goto('/dashboard/therapist')
      await expect(await feedbackIn(other)).toHaveValue('Written as a therapist')
      await page.reload()
      await openMenu(page)
      await menu(page)
        .getByRole('menuitem')
        .filter({ hasText: role('admin') })
        .click()
      await dashboard(page, 'admin')
      const question = other.getByRole('dialog', { name: uiText('accountSwitcher:other.title') })
      const names = { name: 'Nora Lindqvist' }
      await question
        .getByRole('button', { name: uiText('accountSwitcher:other.back', { ...names, role: role('therapist') }) })
        .click()
      await expect(question).toBeHidden()
      await other.getByRole('button', { name: uiText('product:feedback.send') }).click()
      await expect(other.getByText(uiText('product:feedback.sent'))).toBeVisible()
      const { items } = await practice.admin.api.notification.list({})
      expect(items.filter(({ kind }) => kind === 'feedback')).toHaveLength(2)
      const on = uiText('accountSwitcher:other.continue', { ...names, role: role('therapist') })
      await page.getByRole('button', { name: on }).click()
      await dashboard(page, 'therapist')
    })
    await expectNoErrors(nora)
  },
)
