import { expect, test } from '@playwright/test'
import { addByCalls, enter, planAt, planByCalls, type Practice, setUpByCalls } from './cast.ts'
import { desktop, everywhere, faultless, fits, heading, look, narrowOnly, twoViews } from './faultless.ts'
import { judge } from './judge.ts'
import { openProduct, type Product } from './product.ts'
import { newVisitor, noTroubles, password, picturesOfFailure } from './visitor.ts'

let product: Product
let practice: Practice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  product = await openProduct()
  practice = await setUpByCalls(product)
})
test.afterAll(() => product.stop())
test.afterEach(picturesOfFailure)

test('the rooms of a therapist look right, empty and full [look.md: axe 0, 390 px]', async ({ browser }) => {
  const visitor = await look(await enter(browser, product, practice.therapist), /500|SERVER_ERROR/)
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
  const { id } = await planByCalls(practice.therapist, bea.clientId, 3, 9)
  await planByCalls(practice.therapist, bea.clientId, 4, 9, true)
  const details = `/dashboard/therapist/sessions/session-details?id=${id}`
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
  await page.getByRole('button', { name: 'New session' }).first().click()
  await faultless(page, 'planning a session', page.getByRole('dialog').getByLabel('Room or address'))
  await page.goto('/dashboard/therapist/sessions')
  await page.getByRole('button', { name: 'Filters' }).click()
  await faultless(page, 'sessions, with filters', page.getByRole('combobox', { name: 'Client' }))
  await page.getByRole('button', { name: 'Enter what took place' }).click()
  await faultless(page, 'entering what took place', page.getByRole('dialog').getByText('What happened'))
  await page.goto(details)
  await faultless(page, 'session', page.getByRole('heading', { name: 'History' }), everywhere)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Move' }).click()
  await faultless(page, 'moving a session', page.getByRole('dialog').getByLabel('Reason'))
  await page.goto('/dashboard/therapist/settings')
  await faultless(page, 'settings', page.getByText('Authenticator app').first())
  await page.goto('/dashboard/therapist/settings?tab=sessions')
  await faultless(page, 'settings of sessions', page.getByText('Room for video calls').first())
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
  await page.route('**/api/account/me', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  )
  await page.goto('/dashboard/therapist/clients')
  await faultless(page, 'something went wrong', page.getByRole('heading', { name: 'Something went wrong' }))
  await page.unroute('**/api/account/me')

  const addresses = [
    '',
    '/clients',
    '/clients/import',
    '/add-client',
    '/sessions',
    '/notifications',
    '/settings',
    '/profile',
  ]
    .map((one) => `/dashboard/therapist${one}`)
    .concat(profile, details)
  await practice.therapist.api.account.saveSettings({ language: 'de' })
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await faultless(page, `${address}, German`, heading(page), narrowOnly)
  }
  for (const language of ['fr', 'es'] as const) {
    await practice.therapist.api.account.saveSettings({ language })
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(heading(page)).toBeVisible()
      await fits(page, `${address}, ${language}`)
    }
  }
  await practice.therapist.api.account.saveSettings({ language: 'en' })
  await noTroubles(visitor)
})

test('the public pages look right to everybody [look.md: axe 0, 390 px]', async ({ browser }) => {
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
  await test.step('the control: a button without a name and a page that is too wide are found', async () => {
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

test('arriving looks right: onboarding, waiting, second factor [look.md: axe 0, 390 px]', async ({ browser }) => {
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

test('the rooms of a client look right, empty and full [look.md: axe 0, 390 px]', async ({ browser }) => {
  const leo = await practice.newClient('Leo', 'Brandt')
  const visitor = await look(await enter(browser, product, leo))
  const { page } = visitor
  await page.goto('/dashboard/client')
  await faultless(page, 'client dashboard, empty', page.getByText('No session planned').first())
  const { id } = await planByCalls(practice.therapist, leo.clientId, 5, 9)
  await planByCalls(practice.therapist, leo.clientId, 6, 9, true)
  await page.goto('/dashboard/client')
  await faultless(page, 'client dashboard', page.getByRole('button', { name: 'Accept' }).first(), everywhere)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  // The panel hangs over the page: what lies half under it is no target.
  await faultless(
    page,
    'notifications',
    page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first(),
    twoViews,
    '[role=dialog]',
  )
  await page.goto('/dashboard/client/sessions')
  await page.getByRole('button', { name: 'Request a session' }).click()
  await faultless(page, 'asking for a session', page.getByRole('dialog').getByLabel('Message'))
  await page.goto('/dashboard/client/sessions')
  await faultless(page, 'my sessions', heading(page, 'My sessions'))
  await page.goto(`/dashboard/client/sessions/session-details?id=${id}`)
  await faultless(page, 'session of a client', page.getByRole('heading', { name: 'History' }))
  await page.getByRole('button', { name: 'Decline' }).click()
  await faultless(page, 'declining', page.getByRole('dialog').getByLabel('Reason'))
  for (const [address, there] of [
    ['/therapists', page.getByRole('button', { name: 'Disconnect' })],
    ['/settings', page.getByText('Where you are signed in')],
    ['/notifications', page.getByRole('main').getByRole('listitem').first()],
    ['/sessions?tab=history', page.getByRole('tab', { name: 'History', selected: true })],
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

  await leo.api.account.saveSettings({ language: 'de' })
  for (const address of [
    '/dashboard/client',
    '/dashboard/client/therapists',
    '/dashboard/client/sessions',
    `/dashboard/client/sessions/session-details?id=${id}`,
  ]) {
    await page.goto(address)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await faultless(page, `${address}, German`, heading(page), narrowOnly)
  }
  await noTroubles(visitor)
})
