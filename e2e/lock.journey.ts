import { expect, type Locator, type Page, test } from '@playwright/test'
import { openSignedIn, planSessionByApi, type JourneyPractice, startJourneyPractice } from './practice.ts'
import { callServer, leaveAlone, lockTitle, unlock } from './lock.ts'
import type { JourneyServer } from './server.ts'
import { ageLastUse, installFakeClock } from './time.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Returns the whole document, including the values of its fields. */
const everything = (page: Page) =>
  page.evaluate(() =>
    [
      document.title,
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
    ].join('\n'),
  )

/** Returns whether a button has the font of the product, and whether it has a background color. */
const fontAndColour = (button: Locator) =>
  button.evaluate((element) => {
    const { fontFamily, backgroundColor } = getComputedStyle(element)
    return [fontFamily.includes('Inter'), backgroundColor !== 'rgba(0, 0, 0, 0)']
  })

test('a locked page is not in the document, its login is locked on the server, and what was typed is there again', async ({
  browser,
}) => {
  const ada = await practice.newClient('Ada', 'Lund')
  await planSessionByApi(practice.therapist, ada.clientId, 3, 9)
  const visitor = await openSignedIn(browser, product, ada)
  const { page } = visitor
  await installFakeClock(page)
  await page.goto('/dashboard/client')
  await expect(page.getByRole('heading', { name: uiText('dashboard:between.one', { name: 'Nora' }) })).toBeVisible()
  await page.getByRole('button', { name: uiText('shell:feedback') }).click()
  const text = page.getByRole('dialog').getByRole('textbox')
  await text.fill('Something about my mother')
  expect(await everything(page)).toContain('Lindqvist')
  await test.step('the locked page shows no name and no text, to the eye, to a reader of the screen and in the document', async () => {
    await leaveAlone(page)
    expect(await everything(page)).not.toMatch(/Lindqvist|mother|Ada|Lund/)
    expect(await everything(page)).not.toContain(ada.email)
    expect(await page.locator('body').ariaSnapshot()).not.toMatch(/Lindqvist|mother/)
    await expect(page).toHaveTitle('Attune')
    const submit = page.getByRole('button', { name: uiText('reauthentication:lock.submit') })
    expect(await fontAndColour(submit)).toEqual([true, true])
    await expect.poll(() => callServer(page)).toEqual([401, 'SCREEN_LOCKED'])
  })
  await test.step('after unlocking, the dialog is open with its text and the focus', async () => {
    await unlock(page)
    await expect(text).toHaveValue('Something about my mother')
    await expect(text).toBeFocused()
    await text.press('End')
    await text.pressSequentially(' and me')
    await expect(text).toHaveValue('Something about my mother and me')
    expect(await callServer(page)).toEqual([200, null])
  })
  await test.step('a reload and cleared storage do not open it', async () => {
    await leaveAlone(page)
    await expect.poll(() => callServer(page)).toEqual([401, 'SCREEN_LOCKED'])
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.reload()
    await expect(lockTitle(page)).toBeVisible()
    expect(await everything(page)).not.toMatch(/Lindqvist|mother/)
    await unlock(page)
    await expect(page.getByRole('heading', { name: uiText('dashboard:between.one', { name: 'Nora' }) })).toBeVisible()
  })
  await expectNoErrors(visitor)
})

test('a page that is opened after the idle time is locked although its storage is empty', async ({ browser }) => {
  const ben = await practice.newClient('Benedikt', 'Winter')
  const visitor = await openSignedIn(browser, product, ben)
  const { page } = visitor
  await page.goto('/dashboard/client')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  const opened = await page.context().newPage()
  await page.close()
  await ageLastUse(product, ben.email, 31)
  await opened.goto('/dashboard/client')
  await expect(lockTitle(opened)).toBeVisible()
  expect(await callServer(opened)).toEqual([401, 'SCREEN_LOCKED'])
  expect(await everything(opened)).not.toMatch(/Lindqvist|Benedikt|Winter/)
  expect(await everything(opened)).not.toContain(ben.email)
  await unlock(opened)
  await expect(opened.getByRole('heading', { level: 1 })).toContainText('Benedikt')
  await expectNoErrors({ ...visitor, page: opened })
})

test('cookies, storage and service worker that are cleared while a page is locked leave the page of signing in, without a name @deep', async ({
  browser,
}) => {
  const eva = await practice.newClient('Evangelina', 'Sandrock')
  const visitor = await openSignedIn(browser, product, eva)
  const { page } = visitor
  await installFakeClock(page)
  await page.goto('/dashboard/client')
  await expect(page.getByRole('heading', { name: uiText('dashboard:between.one', { name: 'Nora' }) })).toBeVisible()
  await leaveAlone(page)
  await page.context().clearCookies()
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
  })
  expect(await everything(page)).not.toMatch(/Lindqvist|Evangelina|Sandrock/)
  await page.reload()
  await expect(page.getByLabel(uiText('login:email'), { exact: true })).toBeVisible()
  // The sign-in page shows the name of the practice, which contains the therapist's last name, to everyone.
  expect(await everything(page)).not.toMatch(/Nora|Evangelina|Sandrock/)
  expect(await everything(page)).not.toContain(eva.email)
  await expectNoErrors(visitor)
})
