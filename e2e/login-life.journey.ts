import { expect, test, type Page } from '@playwright/test'
import { openSignedIn, type JourneyPractice, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, newVisitor, expectNoErrors, visitorPassword } from './visitor.ts'
import { uiText } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const profile = '/dashboard/client/profile'

test('when a login expires on a half-filled page, the text is kept, and all tabs follow [4.13, 8.02] @slow', async ({
  browser,
}) => {
  const ana = await openSignedIn(browser, product, await practice.newClient('Ana', 'Moreau'))
  const { page } = ana
  await page.goto(profile)
  await page.getByRole('button', { name: uiText('account:profile.edit') }).click()
  await page.getByLabel(uiText('account:profile.lastName')).fill('Moreau-Weiss')
  const other = await page.context().newPage()
  await other.goto('/dashboard/client')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.bringToFront()

  await test.step('an overlay explains it and blocks the page', async () => {
    await page.context().clearCookies({ name: 'attune' })
    await page.getByRole('button', { name: uiText('account:profile.save') }).click()
    await expect(page.getByText('Session expired. Please log in again.')).toBeVisible()
    await expect(page.getByLabel(uiText('login:password'), { exact: true })).toBeFocused()
    await expect(page.locator('#root')).toHaveAttribute('inert', '')
  })
  await test.step('after signing in, the pressed action continues', async () => {
    await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Ana Moreau-Weiss' })).toBeVisible()
    await expect(page.locator('[inert]')).toHaveCount(0)
  })
  await test.step('signing out asks about unsaved text and signs out every tab', async () => {
    await page.getByLabel(uiText('account:profile.lastName')).fill('Weiss')
    await page.getByRole('button', { name: 'Ana Moreau-Weiss' }).click()
    await page.getByRole('menuitem', { name: uiText('shell:logOut') }).click()
    const question = page.getByRole('dialog', { name: uiText('reauthentication:question.title') })
    await question.getByRole('button', { name: uiText('reauthentication:question.stay') }).click()
    await expect(page.getByLabel(uiText('account:profile.lastName'))).toHaveValue('Weiss')
    await page.getByRole('button', { name: 'Ana Moreau-Weiss' }).click()
    await page.getByRole('menuitem', { name: uiText('shell:logOut') }).click()
    await question.getByRole('button', { name: uiText('reauthentication:question.logOut') }).click()
    await expect(page.getByRole('heading', { name: uiText('login:signIn.title') })).toBeVisible()
    await expect(other.getByRole('heading', { name: uiText('login:signIn.title') })).toBeVisible()
  })
  await expectNoErrors(ana)
})

/** Returns all values that the product stores in IndexedDB, as text. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const result = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(asked.error)
      })
    const db = await result(indexedDB.open('attune'))
    const stored: { drafts: string[]; keys: string[] } = { drafts: [], keys: [] }
    for (const draft of await result(db.transaction('drafts').objectStore('drafts').getAll())) {
      const bytes = new Uint8Array(draft.bytes)
      stored.drafts.push(JSON.stringify(draft) + String.fromCharCode(...bytes))
    }
    for (const key of await result(db.transaction('keys').objectStore('keys').getAll())) {
      stored.keys.push(await crypto.subtle.exportKey('raw', key).then(String, (fault) => fault.name))
    }
    db.close()
    return stored
  })

test(
  'drafts survive a closed tab encrypted, readable by their author only, until sign-out',
  { tag: '@deep' },
  async ({ browser }) => {
    const mia = await practice.newClient('Mia', 'Sommer')
    const visitor = await openSignedIn(browser, product, mia)
    const context = visitor.page.context()
    let page = visitor.page
    const feedback = async () => {
      await page.goto('/dashboard/client')
      await page.getByRole('button', { name: uiText('shell:feedback') }).click()
      return page.getByRole('dialog').getByRole('textbox')
    }
    const leaveBy = async (name: string) => {
      await page.getByRole('button', { name }).click()
      await page.getByRole('menuitem', { name: uiText('shell:logOut') }).click()
    }

    await test.step('the tab is closed while a sentence is typed; a new tab restores the text', async () => {
      const text = await feedback()
      await text.fill('Something about my mother')
      await text.press('End')
      await text.pressSequentially(' and me')
      await expect.poll(async () => (await kept(page)).drafts.length).toBe(1)
      await page.close()
      page = await context.newPage()
      await expect(await feedback()).toHaveValue('Something about my mother and me')
      await expect(page.getByText(uiText('common:draft.back'))).toBeVisible()
      await page.keyboard.press('Escape')
    })
    await test.step('the browser stores no plain text, and its key cannot be extracted by scripts', async () => {
      const { drafts, keys } = await kept(page)
      for (const draft of drafts) expect(draft).not.toMatch(/mother|and me/)
      expect(keys).toEqual(['InvalidAccessError'])
      const others = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
      expect(others).not.toContain('mother')
    })
    await test.step('another person in this browser finds no draft; an expired login deletes none', async () => {
      const out = await context.cookies()
      await context.clearCookies()
      const ben = await practice.newClient('Ben', 'Winter')
      await page.goto('/')
      await page.getByLabel(uiText('login:email')).fill(ben.email)
      await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/dashboard\/client/)
      await expect(await feedback()).toHaveValue('')
      await page.keyboard.press('Escape')
      await leaveBy('Ben Winter')
      await expect(page.getByRole('heading', { name: uiText('login:signIn.title') })).toBeVisible()
      await context.addCookies(out)
      await expect(await feedback()).toHaveValue('Something about my mother and me')
      await page.getByRole('button', { name: uiText('common:close') }).click()
    })
    await test.step('signing out asks first and deletes the drafts', async () => {
      await leaveBy('Mia Sommer')
      const question = page.getByRole('dialog', { name: uiText('reauthentication:question.title') })
      await question.getByRole('button', { name: uiText('reauthentication:question.logOut') }).click()
      await expect(page.getByRole('heading', { name: uiText('login:signIn.title') })).toBeVisible()
      expect(await kept(page)).toEqual({ drafts: [], keys: [] })
    })
    await expectNoErrors({ ...visitor, page })
  },
)

test('an idle page locks in every tab until a passkey unlocks it, which also signs in and serves as second factor @deep', async ({
  browser,
}) => {
  const leo = await openSignedIn(browser, product, await practice.newClient('Leo', 'Brandt'))
  const { page } = leo
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const out = async () => {
    await page.getByRole('button', { name: 'Leo Brandt' }).click()
    await page.getByRole('menuitem', { name: uiText('shell:logOut') }).click()
    await expect(page.getByRole('heading', { name: uiText('login:signIn.title') })).toBeVisible()
  }

  await test.step('a passkey is added under a name', async () => {
    await page.goto('/dashboard/client/settings/sign-in')
    await page.getByRole('button', { name: uiText('security:passkeys.add') }).click()
    await page.getByLabel(uiText('security:passkeys.name'), { exact: true }).fill('My laptop')
    await page.getByRole('button', { name: uiText('security:passkeys.make') }).click()
    await expect(page.getByText('My laptop')).toBeVisible()
  })
  await test.step('after 30 idle minutes the page is locked in both tabs', async () => {
    await page.clock.install()
    await page.reload()
    await expect(page.getByText('My laptop')).toBeVisible()
    const other = await page.context().newPage()
    await other.goto('/dashboard/client')
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await page.clock.fastForward('31:00')
    for (const tab of [page, other]) await expect(tab.getByText(uiText('reauthentication:lock.title'))).toBeVisible()
    await other.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
    await other.keyboard.press('Enter')
    for (const tab of [page, other]) await expect(tab.getByText(uiText('reauthentication:lock.title'))).toBeHidden()
    await page.bringToFront()
    await page.clock.fastForward('31:00')
    await page.getByRole('button', { name: uiText('reauthentication:usePasskey') }).click()
    await expect(page.getByText(uiText('reauthentication:lock.title'))).toBeHidden()
    await other.close()
  })
  await test.step('the passkey alone signs in', async () => {
    await out()
    await page.getByRole('button', { name: uiText('reauthentication:usePasskey') }).click()
    await expect(page).toHaveURL(/dashboard/)
  })
  await test.step('after the password the passkey is the second factor', async () => {
    await out()
    await page.getByLabel(uiText('login:email')).fill(leo.email)
    await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: uiText('reauthentication:usePasskey') }).click()
    await expect(page).toHaveURL(/dashboard/)
  })
  await expectNoErrors(leo)
})

test(
  'without browser storage, signing in, working and signing out still work',
  { tag: '@deep' },
  async ({ browser }) => {
    const ida = await practice.newClient('Ida', 'Roth')
    const visitor = await newVisitor(browser, product, ida.email)
    const { page } = visitor
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('forbidden', 'SecurityError')
          },
        })
      }
    })
    await page.goto('/')
    await page.getByLabel(uiText('login:email')).fill(ida.email)
    await page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/dashboard\/client/)
    await page.goto(profile)
    await page.getByRole('button', { name: uiText('account:profile.edit') }).click()
    await page.getByLabel(uiText('account:profile.firstName')).fill('Ida Maria')
    await expect(page.getByText(uiText('common:draft.pageOnly'))).toBeVisible()
    await page.getByRole('button', { name: uiText('account:profile.save') }).click()
    await expect(page.getByRole('heading', { name: 'Ida Maria Roth' })).toBeVisible()
    await page.getByRole('button', { name: 'Ida Maria Roth' }).click()
    await page.getByRole('menuitem', { name: uiText('shell:logOut') }).click()
    await expect(page.getByRole('heading', { name: uiText('login:signIn.title') })).toBeVisible()
    await expectNoErrors(visitor)
  },
)
