import { expect, test } from '@playwright/test'
import { type JourneyPractice, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { notificationBell } from './steps.ts'
import { expectFocusRing, tabTo } from './tab-stops.ts'
import { closeVisitors, newVisitor, expectNoErrors, visitorPassword } from './visitor.ts'
import { uiText, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test(
  'signing in, using the pages and signing out works by keyboard only [2.22]',
  { tag: '@deep' },
  async ({ browser }) => {
    const { therapist } = practice
    const visitor = await newVisitor(browser, product, therapist.email)
    const { page } = visitor
    const { keyboard } = page
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })

    await test.step('signing in, with the second factor', async () => {
      await page.goto('/')
      await tabTo(page, page.getByLabel(uiText('login:email')))
      await keyboard.type(therapist.email)
      await tabTo(page, page.getByLabel(uiText('login:password'), { exact: true }))
      await keyboard.type(visitorPassword)
      await keyboard.press('Enter')
      const code = page.getByLabel(uiText('login:code'))
      await expect(code).toBeFocused()
      // Uses the next code, because the current code was used to set up the second factor.
      await keyboard.type(therapist.totp?.generate({ timestamp: Date.now() + 30_000 }) ?? '')
      await keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: uiText('dashboard:week.title') })).toBeVisible()
    })

    await test.step('the first tab stop skips the navigation', async () => {
      await page.reload()
      await expect(page.getByRole('heading', { name: uiText('dashboard:week.title') })).toBeVisible()
      await keyboard.press('Tab')
      await expect(page.getByRole('button', { name: uiText('shell:skip') })).toBeFocused()
      await keyboard.press('Enter')
      await expect(page.getByRole('main')).toBeFocused()
    })

    await test.step('Ctrl and B hides and shows the sidebar', async () => {
      const sidebar = page.getByRole('navigation', { name: uiText('shell:navigation'), exact: true })
      await keyboard.press('Control+b')
      await expect(sidebar).toBeHidden()
      await keyboard.press('Control+b')
      await expect(sidebar).toBeVisible()
    })

    await test.step('a client is added from the palette', async () => {
      await keyboard.press('Control+k')
      await expect(page.getByRole('combobox')).toBeFocused()
      await keyboard.type('add cl')
      await expect(page.getByRole('option', { selected: true })).toContainText(uiText('palette:addClient'))
      await keyboard.press('Enter')
      await expect(heading(uiText('client:add.title'))).toBeVisible()
      await tabTo(page, page.getByLabel(uiText('client:form.firstName')))
      await keyboard.type('Bea')
      await tabTo(page, page.getByLabel(uiText('client:form.lastName')))
      await keyboard.type('Lang')
      await tabTo(page, page.getByRole('button', { name: uiText('client:add.submit') }))
      await keyboard.press('Enter')
      await expect(heading('Bea Lang')).toBeVisible()
    })

    await test.step('a dialog takes the focus, traps it and returns it', async () => {
      const open = page.getByRole('button', { name: uiText('session:new') }).first()
      // A toast is the last tab stop and keeps the focus in some browsers, so the test waits until it has closed.
      await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
      await tabTo(page, open)
      await keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      const inside = () => dialog.evaluate((node) => node.contains(document.activeElement))
      await expect.poll(inside).toBe(true)
      for (let presses = 0; presses < 24; presses++) {
        await keyboard.press('Tab')
        expect(await inside()).toBe(true)
      }
      await keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(open).toBeFocused()
    })

    await test.step('arrows switch between tabs', async () => {
      const tab = (name: string) => page.getByRole('tab', { name })
      await tabTo(page, tab(uiText('client:profile.overview')))
      await keyboard.press('ArrowRight')
      await expect(tab(uiText('client:profile.sessions'))).toBeFocused()
      await expect(tab(uiText('client:profile.sessions'))).toHaveAttribute('aria-selected', 'true')
    })

    await test.step('notifications open, close with Escape, and link to their page', async () => {
      await tabTo(page, notificationBell(visitor), 'Shift+Tab')
      await keyboard.press('Enter')
      const list = page.getByRole('dialog', { name: uiText('notification:title') })
      await expect(list).toBeVisible()
      await keyboard.press('Escape')
      await expect(list).toBeHidden()
      await expect(notificationBell(visitor)).toBeFocused()
      await keyboard.press('Enter')
      await tabTo(page, list.getByRole('link', { name: uiText('notification:all') }))
      await keyboard.press('Enter')
      await expect(heading(uiText('notification:title'))).toBeVisible()
    })

    await test.step('the menu reaches the profile and sign-out by arrows', async () => {
      const menu = page.getByRole('button', { name: uiTextPattern('shell:userMenu') })
      await tabTo(page, menu)
      await keyboard.press('Enter')
      const items = page.getByRole('menuitem')
      await keyboard.press('Home')
      await expect(items.first()).toBeFocused()
      await keyboard.press('Enter')
      await expect(heading('Nora Lindqvist')).toBeVisible()
      await tabTo(page, menu)
      await keyboard.press('Enter')
      await keyboard.press('End')
      await expect(items.last()).toHaveText(uiText('shell:logOut'))
      await expect(items.last()).toBeFocused()
      await expectFocusRing(items.last())
      await keyboard.press('Enter')
      await expect(heading(uiText('login:signIn.title'))).toBeVisible()
    })
    await expectNoErrors(visitor)
  },
)
