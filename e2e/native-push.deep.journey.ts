import { expect, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDevicePush, type TestDevicePush } from '../apps/server/src/testing/doubles/device-push.ts'
import { type NativeDevice, openNativeDevice } from './native-device.ts'
import { buildNativeWeb, joinPracticeOnDevice, signInOnDevice } from './native-steps.ts'
import { type ClientPracticeMember, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let providers: TestDevicePush
let folder: string
const token = 'token-of-the-phone-of-ana'

test.beforeAll(async () => {
  buildNativeWeb()
  providers = await openDevicePush(() => new Date())
  folder = mkdtempSync(join(tmpdir(), 'attune-push-'))
  const { projectId, email, privateKey } = providers.config.fcm ?? {}
  const account = { project_id: projectId, client_email: email, private_key: privateKey }
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify(account))
  ;({ product, practice } = await startJourneyPractice({
    DOUBLE_ORIGINS: Object.values(providers.origins).join(','),
    DEVICE_PUSH_ORIGINS: JSON.stringify(providers.origins),
    FCM_SERVICE_ACCOUNT: join(folder, 'firebase.json'),
  }))
})
test.afterAll(async () => {
  await product.stop()
  await providers.close()
  rmSync(folder, { recursive: true })
})
test.afterEach(closeVisitors)

const settings = 'attune://open/dashboard/client/settings/notifications'
const received = () => providers.received(token)
const pushCalls = (device: NativeDevice) =>
  device.calls.filter(({ plugin }) => plugin === 'PushNotifications').map(({ method }) => method)
const registrations = (device: NativeDevice) => pushCalls(device).filter((method) => method === 'register')
const isActive = async (person: ClientPracticeMember) =>
  (await person.api.nativeApp.devices({})).items.map((device) => device.isActive)
const here = (device: NativeDevice) => device.page.getByRole('switch', { name: uiText('native:push.here') })

const sendMessage = (person: ClientPracticeMember, text: string) =>
  practice.therapist.api.message.send({ id: randomUUID(), conversationId: person.clientId, text, attachments: [] })

/** Taps the push notification that arrived last, as the system reports it. */
const tapLast = (device: NativeDevice) =>
  device.emit('PushNotifications.pushNotificationActionPerformed', {
    actionId: 'tap',
    notification: { id: '1', data: received().at(-1)?.body.data },
  })

async function signOut({ page }: NativeDevice) {
  await page.getByRole('button', { name: uiText('shell:menu'), exact: true }).click()
  await page.getByRole('button', { name: uiText('shell:logOut'), exact: true }).click()
}

test('a person turns on push in the app, a tap opens the message, and signing out ends it [4.08, 8.10]', async ({
  browser,
}) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  await ana.api.account.saveNotificationSettings({ quiet: null, mail: {} })
  const device = await openNativeDevice(browser, product)
  device.pushToken = token
  await joinPracticeOnDevice(device)
  await signInOnDevice(device, browser, product, ana)
  await device.page.waitForURL('**/dashboard/client')
  const { page } = device

  await test.step('nothing is registered before she turns push on in the settings', async () => {
    await device.openLink(settings)
    await expect(here(device)).not.toBeChecked()
    expect(registrations(device)).toEqual([])
    await here(device).press('Space')
    await expect(here(device)).toBeChecked()
    expect(await isActive(ana)).toEqual([true])
    await page.getByText(uiText('native:push.thisPhone'), { exact: true }).waitFor()
    await page.getByText(uiText('push:test'), { exact: true }).click()
    await expect.poll(() => received().length).toBe(1)
  })

  await test.step('a message sends a push without content, and a tap opens the conversation', async () => {
    await sendMessage(ana, 'Only Ana may read this.')
    await expect.poll(() => received().length).toBe(2)
    const sent = JSON.stringify(received()[1]?.body)
    expect(sent).toContain('"title":"New notification"')
    for (const secret of ['Only Ana', 'message-received', ana.clientId]) expect(sent).not.toContain(secret)
    await tapLast(device)
    await page.waitForURL(`**/dashboard/client/messages?conversation=${ana.clientId}`)
    const name = uiText('message:conversationWith', { name: 'Nora Lindqvist' })
    await page.getByRole('region', { name }).getByText('Only Ana may read this.').waitFor()
    // Reading the message removes the notification from the system's list.
    await expect.poll(() => pushCalls(device).at(-1)).toBe('removeAllDeliveredNotifications')
  })

  await test.step('signing out ends it at the server and at the provider, and a tap still opens its page after signing in', async () => {
    await device.openLink('attune://open/dashboard/client')
    await signOut(device)
    await page.getByRole('button', { name: uiText('native:signIn.open'), exact: true }).waitFor()
    expect(await isActive(ana)).toEqual([false])
    await expect.poll(() => pushCalls(device)).toContain('unregister')
    await sendMessage(ana, 'While nobody was signed in.')
    await tapLast(device)
    await signInOnDevice(device, browser, product, ana)
    await page.waitForURL(`**/dashboard/client/messages?conversation=${ana.clientId}`)
    await expect.poll(() => isActive(ana)).toEqual([true])
    expect(received()).toHaveLength(2)
  })
  expect(device.errors).toEqual([])
  await device.context.close()
})

test('an app without keys never registers and says that it has no push', async ({ browser }) => {
  const ben = await practice.newClient('Ben', 'Okafor')
  const device = await openNativeDevice(browser, product, ['notifications'])
  await joinPracticeOnDevice(device)
  await signInOnDevice(device, browser, product, ben)
  await device.page.waitForURL('**/dashboard/client')
  await device.openLink(settings)
  await device.page.getByText(uiText('native:push.none')).waitFor()
  await device.page.getByRole('button', { name: uiText('native:push.allow'), exact: true }).click()
  await device.page.getByText(uiText('native:push.notAllowed'), { exact: true }).waitFor()
  expect(registrations(device)).toEqual([])
  expect(device.errors).toEqual([])
  await device.context.close()
})
