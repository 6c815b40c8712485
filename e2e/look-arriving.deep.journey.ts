import { expect, test } from '@playwright/test'
import { addClientByApi, openSignedIn, type JourneyPractice, startJourneyPractice } from './practice.ts'
import { allViews, expectAccessibleInViews, heading, setView, phoneView, phoneViewport } from './views.ts'
import { runAxe } from './axe.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, newVisitor, expectNoErrors, visitorPassword } from './visitor.ts'
import { uiText } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test('the public pages have no axe violations and do not overflow [look.md: axe 0, 390 px]', async ({ browser }) => {
  const guest = await setView(await newVisitor(browser, product, 'guest@practice.test'), /410/)
  const { page } = guest
  await page.goto('/')
  await expectAccessibleInViews(page, 'sign in', heading(page, uiText('login:signIn.title')), allViews)
  await page.goto('/?form=register')
  await expectAccessibleInViews(page, 'register', heading(page, uiText('login:register.title')))
  await page.goto('/?form=forgot')
  await expectAccessibleInViews(page, 'forgotten password', heading(page, uiText('login:forgot.title')))
  await page.goto('/nowhere')
  await expectAccessibleInViews(page, 'not found', heading(page, uiText('common:missing.title')))
  await page.goto('/setup-password#token=wrong')
  await expectAccessibleInViews(page, 'a link that does not work', heading(page, uiText('login:link.title')))
  for (const address of ['/reset-password', '/confirm', '/setup']) {
    await page.goto('about:blank')
    await page.goto(`${address}#token=wrong`)
    await expectAccessibleInViews(
      page,
      `${address} that does not work`,
      heading(page, uiText('login:link.title')),
      phoneView,
    )
  }
  for (const address of ['/change-email/new', '/change-email/old', '/stop-factor-reset', '/join#code=ABCD2345']) {
    await page.goto('about:blank')
    await page.goto(address.includes('#') ? address : `${address}#token=unknown`)
    await expectAccessibleInViews(page, address, heading(page), phoneView)
  }
  await page.goto('/?form=forgot')
  await page.getByLabel(uiText('login:email')).fill('nobody@practice.test')
  await page.getByRole('button', { name: uiText('login:forgot.submit') }).click()
  await expectAccessibleInViews(page, 'a mail is on its way', heading(page, uiText('login:mail.title')))

  const record = await addClientByApi(practice.therapist, 'Ana', 'Moreau', { email: 'ana@practice.test', invite: true })
  const { link } = await practice.therapist.api.connection.invitationSecrets({ id: record.invitation?.id ?? '' })
  await page.goto('about:blank')
  await page.goto(link)
  await expectAccessibleInViews(
    page,
    'set a password',
    heading(page, uiText('login:invitation.title', { name: 'Ana' })),
  )

  const german = await setView(await newVisitor(browser, product, 'gast@practice.test', { locale: 'de-DE' }))
  for (const [address, name] of [
    ['/', 'sign in'],
    ['/?form=register', 'register'],
    [link, 'set a password'],
  ] as const) {
    await german.page.goto(address)
    await expectAccessibleInViews(german.page, `${name}, German`, heading(german.page), phoneView)
  }
  await test.step('control: a button without a name and an overflowing page are found', async () => {
    await german.page.evaluate(() => {
      const button = document.createElement('button')
      button.style.width = '800px'
      document.querySelector('main')?.append(button)
    })
    const { found, beyond } = await runAxe(german.page)
    expect(found.join()).toContain('button-name')
    expect(beyond).toBeGreaterThan(0)
  })
  await expectNoErrors(guest, german)
})

test('onboarding, waiting for approval and second factor have no axe violations [look.md: axe 0, 390 px]', async ({
  browser,
}) => {
  const jonas = await practice.newcomer('Jonas', 'Falk')
  const visitor = await setView(await openSignedIn(browser, product, jonas))
  const { page } = visitor
  await page.goto('/onboarding')
  await expectAccessibleInViews(page, 'onboarding', heading(page, uiText('onboarding:title')))
  await jonas.api.account.onboard({
    role: 'therapist',
    firstName: 'Jonas',
    lastName: 'Falk',
    zone: 'Europe/Berlin',
    language: 'en',
  })
  await page.goto('/onboarding')
  await expectAccessibleInViews(page, 'waiting for the approval', heading(page, uiText('onboarding:waiting.title')))

  const admin = await setView(await openSignedIn(browser, product, practice.admin))
  await admin.page.goto('/dashboard/admin')
  await expectAccessibleInViews(
    admin.page,
    'admin dashboard',
    admin.page.getByRole('heading', { name: uiText('administration:waiting.asks', { name: 'Jonas Falk' }) }),
    allViews,
  )
  const { items } = await practice.admin.api.administration.roleRequests({ which: 'waiting' })
  for (const { id } of items) await practice.admin.api.administration.approveRole({ id, command: crypto.randomUUID() })
  await admin.page.goto('/dashboard/admin/settings')
  await expectAccessibleInViews(
    admin.page,
    'admin settings',
    admin.page.getByRole('searchbox', { name: uiText('settings:find') }),
  )
  await admin.page.goto('/dashboard/admin/api-settings/access')
  await expectAccessibleInViews(admin.page, 'admin api-settings', admin.page.locator('code').first())
  await admin.page.setViewportSize(phoneViewport)
  const key = await admin.page.locator('code').first().boundingBox()
  expect.soft(key?.height, 'the public key has at most two lines on a phone').toBeLessThan(50)
  for (const [address, there] of [
    ['/profile', heading(admin.page)],
    ['/accounts', heading(admin.page, uiText('accounts:title'))],
    ['/role-requests', heading(admin.page)],
    ['/jobs', heading(admin.page)],
    ['/audit-log', heading(admin.page)],
    ['/notification-settings', heading(admin.page)],
    ['/notifications', admin.page.getByRole('main').getByRole('listitem').first()],
  ] as const) {
    await admin.page.goto(`/dashboard/admin${address}`)
    await expectAccessibleInViews(admin.page, `admin ${address}`, there)
  }

  await page.goto('/dashboard')
  const setUp = heading(page, uiText('login:enrol.title'))
  await expect(setUp).toBeVisible()
  await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
  await page.getByRole('button', { name: uiText('login:enrol.begin') }).click()
  await expect(page.locator('code')).toBeVisible()
  await expectAccessibleInViews(page, 'setting up the second factor', setUp)

  const guest = await setView(await newVisitor(browser, product, practice.therapist.email))
  await guest.page.goto('/')
  await guest.page.getByLabel(uiText('login:email')).fill(practice.therapist.email)
  await guest.page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
  await guest.page.getByRole('button', { name: uiText('login:signIn.submit') }).click()
  await expectAccessibleInViews(guest.page, 'second factor', heading(guest.page, uiText('login:secondFactor.title')))
  await expectNoErrors(visitor, admin, guest)
})
