import { expect, type Page, test } from '@playwright/test'
import { type ClientMember, enter, type Member, planByCalls, type Practice, setUpByCalls } from './cast.ts'
import { faultless, fits, heading, look, narrowOnly } from './faultless.ts'
import { openProduct, type Product } from './product.ts'
import { everybodyLeaves, noTroubles } from './visitor.ts'

let product: Product
let practice: Practice
let bea: ClientMember
let session: string
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  product = await openProduct()
  practice = await setUpByCalls(product)
  bea = await practice.newClient('Bea', 'Lang')
  session = (await planByCalls(practice.therapist, bea.clientId, 3, 9)).id
  await planByCalls(practice.therapist, bea.clientId, 4, 9, true)
})
test.afterAll(() => product.stop())
test.afterEach(everybodyLeaves)

/** Opens each page in a language of the reader. */
async function readIn(language: 'de' | 'fr' | 'es', member: Member, page: Page, addresses: string[]) {
  await member.api.account.saveSettings({ language })
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    if (language === 'de') await faultless(page, `${address}, German`, heading(page), narrowOnly)
    else {
      await expect(heading(page)).toBeVisible()
      await fits(page, `${address}, ${language}`)
    }
  }
}

test('the rooms of a therapist hold the words of every language [look.md: axe 0, 390 px]', async ({ browser }) => {
  const visitor = await look(await enter(browser, product, practice.therapist))
  const pages = [
    '',
    '/clients',
    '/clients/import',
    '/add-client',
    '/sessions',
    '/notifications',
    '/settings',
    '/profile',
  ]
    .concat(`/clients/${bea.clientId}/client-profile`, `/sessions/session-details?id=${session}`)
    .map((one) => `/dashboard/therapist${one}`)
  for (const language of ['de', 'fr', 'es'] as const) await readIn(language, practice.therapist, visitor.page, pages)
  await noTroubles(visitor)
})

test('the rooms of a client hold the words of German [look.md: axe 0, 390 px]', async ({ browser }) => {
  const visitor = await look(await enter(browser, product, bea))
  const pages = ['', '/therapists', '/sessions', `/sessions/session-details?id=${session}`]
  await readIn(
    'de',
    bea,
    visitor.page,
    pages.map((one) => `/dashboard/client${one}`),
  )
  await noTroubles(visitor)
})
