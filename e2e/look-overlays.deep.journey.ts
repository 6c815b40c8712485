import { expect, type Page, test } from '@playwright/test'
import { openSignedIn, planSessionByApi, type JourneyPractice, setUpPracticeByApi } from './practice.ts'
import {
  waitUntilDrawn,
  desktopViewport,
  allViews,
  expectAccessibleInViews,
  heading,
  setView,
  phoneViewport,
  twoViews,
} from './views.ts'
import { startJourneyServer, type JourneyServer } from './server.ts'
import { closeVisitors, newVisitor, expectNoErrors, visitorPassword } from './visitor.ts'
import { uiText, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async ({ browser }) => {
  product = await startJourneyServer()
  const host = await setView(await newVisitor(browser, product, 'host@practice.test'))
  await host.page.goto(product.setupLink)
  await host.page.getByLabel(uiText('login:setUp.therapist')).check()
  await expectAccessibleInViews(host.page, 'setting up', heading(host.page, uiText('login:setUp.title')))
  await host.page.context().close()
  practice = await setUpPracticeByApi(product)
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const dialog = (page: Page) => page.getByRole('dialog')

test('dialogs, menus, the lock and the sign-in overlay have no axe violations [look.md: axe 0, 390 px]', async ({
  browser,
}) => {
  const bea = await practice.newClient('Bea', 'Lang')
  await planSessionByApi(practice.therapist, bea.clientId, 3, 9)
  const visitor = await setView(
    await openSignedIn(browser, product, practice.therapist),
    /401|ERR_INTERNET_DISCONNECTED|WebSocket/,
  )
  const { page } = visitor
  const at = async (address: string, button: string | RegExp) => {
    await page.setViewportSize(desktopViewport)
    await page.goto(`/dashboard/therapist${address}`)
    await page.getByRole('main').getByRole('button', { name: button }).first().click()
  }
  for (const [name, address, button, inside] of [
    ['invite code', '/clients', uiText('client:list.code'), uiText('connection:code.text')],
    ['another password', '/settings/security', uiText('security:password.change'), uiText('security:password.current')],
    ['another address', '/settings/security', uiText('security:email.change'), uiText('security:email.next')],
    [
      'ending the account',
      '/settings/account',
      uiText('security:accountDeletion.begin'),
      uiText('accountDeletion:erased'),
    ],
    [
      'disconnecting',
      `/clients/${bea.clientId}/client-profile`,
      uiText('connection:end.open'),
      uiTextPattern('connection:end.sessions'),
    ],
  ] as const) {
    await at(address, button)
    // Checks only the dialog: axe would report that elements which the dialog partly covers are too small as targets.
    await expectAccessibleInViews(page, name, dialog(page).getByText(inside).first(), twoViews, '[role=dialog]')
  }

  await test.step('menus', async () => {
    await page.setViewportSize(desktopViewport)
    await page.goto('/dashboard/therapist')
    await page.getByRole('button', { name: uiTextPattern('shell:userMenu') }).click()
    await expectAccessibleInViews(
      page,
      'user menu',
      page.getByRole('menu'),
      [
        [desktopViewport, 'light'],
        [desktopViewport, 'dark'],
      ],
      '[role=menu]',
    )
    await page.setViewportSize(phoneViewport)
    await page.goto('/dashboard/therapist')
    await page.getByRole('button', { name: uiText('shell:menu') }).click()
    await expectAccessibleInViews(
      page,
      'menu of a phone',
      dialog(page),
      [
        [phoneViewport, 'light'],
        [phoneViewport, 'dark'],
      ],
      '[role=dialog]',
    )
  })

  await test.step('offline', async () => {
    await page.goto('/dashboard/therapist')
    await expect(heading(page)).toBeVisible()
    await waitUntilDrawn(page)
    await page.context().setOffline(true)
    await expectAccessibleInViews(page, 'offline', page.getByText(uiText('common:offline.strip'), { exact: true }))
    await page.context().setOffline(false)
  })

  await test.step('locked, and with an expired login', async () => {
    await page.goto('/dashboard/therapist/clients')
    await expect(page.getByRole('link', { name: 'Bea Lang' })).toBeVisible()
    await page.evaluate(() => {
      const name = Object.keys(localStorage).find((key) => key.startsWith('attune-idle-')) ?? ''
      const kept = JSON.parse(localStorage.getItem(name) ?? '{}') as object
      localStorage.setItem(name, JSON.stringify({ ...kept, locked: true }))
    })
    await page.reload()
    await expectAccessibleInViews(
      page,
      'locked',
      dialog(page).getByText(uiText('reauthentication:lock.title')),
      allViews,
    )
    await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Bea Lang' })).toBeVisible()
    await page.context().clearCookies()
    await page.getByRole('searchbox').fill('bea')
    await expectAccessibleInViews(
      page,
      'signing in again',
      dialog(page).getByText(uiText('common:errors.NO_LOGIN')),
      allViews,
    )
  })
  await expectNoErrors(visitor)

  const client = await setView(await openSignedIn(browser, product, bea))
  await client.page.goto('/dashboard/client/therapists')
  await client.page.getByRole('button', { name: uiText('connection:end.open') }).click()
  await expectAccessibleInViews(
    client.page,
    'disconnecting as a client',
    dialog(client.page).getByText(uiTextPattern('connection:end.sessions')),
    twoViews,
    '[role=dialog]',
  )
  await expectNoErrors(client)
})
