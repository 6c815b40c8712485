import { expect, test } from '@playwright/test'
import { addByCalls, enter, type Practice, setUpByCalls } from './cast.ts'
import { everywhere, faultless, heading, look, narrowOnly } from './faultless.ts'
import { judge } from './judge.ts'
import { openProduct, type Product } from './product.ts'
import { everybodyLeaves, newVisitor, noTroubles, password } from './visitor.ts'

let product: Product
let practice: Practice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  product = await openProduct()
  practice = await setUpByCalls(product)
})
test.afterAll(() => product.stop())
test.afterEach(everybodyLeaves)

test('the public pages have no axe violations and do not overflow [look.md: axe 0, 390 px]', async ({ browser }) => {
  const guest = await look(await newVisitor(browser, product, 'guest@practice.test'), /410/)
  const { page } = guest
  await page.goto('/')
  await faultless(page, 'sign in', heading(page, 'Welcome back'), everywhere)
  await page.goto('/?form=register')
  await faultless(page, 'register', heading(page, 'Create your account'))
  await page.goto('/?form=forgot')
  await faultless(page, 'forgotten password', heading(page, 'Set a new password'))
  await page.goto('/nowhere')
  await faultless(page, 'not found', heading(page, 'There is no page here'))
  await page.goto('/setup-password#token=wrong')
  await faultless(page, 'a link that does not work', heading(page, 'This link does not work'))
  for (const address of ['/reset-password', '/confirm', '/setup']) {
    await page.goto('about:blank')
    await page.goto(`${address}#token=wrong`)
    await faultless(page, `${address} that does not work`, heading(page, 'This link does not work'), narrowOnly)
  }
  for (const address of ['/change-email/new', '/change-email/old', '/stop-factor-reset', '/join#code=ABCD2345']) {
    await page.goto('about:blank')
    await page.goto(address.includes('#') ? address : `${address}#token=unknown`)
    await faultless(page, address, heading(page), narrowOnly)
  }
  await page.goto('/?form=forgot')
  await page.getByLabel('E-mail').fill('nobody@practice.test')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await faultless(page, 'a mail is on its way', heading(page, 'Check your mail'))

  const record = await addByCalls(practice.therapist, 'Ana', 'Moreau', { email: 'ana@practice.test', invite: true })
  const { link } = await practice.therapist.api.connection.invitationSecrets({ id: record.invitation?.id ?? '' })
  await page.goto('about:blank')
  await page.goto(link)
  await faultless(page, 'set a password', heading(page, 'Welcome, Ana'))

  const german = await look(await newVisitor(browser, product, 'gast@practice.test', { locale: 'de-DE' }))
  for (const [address, name] of [
    ['/', 'Anmelden'],
    ['/?form=register', 'Registrieren'],
    [link, 'Passwort setzen'],
  ] as const) {
    await german.page.goto(address)
    await faultless(german.page, `${name}, German`, heading(german.page), narrowOnly)
  }
  await test.step('control: a button without a name and an overflowing page are found', async () => {
    await german.page.evaluate(() => {
      const button = document.createElement('button')
      button.style.width = '800px'
      document.querySelector('main')?.append(button)
    })
    const { found, beyond } = await judge(german.page)
    expect(found.join()).toContain('button-name')
    expect(beyond).toBeGreaterThan(0)
  })
  await noTroubles(guest, german)
})

test('onboarding, waiting for approval and second factor have no axe violations [look.md: axe 0, 390 px]', async ({
  browser,
}) => {
  const jonas = await practice.newcomer('Jonas', 'Falk')
  const visitor = await look(await enter(browser, product, jonas))
  const { page } = visitor
  await page.goto('/onboarding')
  await faultless(page, 'onboarding', heading(page, 'Who are you here?'))
  await jonas.api.account.onboard({
    role: 'therapist',
    firstName: 'Jonas',
    lastName: 'Falk',
    zone: 'Europe/Berlin',
    language: 'en',
  })
  await page.goto('/onboarding')
  await faultless(page, 'waiting for the approval', heading(page, 'Your request is on its way'))

  const admin = await look(await enter(browser, product, practice.admin))
  await admin.page.goto('/dashboard/admin')
  await faultless(
    admin.page,
    'admin dashboard',
    admin.page.getByRole('heading', { name: /Jonas Falk asks/ }),
    everywhere,
  )
  const { items } = await practice.admin.api.administration.roleRequests({ which: 'waiting' })
  for (const { id } of items) await practice.admin.api.administration.approveRole({ id, command: crypto.randomUUID() })
  await admin.page.goto('/dashboard/admin/settings')
  await faultless(admin.page, 'admin settings', heading(admin.page, 'Settings'))
  for (const [address, there] of [
    ['/profile', heading(admin.page)],
    ['/accounts', heading(admin.page, 'Accounts')],
    ['/notifications', admin.page.getByRole('main').getByRole('listitem').first()],
  ] as const) {
    await admin.page.goto(`/dashboard/admin${address}`)
    await faultless(admin.page, `admin ${address}`, there)
  }

  await page.goto('/dashboard')
  const setUp = heading(page, 'Set up your second factor')
  await expect(setUp).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('code')).toBeVisible()
  await faultless(page, 'setting up the second factor', setUp)

  const guest = await look(await newVisitor(browser, product, practice.therapist.email))
  await guest.page.goto('/')
  await guest.page.getByLabel('E-mail').fill(practice.therapist.email)
  await guest.page.getByLabel('Password', { exact: true }).fill(password)
  await guest.page.getByRole('button', { name: 'Sign in' }).click()
  await faultless(guest.page, 'second factor', heading(guest.page, 'One more step'))
  await noTroubles(visitor, admin, guest)
})
