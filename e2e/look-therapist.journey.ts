import { test } from '@playwright/test'
import { enter, planAt, planByCalls, type Practice, setUpByCalls } from './cast.ts'
import { everywhere, faultless, heading, look } from './faultless.ts'
import { openProduct, type Product } from './product.ts'
import { hurry, triedInVain } from './time.ts'
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

test('the pages of a therapist have no axe violations, empty and with data [look.md: axe 0, 390 px]', async ({
  browser,
}) => {
  const visitor = await look(await enter(browser, product, practice.therapist, { plain: true }), /500|SERVER_ERROR/)
  const { page } = visitor
  await page.goto('/dashboard/therapist')
  await faultless(page, 'therapist dashboard, empty', page.getByRole('heading', { name: 'Add your first client' }))
  await page.goto('/dashboard/therapist/clients')
  await faultless(page, 'clients, empty', page.getByText('No clients yet'))
  const bea = await practice.newClient('Bea', 'Lang')
  await planAt(
    practice.therapist,
    bea.clientId,
    new Date(Math.ceil(Date.now() / 600_000) * 600_000 + 600_000).toISOString(),
    true,
  )
  await planByCalls(practice.therapist, bea.clientId, 3, 9)
  await planByCalls(practice.therapist, bea.clientId, 4, 9, true)
  const profile = `/dashboard/therapist/clients/${bea.clientId}/client-profile`

  await page.goto('/dashboard/therapist')
  await faultless(page, 'therapist dashboard', page.getByRole('heading', { name: 'Today', exact: true }), everywhere)
  await page.goto('/dashboard/therapist/clients')
  await faultless(page, 'clients', page.getByRole('link', { name: 'Bea Lang' }))
  await page.goto('/dashboard/therapist/add-client')
  await page.getByRole('button', { name: /Contact, emergency contact and notes/ }).click()
  await faultless(page, 'new client', page.getByLabel('Date of birth'))
  await page.goto(profile)
  await faultless(page, 'client profile', heading(page, 'Bea Lang'), everywhere)
  await page
    .getByRole('button', { name: /^Edit the record/ })
    .first()
    .click()
  await faultless(page, 'client, being edited', page.getByRole('button', { name: 'Save' }).first())
  for (const tab of ['sessions', 'timeline']) {
    await page.goto(`${profile}?tab=${tab}`)
    await faultless(page, `client, ${tab}`, page.getByRole('tabpanel').getByRole('listitem').first())
  }
  await page.goto('/dashboard/therapist/settings')
  await faultless(page, 'settings', page.getByText('Authenticator app').first())
  await page.goto('/dashboard/therapist/profile')
  await faultless(page, 'profile', heading(page))
  await page.getByRole('button', { name: 'Edit' }).click()
  await faultless(page, 'profile, being edited', page.getByLabel('Specialization'))
  await page.goto('/dashboard/therapist/notifications')
  await faultless(page, 'all notifications', page.getByRole('main').getByRole('listitem').first())
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('bea')
  await faultless(page, 'palette', page.getByRole('option', { name: /New session with Bea Lang/ }))
  await page.keyboard.press('Escape')
  await hurry(page)
  await page.route('**/api/account/me', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  )
  await page.goto('/dashboard/therapist/clients')
  const wrong = page.getByRole('heading', { name: 'Something went wrong' })
  await triedInVain(page, wrong)
  await faultless(page, 'something went wrong', wrong)
  await page.unroute('**/api/account/me')
  await noTroubles(visitor)
})
