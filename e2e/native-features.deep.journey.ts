import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { practiceAddress } from './native-device.ts'
import { nativeButton, buildNativeWeb, lockApp, openSignedInDevice } from './native-steps.ts'
import { type JourneyPractice, startJourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { heading } from './views.ts'
import { closeVisitors, visitorPassword } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  buildNativeWeb()
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test('a client sends a photo from the camera, and a link to another conversation reveals nothing', async ({
  browser,
}) => {
  const [ana, ben] = [await practice.newClient('Ana', 'Moreau'), await practice.newClient('Ben', 'Okafor')]
  await ben.api.message.send({ id: randomUUID(), conversationId: ben.clientId, text: 'Only for Nora', attachments: [] })
  const device = await openSignedInDevice(browser, product, ana)
  const { page } = device
  const called = (method: string) => device.calls.filter((call) => call.method === method).map(({ options }) => options)

  await test.step('the photo is uploaded in parts and sent', async () => {
    await device.openLink(`attune://open/dashboard/client/messages?conversation=${ana.clientId}`)
    await nativeButton(page, 'file:takePhoto').click()
    await expect(page.getByRole('list', { name: uiText('file:list') })).toContainText(/photo-\d{4}/)
    await expect.poll(() => called('deleteFile')).toEqual([{ path: 'file:///cache/photo.jpg' }])
    const send = nativeButton(page, 'message:send')
    await expect(send).toBeEnabled()
    await send.click()
    const sent = async () => (await practice.therapist.api.message.messages({ id: ana.clientId, limit: 5 })).items
    await expect.poll(async () => (await sent()).flatMap(({ attachments }) => attachments).length).toBe(1)
    // The picture in the message is loaded from the practice, without a cookie.
    const picture = page.locator(`img[src^="${practiceAddress}/api/files/"]`).first()
    await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
  })

  await test.step('the keyboard keeps the field of the message in sight', async () => {
    const field = page.locator('textarea:not([aria-hidden])')
    await field.focus()
    await page.setViewportSize({ width: 390, height: 420 })
    await device.emit('Keyboard.keyboardDidShow')
    await expect(field).toBeInViewport({ ratio: 1 })
    await expect(nativeButton(page, 'message:send')).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 390, height: 844 })
  })

  await test.step("another person's conversation looks like an unknown one", async () => {
    const shown = async (id: string) => {
      await device.openLink('attune://open/dashboard/client/tasks')
      // The URL changes before the content of the page. Without this wait, the texts could belong to the previous conversation.
      await heading(page, uiText('tasks:title')).waitFor()
      await device.openLink(`attune://open/dashboard/client/messages?conversation=${id}`)
      const main = page.getByRole('main')
      await main.getByText(uiText('message:notFound')).waitFor()
      await heading(page, uiText('message:title')).waitFor()
      return main.innerText()
    }
    const other = await shown(ben.clientId)
    expect(other).toBe(await shown(randomUUID()))
    expect(other).not.toMatch(/Ben|Okafor|Only for Nora/)
  })

  await test.step('the back button closes a dialog, goes back, and leaves the app on the first page', async () => {
    await device.restart()
    await device.page.waitForURL('**/dashboard/client')
    await device.page.locator('main h1').first().waitFor()
    await device.openLink('attune://open/dashboard/client/tasks')
    await device.page.waitForURL('**/dashboard/client/tasks')
    await device.emit('App.backButton')
    await device.page.waitForURL('**/dashboard/client')
    expect(called('minimizeApp')).toEqual([])
    await device.emit('App.backButton')
    await expect.poll(() => called('minimizeApp').length).toBe(1)
  })
  expect(called('setStyle').at(-1)).toEqual({ style: 'LIGHT' })
  expect(called('hide').length).toBeGreaterThan(0)
  expect(device.errors).toEqual([])
  await device.context.close()
})

test('a denied camera stays silent, and the settings say so', async ({ browser }, info) => {
  const eva = await practice.newClient('Eva', 'Sommer')
  const device = await openSignedInDevice(browser, product, eva, ['camera', 'notifications'])
  const { page } = device
  await device.openLink(`attune://open/dashboard/client/messages?conversation=${eva.clientId}`)
  await nativeButton(page, 'file:takePhoto').click()
  await expect.poll(() => device.calls.filter(({ method }) => method === 'takePhoto').length).toBe(1)
  await expect(nativeButton(page, 'file:takePhoto')).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await device.openLink('attune://open/dashboard/client/settings/security')
  await expect(page.getByText(uiText('native:settings.cameraHint'))).toBeVisible()
  await expect(page.getByText(uiText('native:settings.notAllowed'))).toHaveCount(1)
  await page.getByText(uiText('native:settings.cameraHint')).scrollIntoViewIfNeeded()
  await page.screenshot({ path: info.outputPath('settings-of-the-app.png') })
  expect(device.errors).toEqual([])
  await device.context.close()
})

test('a therapist sees the logo of the business and shares the invite code', async ({ browser }) => {
  const device = await openSignedInDevice(browser, product, practice.therapist)
  const { page } = device
  await device.openLink('attune://open/dashboard/therapist/settings/invoices')
  const logo = await sharp({ create: { width: 600, height: 150, channels: 3, background: '#2f6b62' } })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file][accept*="image/png"]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  const picture = page.getByAltText(uiText('business:logo.alt'))
  await expect(picture).toHaveAttribute('src', /^https:\/\/practice\.test\/api\/storage\/business-logo\/\w+\?pass=/)
  await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)

  await device.openLink('attune://open/dashboard/therapist/clients')
  await nativeButton(page, 'client:list.code').click()
  await nativeButton(page, 'common:share').click()
  const shared = () => device.calls.filter(({ method }) => method === 'share').map(({ options }) => options)
  await expect.poll(shared).toEqual([{ text: expect.any(String), url: expect.stringContaining(product.address) }])
  expect(device.errors).toEqual([])
  await device.context.close()
})

test('a locked app asks for the password, and its back button leaves it', async ({ browser }) => {
  const ida = await practice.newClient('Ida', 'Weiss')
  const device = await openSignedInDevice(browser, product, ida)
  await lockApp(device)
  await device.emit('App.backButton')
  await expect.poll(() => device.calls.filter(({ method }) => method === 'minimizeApp').length).toBe(1)
  await device.page.getByLabel(uiText('login:password'), { exact: true }).fill(visitorPassword)
  await nativeButton(device.page, 'reauthentication:lock.submit').click()
  await expect(device.page.getByText(uiText('reauthentication:lock.appText'))).toHaveCount(0)
  expect(device.errors).toEqual([])
  await device.context.close()
})

test('a practice that has moved is named at the next start, and its new address is checked first', async ({
  browser,
}) => {
  const leo = await practice.newClient('Leo', 'Brandt')
  const device = await openSignedInDevice(browser, product, leo)
  device.moved = 'https://new.test'
  await device.restart()
  await device.page.getByRole('heading', { name: uiText('native:version.moved.title') }).waitFor()
  await nativeButton(device.page, 'native:version.checkNew').click()
  await device.page.getByText(uiText('native:join.problem.unknown-host')).waitFor()
  await expect(device.page.getByLabel(uiText('native:join.address'))).toHaveValue('https://new.test')
  // The practice is back at its address. The person is still signed in.
  device.moved = null
  await device.restart()
  await device.page.waitForURL('**/dashboard/client')
  expect(device.errors).toEqual([])
  await device.context.close()
})
