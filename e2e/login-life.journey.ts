import { expect, test } from '@playwright/test'
import { enter, type Practice, setUpByCalls } from './cast.ts'
import { openProduct, type Product } from './product.ts'
import { newVisitor, noTroubles, password, picturesOfFailure } from './visitor.ts'

let product: Product
let practice: Practice
test.beforeAll(async () => {
  product = await openProduct()
  practice = await setUpByCalls(product)
})
test.afterAll(() => product.stop())
test.afterEach(picturesOfFailure)

const profile = '/dashboard/client/profile'

test('a login that ends over a half-written page keeps every word, and tabs agree [4.12, 4.13, 8.02]', async ({
  browser,
}) => {
  const ana = await enter(browser, product, await practice.newClient('Ana', 'Moreau'))
  const { page } = ana
  await page.goto(profile)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Last name').fill('Moreau-Weiss')
  const other = await page.context().newPage()
  await other.goto('/dashboard/client')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('the sentence stands over the page, which is out of reach', async () => {
    await page.context().clearCookies({ name: 'attune' })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Session expired. Please log in again.')).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expect(page.locator('#root')).toHaveAttribute('inert', '')
  })
  await test.step('signing in goes on with what was pressed', async () => {
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Ana Moreau-Weiss' })).toBeVisible()
    await expect(page.locator('[inert]')).toHaveCount(0)
  })
  await test.step('signing out asks while something is unsaved, and ends every tab', async () => {
    await page.getByLabel('Last name').fill('Weiss')
    await page.getByRole('button', { name: 'Ana Moreau-Weiss' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    const question = page.getByRole('dialog', { name: 'Log out without sending?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(page.getByLabel('Last name')).toHaveValue('Weiss')
    await page.getByRole('button', { name: 'Ana Moreau-Weiss' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await question.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await expect(other.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  })
  await noTroubles(ana)
})

test('an idle page locks in every tab, and a passkey opens it; it signs in and is the second factor', async ({
  browser,
}) => {
  const leo = await enter(browser, product, await practice.newClient('Leo', 'Brandt'))
  const { page } = leo
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const out = async () => {
    await page.getByRole('button', { name: 'Leo Brandt' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  }

  await test.step('a passkey is added under a name', async () => {
    await page.goto('/dashboard/client/settings')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name', { exact: true }).fill('My laptop')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('My laptop')).toBeVisible()
  })
  await test.step('after 30 minutes the page is locked here and in a second tab', async () => {
    await page.clock.install()
    await page.reload()
    await expect(page.getByText('My laptop')).toBeVisible()
    const other = await page.context().newPage()
    await other.goto('/dashboard/client')
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await page.clock.fastForward('31:00')
    for (const tab of [page, other]) await expect(tab.getByText('Locked while you were away')).toBeVisible()
    await other.getByLabel('Password', { exact: true }).fill(password)
    await other.keyboard.press('Enter')
    for (const tab of [page, other]) await expect(tab.getByText('Locked while you were away')).toBeHidden()
    await page.clock.fastForward('31:00')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByText('Locked while you were away')).toBeHidden()
    await other.close()
  })
  await test.step('it signs in alone', async () => {
    await out()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).toHaveURL(/dashboard/)
  })
  await test.step('and after the password it is the second factor', async () => {
    await out()
    await page.getByLabel('E-mail').fill(leo.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).toHaveURL(/dashboard/)
  })
  await noTroubles(leo)
})

test('where browser storage is forbidden one signs in, works and signs out all the same', async ({ browser }) => {
  const ida = await practice.newClient('Ida', 'Roth')
  const visitor = await newVisitor(browser, product, ida.email)
  const { page } = visitor
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError')
        },
      })
    }
  })
  await page.goto('/')
  await page.getByLabel('E-mail').fill(ida.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/dashboard\/client/)
  await page.goto(profile)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('First name').fill('Ida Maria')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Ida Maria Roth' })).toBeVisible()
  await page.getByRole('button', { name: 'Ida Maria Roth' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await noTroubles(visitor)
})
