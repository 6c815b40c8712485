import { expect, type Page, test } from '@playwright/test'
import { calendarGrid } from './calendar.ts'
import {
  addClientByApi,
  openSignedIn,
  planSessionByApi,
  type JourneyPractice,
  startJourneyPractice,
  journeyZone,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { notificationBell } from './steps.ts'
import { installFakeClock, waitUntilRetriesFailed } from './time.ts'
import { closeVisitors, newVisitor, expectNoErrors, visitorPassword } from './visitor.ts'
import { uiText, uiTextIn, uiTextPattern } from './ui-text.ts'
import { waitUntilDrawn } from './views.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }
const sidebar = (page: Page) => page.getByRole('navigation', { name: uiText('shell:navigation'), exact: true })
const path = (address: string) => `${product.address}${address}`
const scheme = (page: Page) => page.locator('html')

test('each role has its own sidebar, pages and landing page [1.01, 2.03, 2.04, 2.08, 2.12, 2.16, 2.24, 6.01, 6.02, 6.03, 6.04] @slow', async ({
  browser,
}) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  const therapist = await openSignedIn(browser, product, practice.therapist)
  const client = await openSignedIn(browser, product, ana)
  const admin = await openSignedIn(browser, product, practice.admin)

  await test.step('the sidebar names the dashboard and has the entries of the role, in their order', async () => {
    for (const [{ page }, role, label, entries] of [
      [
        therapist,
        'therapist',
        uiText('shell:dashboardOf.therapist'),
        [
          uiText('shell:pages.dashboard'),
          uiText('shell:pages.clients'),
          uiText('shell:pages.sessions'),
          uiText('shell:pages.calendar'),
          uiText('shell:pages.settings'),
          uiText('shell:pages.profile'),
          uiText('shell:pages.tasks'),
          uiText('shell:pages.messages'),
        ],
      ],
      [
        client,
        'client',
        uiText('shell:dashboardOf.client'),
        [
          uiText('shell:pages.dashboard'),
          uiText('shell:pages.therapists'),
          uiText('shell:pages.journal'),
          uiText('shell:pages.mySessions'),
          uiText('shell:pages.calendar'),
          uiText('shell:pages.settings'),
          uiText('shell:pages.profile'),
          uiText('shell:pages.tasks'),
          uiText('shell:pages.messages'),
        ],
      ],
      [
        admin,
        'admin',
        uiText('shell:dashboardOf.admin'),
        [
          uiText('shell:pages.dashboard'),
          uiText('shell:pages.settings'),
          uiText('shell:pages.profile'),
          uiText('shell:pages.notificationSettings'),
          uiText('shell:pages.apiSettings'),
        ],
      ],
    ] as const) {
      await page.goto('/')
      await expect(page).toHaveURL(path(`/dashboard/${role}`))
      await expect(sidebar(page).getByText(label, { exact: true })).toBeVisible()
      // The disabled entry for payments links a therapist to the settings that enable it. The link to unwritten notes is below the menu entries.
      const others = role === 'therapist' ? [uiText('shell:paymentsOff.incomplete'), uiText('shell:pages.notes')] : []
      await expect(sidebar(page).getByRole('link')).toHaveText([...entries, ...others])
      await expect(sidebar(page).getByRole('link', { name: uiText('shell:pages.dashboard') })).toHaveAttribute(
        'aria-current',
        'page',
      )
      // Each entry links to an existing page.
      for (const entry of entries.slice(1)) {
        await sidebar(page).getByRole('link', { name: entry, exact: true }).click()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page).toHaveTitle(/\S · Attune/)
        await expect(sidebar(page).getByRole('link', { name: entry, exact: true })).toHaveAttribute(
          'aria-current',
          'page',
        )
      }
    }
  })

  await test.step('the breadcrumb shows the current page and links to the dashboard', async () => {
    const crumbs = (page: Page) => page.getByRole('navigation', { name: uiText('shell:breadcrumbs') })
    await therapist.page.goto('/dashboard/therapist/add-client')
    await expect(crumbs(therapist.page).getByRole('listitem')).toHaveText([
      uiText('shell:pages.dashboard'),
      uiText('shell:pages.clients'),
      uiText('shell:pages.addClient'),
    ])
    await crumbs(therapist.page)
      .getByRole('link', { name: uiText('shell:pages.dashboard') })
      .click()
    await expect(therapist.page).toHaveURL(path('/dashboard/therapist'))
    await expect(crumbs(therapist.page).getByRole('listitem')).toHaveText([uiText('shell:pages.dashboard')])
    await expect(crumbs(therapist.page).getByRole('link')).toHaveCount(0)
    await admin.page.goto('/dashboard/admin/settings')
    await expect(crumbs(admin.page).getByRole('listitem')).toHaveText([
      'Admin dashboard',
      uiText('shell:pages.settings'),
    ])
    await crumbs(admin.page).getByRole('link', { name: 'Admin dashboard' }).click()
    await expect(admin.page).toHaveURL(path('/dashboard/admin'))
    await expect(crumbs(admin.page).getByRole('link', { name: 'Admin dashboard' })).toHaveCount(0)
  })

  await test.step('a page of another role redirects to the own dashboard, an unknown one shows not found', async () => {
    for (const [{ page }, wanted, reached] of [
      [admin, '/dashboard/therapist/clients', '/dashboard/admin'],
      [admin, '/dashboard/client/settings', '/dashboard/admin'],
      [admin, '/sign-in', '/dashboard/admin'],
      [client, '/login', '/dashboard/client'],
      [therapist, '/dashboard/admin', '/dashboard/therapist'],
      [therapist, '/dashboard/admin/settings', '/dashboard/therapist'],
      [therapist, '/dashboard/client', '/dashboard/therapist'],
      [client, '/dashboard/admin/settings', '/dashboard/client'],
      [client, '/dashboard/therapist/clients', '/dashboard/client'],
      [client, '/dashboard/therapist/settings', '/dashboard/client/settings'],
      [therapist, '/dashboard/client/settings', '/dashboard/therapist/settings'],
      [client, '/dashboard', '/dashboard/client'],
    ] as const) {
      await page.goto(wanted)
      await expect(page, wanted).toHaveURL(path(reached))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    for (const unknown of ['/nowhere', '/dashboard/therapist/nowhere', '/dashboard/nobody/settings']) {
      await therapist.page.goto(unknown)
      await expect(therapist.page.getByRole('heading', { name: uiText('common:missing.title') })).toBeVisible()
    }
    await therapist.page.getByRole('link', { name: uiText('common:wrong.home') }).click()
    await expect(therapist.page).toHaveURL(path('/dashboard/therapist'))
  })

  await test.step('a visitor is redirected to the public page, and to the requested page after signing in', async () => {
    const visitor = await newVisitor(browser, product, ana.email)
    const { page } = visitor
    await page.goto('/dashboard/client/sessions?tab=history')
    await expect(page).toHaveURL(path('/'))
    await page.getByLabel(uiText('login:email')).fill(ana.email)
    await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
    await page.getByRole('button', { name: uiText('login:signIn.submit') }).click()
    await expect(page).toHaveURL(path('/dashboard/client/sessions?tab=history'))
    await expect(page.getByRole('tab', { name: uiText('session:history'), selected: true })).toBeVisible()
    await expectNoErrors(visitor)
  })
  await expectNoErrors(therapist, client, admin)
})

test('the sidebar stays collapsed, is a drawer on a phone, and the theme follows the device and the setting [2.22, 2.27, 9.14] @deep', async ({
  browser,
}) => {
  const visitor = await openSignedIn(browser, product, practice.therapist)
  const { page } = visitor
  const context = page.context()
  await page.goto('/dashboard/therapist/settings')
  await expect(page.getByRole('heading', { level: 1, name: uiText('settings:subjects.appearance') })).toBeVisible()

  await test.step('Ctrl and B closes the sidebar, also in a field; a cookie keeps it for seven days', async () => {
    await expect(sidebar(page)).toBeVisible()
    expect((await sidebar(page).boundingBox())?.width).toBe(256)
    await page.keyboard.press('Control+b')
    await expect(sidebar(page)).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: uiText('settings:subjects.appearance') })).toBeVisible()
    await expect(sidebar(page)).toBeHidden()
    const kept = (await context.cookies()).find((cookie) => cookie.name === 'attune-sidebar')
    const days = ((kept?.expires ?? 0) * 1000 - Date.now()) / (24 * 60 * 60_000)
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
    await page.keyboard.press('Meta+b')
    await expect(sidebar(page)).toBeVisible()
    await page.getByRole('button', { name: uiText('shell:hideSidebar') }).click()
    await expect(sidebar(page)).toBeHidden()
    await page.getByRole('button', { name: uiText('shell:showSidebar') }).click()
    await expect(sidebar(page)).toBeVisible()
  })

  await test.step('the calendar uses a wide window', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.goto('/dashboard/therapist/calendar')
    await expect.poll(async () => (await calendarGrid(page).boundingBox())?.width).toBeGreaterThan(1500)
    await page.setViewportSize(desktop)
    await page.goto('/dashboard/therapist/settings')
  })

  await test.step('below 768 px there is a bottom bar and a drawer that traps the focus until Escape', async () => {
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(sidebar(page)).toBeVisible()
    await page.setViewportSize({ width: 767, height: 900 })
    await expect(sidebar(page)).toBeHidden()
    await page.setViewportSize(phone)
    const bar = page.getByRole('navigation', { name: uiText('shell:tabBar') })
    await expect(bar.getByRole('link')).toHaveText([
      uiText('shell:tabs.dashboard'),
      uiText('shell:tabs.calendar'),
      uiText('shell:tabs.clients'),
      uiText('shell:tabs.messages'),
    ])
    const menu = bar.getByRole('button', { name: uiText('shell:menu') })
    await menu.click()
    const drawer = page.getByRole('dialog', { name: uiText('shell:menu') })
    await expect(drawer).toBeVisible()
    await expect(drawer.getByRole('link')).toHaveText([
      uiText('shell:pages.dashboard'),
      uiText('shell:pages.clients'),
      uiText('shell:pages.sessions'),
      uiText('shell:pages.calendar'),
      uiText('shell:pages.settings'),
      uiText('shell:pages.profile'),
      uiText('shell:pages.tasks'),
      uiText('shell:pages.messages'),
      // The disabled entry for payments contains a sentence about the settings that the therapist must complete.
      uiText('shell:paymentsOff.incomplete'),
      uiText('shell:pages.notes'),
    ])
    await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(288)
    const inside = () => drawer.evaluate((node) => node.contains(document.activeElement))
    await expect.poll(inside).toBe(true)
    for (let presses = 0; presses < 10; presses++) {
      await page.keyboard.press('Tab')
      expect(await inside()).toBe(true)
    }
    await page.keyboard.press('Shift+Tab')
    expect(await inside()).toBe(true)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(menu).toBeFocused()
    await menu.click()
    await drawer.getByRole('link', { name: uiText('shell:pages.profile') }).click()
    await expect(page).toHaveURL(path('/dashboard/therapist/profile'))
    await expect(drawer).toBeHidden()
    await page.setViewportSize(desktop)
  })

  await test.step('the theme follows the device while it is "System", and a choice applies at once', async () => {
    await page.goto('/dashboard/therapist/settings')
    for (const device of ['dark', 'light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: device })
      await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', device)
    }
    const choose = (name: string) =>
      page
        .getByRole('radiogroup', { name: uiText('account:settings.theme') })
        .getByText(name, { exact: true })
        .click()
    await choose(uiText('account:settings.themes.light'))
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'light')
    await expect(page.getByRole('status').filter({ hasText: uiText('common:outcome.saved') })).toBeVisible()
    await page.reload()
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'light')
    await choose(uiText('account:settings.themes.system'))
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(scheme(page)).toHaveAttribute('data-mantine-color-scheme', 'light')
  })

  await test.step('the notification panel lists unread ones; "Mark all as read" is shown only then', async () => {
    await practice.newClient('Bella', 'Ring')
    await expect(notificationBell(visitor)).toHaveAccessibleName(uiTextPattern('notification:buttonUnread'))
    await notificationBell(visitor).click()
    const list = page.getByRole('dialog', { name: uiText('notification:title') })
    await expect(list.getByRole('heading', { name: uiText('notification:title') })).toBeVisible()
    await expect(list.getByRole('listitem').filter({ hasText: 'Bella' })).toBeVisible()
    await expect(list.getByRole('list')).toHaveCSS('max-height', '320px')
    await list.getByRole('button', { name: uiText('notification:markAll') }).click()
    await expect(list.getByText(uiText('notification:empty'))).toBeVisible()
    await expect(list.getByRole('button', { name: uiText('notification:markAll') })).toHaveCount(0)
    await expect(list.getByRole('listitem')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(notificationBell(visitor)).toHaveAccessibleName(uiText('notification:button'))
  })
  await expectNoErrors(visitor)
})

test(
  'toasts are at the bottom right, at most three; the language follows the choice, else the browser [1.15, 9.15]',
  { tag: '@deep' },
  async ({ browser }) => {
    const visitor = await openSignedIn(browser, product, practice.therapist)
    const { page } = visitor

    await test.step('toasts are at the bottom right, 356 px wide, at most three, and close automatically', async () => {
      const names = ['Toni', 'Tilda', 'Theo', 'Tessa']
      const onboarding = { role: 'therapist', lastName: 'Toast', zone: journeyZone, language: 'en' } as const
      const arrive = async (firstName: string) => {
        const newcomer = await practice.newcomer(firstName, 'Toast')
        await newcomer.api.account.onboard({ ...onboarding, firstName })
      }
      await Promise.all(names.map(arrive))
      const admin = await openSignedIn(browser, product, practice.admin)
      await admin.page.goto('/dashboard/admin')
      const approve = (name: string) =>
        admin.page
          .getByRole('article', { name: uiText('administration:waiting.asks', { name: `${name} Toast` }) })
          .getByRole('button', { name: uiText('administration:waiting.approve') })
      const toasts = admin.page.locator('[data-sonner-toast]')
      for (const [place, name] of names.entries()) {
        await approve(name).press('Enter')
        await expect(toasts.filter({ hasText: name })).toHaveAttribute('data-front', 'true')
        // A toast stays while the pointer is over the toasts.
        if (place === 0) await toasts.first().hover()
      }
      await expect(admin.page.locator('[data-sonner-toast][data-visible=true]')).toHaveCount(3)
      const front = admin.page.locator('[data-sonner-toast][data-front=true]')
      await expect.poll(async () => (await front.boundingBox())?.width).toBe(356)
      const box = await front.boundingBox()
      expect(desktop.width - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThanOrEqual(32)
      expect(desktop.height - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThanOrEqual(48)
      await admin.page.mouse.move(10, 10)
      await expect(toasts).toHaveCount(0)
      await expectNoErrors(admin)
    })

    await test.step('the language is the chosen one, otherwise the browser’s, otherwise English', async () => {
      for (const [locale, chosen, language, words] of [
        ['en-GB', null, 'en', uiText('login:signIn.submit')],
        ['de-AT', null, 'de', uiTextIn('de', 'login:signIn.submit')],
        ['fr-FR', null, 'fr', uiTextIn('fr', 'login:signIn.submit')],
        ['es-MX', null, 'es', uiTextIn('es', 'login:signIn.submit')],
        ['it-IT', null, 'en', uiText('login:signIn.submit')],
        ['de-DE', 'es', 'es', uiTextIn('es', 'login:signIn.submit')],
      ] as const) {
        const guest = await newVisitor(browser, product, 'guest@practice.test', { locale })
        if (chosen) await guest.page.addInitScript((value) => localStorage.setItem('attune-language', value), chosen)
        await guest.page.goto('/')
        await expect(guest.page.locator('html'), locale).toHaveAttribute('lang', new RegExp(`^${language}`))
        await expect(guest.page.getByRole('button', { name: words, exact: true }), locale).toBeVisible()
        await expectNoErrors(guest)
        await guest.page.context().close()
      }
      await page.goto('/dashboard/therapist/settings')
      await page.getByLabel(uiText('account:settings.language'), { exact: true }).selectOption({ label: 'Deutsch' })
      await expect(
        page.getByRole('heading', { level: 1, name: uiTextIn('de', 'settings:subjects.appearance') }),
      ).toBeVisible()
      await page.reload()
      await expect(
        page.getByRole('heading', { level: 1, name: uiTextIn('de', 'settings:subjects.appearance') }),
      ).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', 'de')
      await page
        .getByLabel(uiTextIn('de', 'account:settings.language'), { exact: true })
        .selectOption({ label: 'English' })
      await expect(page.getByRole('heading', { level: 1, name: uiText('settings:subjects.appearance') })).toBeVisible()
    })
    await expectNoErrors(visitor)
  },
)

test(
  'the code of a page is loaded on demand, and an error page says what to do [2.29, 7.12, 8.06]',
  { tag: '@deep' },
  async ({ browser }) => {
    const guest = await newVisitor(browser, product, practice.admin.email)
    const asked: string[] = []
    guest.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const scripts = () => asked.filter((one) => one.endsWith('.js'))

    await test.step('the public page loads no code of the dashboards', async () => {
      await guest.page.goto('/')
      await expect(guest.page.getByRole('button', { name: uiText('login:signIn.submit') })).toBeVisible()
      await guest.page.waitForLoadState('networkidle')
      expect(scripts().length).toBeGreaterThan(0)
      expect(scripts().filter((one) => /session|client|admin|dialog/i.test(one))).toEqual([])
    })

    const visitor = await openSignedIn(browser, product, practice.therapist, { plain: true })
    const { page } = visitor
    await installFakeClock(page)
    await test.step('the sessions page loads its code when it is opened', async () => {
      const loaded: string[] = []
      page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
      await page.goto('/dashboard/therapist/notifications')
      await expect(page.getByRole('heading', { level: 1, name: uiText('notification:title') })).toBeVisible()
      await waitUntilDrawn(page)
      const before = loaded.filter((one) => one.endsWith('.js'))
      expect(before.filter((one) => /ScheduleDialog|Tabs/.test(one))).toEqual([])
      await sidebar(page)
        .getByRole('link', { name: uiText('shell:pages.sessions') })
        .click()
      await expect(page.getByRole('tab', { name: uiText('session:upcoming') })).toBeVisible()
      const after = loaded.filter((one) => one.endsWith('.js') && !before.includes(one))
      expect(after.length).toBeGreaterThan(0)
    })

    /** Answers a call with an error until the returned function is called. */
    async function breakCall(call: string) {
      let broken = true
      await page.route(`**/api/${call}`, (route) =>
        broken
          ? route.fulfill({
              status: 500,
              contentType: 'application/json',
              body: JSON.stringify({ code: 'INTERNAL_SERVER_ERROR' }),
            })
          : route.continue(),
      )
      return () => {
        broken = false
      }
    }

    await test.step('a page that fails to load says so; "Try Again" opens it once it can be loaded', async () => {
      const mend = await breakCall('{account/me,dashboard/frame,firstPage/get}')
      await page.goto('/dashboard/therapist/clients')
      await waitUntilRetriesFailed(page, page.getByRole('heading', { name: 'Something went wrong' }))
      await expect(page.getByText(uiText('common:errors.PROFILE_REFRESH_FAILED'))).toBeVisible()
      await page.getByRole('button', { name: 'Try Again' }).click()
      await waitUntilRetriesFailed(page, page.getByRole('heading', { name: 'Something went wrong' }))
      mend()
      await page.getByRole('button', { name: 'Try Again' }).click()
      await expect(page.getByRole('heading', { level: 1, name: uiText('client:list.title') })).toBeVisible()
    })

    await test.step('"Go Home" leads to the dashboard', async () => {
      const mend = await breakCall('{account/me,dashboard/frame,firstPage/get}')
      await page.goto('/dashboard/therapist/sessions')
      const home = page.getByRole('link', { name: 'Go Home' })
      await waitUntilRetriesFailed(page, home)
      mend()
      await home.click()
      await expect(page).toHaveURL(path('/dashboard/therapist'))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })

    await test.step('a section that fails to load says so in the page and can be retried', async () => {
      await addClientByApi(practice.therapist, 'Mila', 'Vogt')
      const mend = await breakCall('client/list')
      await page.goto('/dashboard/therapist/clients')
      await waitUntilRetriesFailed(page, page.getByText(uiText('client:loadFailed')))
      mend()
      await page.getByRole('button', { name: uiText('client:again') }).click()
      await expect(page.getByText('Mila Vogt').first()).toBeVisible()
    })
    await expectNoErrors(guest, visitor)
  },
)

test('a click on a notification opens its session and marks it as read [2.28]', async ({ browser }) => {
  const leo = await practice.newClient('Leo', 'Brandt')
  await planSessionByApi(practice.therapist, leo.clientId, 3, 9)
  const client = await openSignedIn(browser, product, leo, { phone: true })
  await client.page.goto('/dashboard/client')
  await expect(notificationBell(client)).toHaveAccessibleName(uiText('notification:buttonUnread_one', { count: '1' }))
  await notificationBell(client).click()
  const list = client.page.getByRole('dialog', { name: uiText('notification:title') })
  await list.getByRole('listitem').getByRole('button').first().click()
  await expect(client.page).toHaveURL(/session-details/)
  await expect(notificationBell(client)).toHaveAccessibleName(uiText('notification:button'))
  await expectNoErrors(client)
})
