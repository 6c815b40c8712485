import { test } from '@playwright/test'
import { type ClientMember, enter, planByCalls, type Practice, setUpByCalls } from './cast.ts'
import { everywhere, faultless, heading, look } from './faultless.ts'
import { openProduct, type Product } from './product.ts'
import { everybodyLeaves, noTroubles } from './visitor.ts'

let product: Product
let practice: Practice
let bea: ClientMember
/** A session without the client's answer. */
let waiting: string
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  product = await openProduct()
  practice = await setUpByCalls(product)
  bea = await practice.newClient('Bea', 'Lang')
  waiting = (await planByCalls(practice.therapist, bea.clientId, 3, 9)).id
  await planByCalls(practice.therapist, bea.clientId, 4, 9, true)
})
test.afterAll(() => product.stop())
test.afterEach(everybodyLeaves)

test('the sessions of a therapist have no axe violations: list, detail and dialogs [look.md: axe 0, 390 px]', async ({
  browser,
}) => {
  const visitor = await look(await enter(browser, product, practice.therapist))
  const { page } = visitor
  await page.goto(`/dashboard/therapist/clients/${bea.clientId}/client-profile?tab=sessions`)
  await page.getByRole('button', { name: 'New session' }).first().click()
  await faultless(page, 'planning a session', page.getByRole('dialog').getByLabel('Room or address'))
  await page.goto('/dashboard/therapist/sessions')
  await page.getByRole('button', { name: 'Filters' }).click()
  await faultless(page, 'sessions, with filters', page.getByRole('combobox', { name: 'Client' }))
  await page.getByRole('button', { name: 'Enter what took place' }).click()
  await faultless(page, 'entering what took place', page.getByRole('dialog').getByText('What happened'))
  await page.goto(`/dashboard/therapist/sessions/session-details?id=${waiting}`)
  await faultless(page, 'session', page.getByRole('heading', { name: 'History' }), everywhere)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Move' }).click()
  await faultless(page, 'moving a session', page.getByRole('dialog').getByLabel('Reason'))
  await page.goto('/dashboard/therapist/settings?tab=sessions')
  await faultless(page, 'settings of sessions', page.getByText('Room for video calls').first())
  await noTroubles(visitor)
})

test('the sessions of a client have no axe violations: list, request, detail, declining [look.md: axe 0, 390 px]', async ({
  browser,
}) => {
  const visitor = await look(await enter(browser, product, bea))
  const { page } = visitor
  await page.goto('/dashboard/client/sessions')
  await page.getByRole('button', { name: 'Request a session' }).click()
  await faultless(page, 'asking for a session', page.getByRole('dialog').getByLabel('Message'))
  await page.goto('/dashboard/client/sessions')
  await faultless(page, 'my sessions', heading(page, 'My sessions'))
  await page.goto(`/dashboard/client/sessions/session-details?id=${waiting}`)
  await faultless(page, 'session of a client', page.getByRole('heading', { name: 'History' }))
  await page.getByRole('button', { name: 'Decline' }).click()
  await faultless(page, 'declining', page.getByRole('dialog').getByLabel('Reason'))
  await page.goto('/dashboard/client/sessions?tab=history')
  await faultless(page, 'history of a client', page.getByRole('tab', { name: 'History', selected: true }))
  await noTroubles(visitor)
})
