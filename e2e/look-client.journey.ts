import { test } from '@playwright/test'
import { enter, planByCalls, type Practice, setUpByCalls } from './cast.ts'
import { desktop, everywhere, faultless, heading, look, twoViews } from './faultless.ts'
import { openProduct, type Product } from './product.ts'
import { everybodyLeaves, noTroubles } from './visitor.ts'

let product: Product
let practice: Practice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  product = await openProduct()
  practice = await setUpByCalls(product)
})
test.afterAll(() => product.stop())
test.afterEach(everybodyLeaves)

test('the pages of a client have no axe violations, empty and with data [look.md: axe 0, 390 px]', async ({
  browser,
}) => {
  const leo = await practice.newClient('Leo', 'Brandt')
  const visitor = await look(await enter(browser, product, leo))
  const { page } = visitor
  await page.goto('/dashboard/client')
  await faultless(page, 'client dashboard, empty', page.getByText('No session planned').first())
  await planByCalls(practice.therapist, leo.clientId, 5, 9)
  await planByCalls(practice.therapist, leo.clientId, 6, 9, true)
  await page.goto('/dashboard/client')
  await faultless(page, 'client dashboard', page.getByRole('button', { name: 'Accept' }).first(), everywhere)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  // Checks only the panel: axe would report elements that it partly covers as too small targets.
  await faultless(
    page,
    'notifications',
    page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first(),
    twoViews,
    '[role=dialog]',
  )
  for (const [address, there] of [
    ['/therapists', page.getByRole('button', { name: 'Disconnect' })],
    ['/settings', page.getByText('Where you are signed in')],
    ['/notifications', page.getByRole('main').getByRole('listitem').first()],
    ['/nowhere', heading(page, 'There is no page here')],
  ] as const) {
    await page.goto(`/dashboard/client${address}`)
    await faultless(page, `client ${address}`, there)
  }
  await page.goto('/dashboard/client/profile')
  await faultless(page, 'profile of a client', heading(page))
  await page.setViewportSize(desktop)
  for (const [name, words] of [
    ['Support', /Monday to Friday/],
    ['Feedback', 'What would you like to tell us?'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    await faultless(page, name, page.getByRole('dialog').getByText(words))
    await page.keyboard.press('Escape')
    await page.setViewportSize(desktop)
  }
  await noTroubles(visitor)
})
