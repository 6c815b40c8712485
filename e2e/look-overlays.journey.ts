import { expect, type Page, test } from '@playwright/test'
import { enter, planByCalls, type Practice, setUpByCalls } from './cast.ts'
import { allDrawn, desktop, everywhere, faultless, heading, look, phone, twoViews } from './faultless.ts'
import { openProduct, type Product } from './product.ts'
import { everybodyLeaves, newVisitor, noTroubles } from './visitor.ts'

let product: Product
let practice: Practice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async ({ browser }) => {
  product = await openProduct()
  const host = await look(await newVisitor(browser, product, 'host@practice.test'))
  await host.page.goto(product.setupLink)
  await faultless(host.page, 'setting up', heading(host.page, 'Set up your practice'))
  await host.page.context().close()
  practice = await setUpByCalls(product)
})
test.afterAll(() => product.stop())
test.afterEach(everybodyLeaves)

const dialog = (page: Page) => page.getByRole('dialog')

test('dialogs, menus, the lock and the sign-in overlay have no axe violations [look.md: axe 0, 390 px]', async ({
  browser,
}) => {
  const bea = await practice.newClient('Bea', 'Lang')
  await planByCalls(practice.therapist, bea.clientId, 3, 9)
  const visitor = await look(
    await enter(browser, product, practice.therapist),
    /401|ERR_INTERNET_DISCONNECTED|WebSocket/,
  )
  const { page } = visitor
  const at = async (address: string, button: string | RegExp) => {
    await page.setViewportSize(desktop)
    await page.goto(`/dashboard/therapist${address}`)
    await page.getByRole('main').getByRole('button', { name: button }).first().click()
  }
  for (const [name, address, button, inside] of [
    ['invite code', '/clients', 'Invite code', /Whoever enters this code/],
    ['another password', '/settings', 'Change password', 'Your password now'],
    ['another address', '/settings', 'Change the address', 'New address'],
    ['ending the account', '/settings', 'See what happens', 'Erased at once'],
    ['disconnecting', `/clients/${bea.clientId}/client-profile`, 'Disconnect', /planned session/],
  ] as const) {
    await at(address, button)
    // Checks only the dialog: axe would report elements that it partly covers as too small targets.
    await faultless(page, name, dialog(page).getByText(inside).first(), twoViews, '[role=dialog]')
  }

  await test.step('menus', async () => {
    await page.setViewportSize(desktop)
    await page.goto('/dashboard/therapist')
    await page.getByRole('button', { name: /your menu/ }).click()
    await faultless(
      page,
      'user menu',
      page.getByRole('menu'),
      [
        [desktop, 'light'],
        [desktop, 'dark'],
      ],
      '[role=menu]',
    )
    await page.setViewportSize(phone)
    await page.goto('/dashboard/therapist')
    await page.getByRole('button', { name: 'Menu' }).click()
    await faultless(
      page,
      'menu of a phone',
      dialog(page),
      [
        [phone, 'light'],
        [phone, 'dark'],
      ],
      '[role=dialog]',
    )
  })

  await test.step('offline', async () => {
    await page.goto('/dashboard/therapist')
    await expect(heading(page)).toBeVisible()
    await allDrawn(page)
    await page.context().setOffline(true)
    await faultless(page, 'offline', page.getByText(/^You are offline/))
    await page.context().setOffline(false)
  })

  await test.step('locked, and with an expired login', async () => {
    await page.goto('/dashboard/therapist/clients')
    await expect(page.getByRole('link', { name: 'Bea Lang' })).toBeVisible()
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('attune-idle') ?? '{}') as object
      localStorage.setItem('attune-idle', JSON.stringify({ ...kept, locked: true }))
    })
    await page.reload()
    await faultless(page, 'locked', dialog(page).getByText('Locked while you were away'), everywhere)
    await page.evaluate(() => localStorage.removeItem('attune-idle'))
    await page.reload()
    await expect(page.getByRole('link', { name: 'Bea Lang' })).toBeVisible()
    await page.context().clearCookies()
    await page.getByRole('searchbox').fill('bea')
    await faultless(
      page,
      'signing in again',
      dialog(page).getByText('Session expired. Please log in again.'),
      everywhere,
    )
  })
  await noTroubles(visitor)

  const client = await look(await enter(browser, product, bea))
  await client.page.goto('/dashboard/client/therapists')
  await client.page.getByRole('button', { name: 'Disconnect' }).click()
  await faultless(
    client.page,
    'disconnecting as a client',
    dialog(client.page).getByText(/planned session/),
    twoViews,
    '[role=dialog]',
  )
  await noTroubles(client)
})
