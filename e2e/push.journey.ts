import { expect, type Page, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import {
  openPushService,
  type TestPushService,
  type TestSubscription,
} from '../apps/server/src/testing/doubles/push-service.ts'
import pushTexts from '../apps/web/worker/push/en.json' with { type: 'json' }
import { launchOptionsOf } from './launch.ts'
import { openSignedIn, startJourneyPractice, type ClientPracticeMember, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { closeVisitors, expectNoErrors, type Visitor, visitorPassword } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let service: TestPushService
// The headless shell refuses notifications, even when they are granted.
test.use({ launchOptions: launchOptionsOf(process.env.FULL_CHROMIUM_PATH ?? process.env.CHROMIUM_PATH) })
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  service = await openPushService()
  ;({ product, practice } = await startJourneyPractice({ DOUBLE_ORIGINS: service.origin }))
})
test.afterAll(async () => {
  await product.stop()
  await service.close()
})
test.afterEach(closeVisitors)

/** Makes the page subscribe at a test double of the push service, because Chromium has no push service. */
async function subscribeAtDouble({ page }: Visitor, { endpoint, p256dh, auth }: TestSubscription): Promise<void> {
  await page.addInitScript(
    ([address, key, secret]) => {
      const made = {
        endpoint: address,
        toJSON: () => ({ endpoint: address, keys: { p256dh: key, auth: secret } }),
        unsubscribe: async () => true,
      }
      PushManager.prototype.subscribe = async () => made as unknown as PushSubscription
    },
    [endpoint, p256dh, auth] as const,
  )
}

/** Opens the notification settings with the permission to show notifications. */
async function openSettingsWithNotifications({ page }: Visitor): Promise<void> {
  await page.context().grantPermissions(['notifications'], { origin: product.address })
  await page.goto('/dashboard/client/settings/notifications')
  expect(await page.evaluate(() => Notification.permission)).toBe('granted')
}

async function countOnIcon({ page }: Visitor): Promise<void> {
  await page.addInitScript(() => {
    const set = (count: number) => void (document.documentElement.dataset.appBadge = String(count))
    navigator.setAppBadge = async (count) => set(count ?? 0)
    navigator.clearAppBadge = async () => set(0)
  })
}

/** Delivers a payload to the service worker of the page, as the browser does with a push that arrives. */
async function deliver(page: Page, payload: string): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  await session.send('ServiceWorker.deliverPushMessage', { origin: product.address, registrationId, data: payload })
  await session.detach()
}

const inConversation = (page: Page, text: string) =>
  page.getByRole('region', { name: uiText('message:conversationWith', { name: 'Nora Lindqvist' }) }).getByText(text)

const shownPushes = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
  })

/** Expects a count in the title of the tab, on the icon of the app and in the bell of a page. */
async function expectUnread(page: Page, count: number): Promise<void> {
  const bell = page.getByRole('button', {
    name: count > 0 ? uiText('notification:buttonUnread_one', { count: String(count) }) : uiText('notification:button'),
    exact: true,
  })
  await Promise.all([
    expect(page).toHaveTitle(count > 0 ? new RegExp(`^\\(${count}\\) `) : /^[^(]/),
    expect(page.locator('html')).toHaveAttribute('data-app-badge', String(count)),
    expect(bell).toBeVisible(),
  ])
}

/** Sends messages to a client, reads each on one device, and returns how long the other page took to remove its notification. */
async function timesToClear(page: Page, client: ClientPracticeMember, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const { seq } = await practice.therapist.api.message.send({
      id: randomUUID(),
      conversationId: client.clientId,
      text: `Round ${round}`,
      attachments: [],
    })
    await expectUnread(page, 1)
    const start = performance.now()
    await client.api.message.markRead({ id: client.clientId, upTo: seq })
    await expectUnread(page, 0)
    times.push(performance.now() - start)
  }
  return times
}

test(
  'a user switches on push, gets one without content, reads the message, and badge, bell and tab title clear on both devices',
  { tag: '@deep' },
  async ({ browser }) => {
    const ana = await practice.newClient('Ana', 'Moreau')
    await ana.api.account.saveNotificationSettings({ quiet: null, mail: {} })
    const { key } = await ana.api.push.hostKey({})
    const subscription = await service.subscribe(key)
    const phone = await openSignedIn(browser, product, ana, { phone: true })
    const laptop = await openSignedIn(browser, product, ana)
    await subscribeAtDouble(phone, subscription)
    for (const device of [phone, laptop]) await countOnIcon(device)

    await test.step('she switches push on after an explanation, and sends herself a test', async () => {
      const { page } = phone
      await openSettingsWithNotifications(phone)
      const here = page.getByRole('switch', { name: uiText('push:here') })
      // Uses the keyboard: the settings above the switch grow while they load, so a click could miss it.
      await here.press('Space')
      await expect(page.getByText(uiText('push:dialog.text'))).toBeVisible()
      await page.getByRole('button', { name: uiText('push:dialog.submit'), exact: true }).click()
      await expect(here).toBeChecked()
      await page.getByText(uiText('push:test'), { exact: true }).click()
      await expect.poll(() => service.received(subscription.endpoint).map(typeIn)).toEqual(['test'])
    })

    await test.step('a message sends a push with nothing but its type and its id, which the device shows in its language', async () => {
      await laptop.page.goto('/dashboard/client')
      await phone.page.goto('/dashboard/client')
      const messageId = randomUUID()
      await practice.therapist.api.message.send({
        id: messageId,
        conversationId: ana.clientId,
        text: 'Only Ana may read this.',
        attachments: [],
      })
      await expect
        .poll(() => service.received(subscription.endpoint).at(-1))
        .toBe(JSON.stringify({ type: 'message-received', message: messageId }).padEnd(128))
      for (const { page } of [phone, laptop]) await expectUnread(page, 1)
      // A worker that is still starting drops push messages. A second delivery replaces the first notification.
      await expect(async () => {
        await deliver(phone.page, service.received(subscription.endpoint).at(-1) ?? '')
        await expect
          .poll(() => shownPushes(phone.page), { timeout: 5_000 })
          .toEqual([{ title: 'Attune', body: pushTexts['message-received'], tag: 'message-received' }])
      }).toPass()
    })

    await test.step('opening it leads to the conversation; both devices clear, and so does the push', async () => {
      await phone.page.goto('/dashboard/client/notifications?open=message-received')
      await expect(phone.page).toHaveURL(new RegExp(`/dashboard/client/messages\\?conversation=${ana.clientId}$`))
      await expect(inConversation(phone.page, 'Only Ana may read this.')).toBeVisible()
      await expectUnread(laptop.page, 0)
      await expect.poll(() => shownPushes(phone.page)).toEqual([])
    })

    await test.step('a conversation on the screen causes no push', async () => {
      const before = service.received(subscription.endpoint).length
      await practice.therapist.api.message.send({
        id: randomUUID(),
        conversationId: ana.clientId,
        text: 'While she reads.',
        attachments: [],
      })
      await expect(inConversation(phone.page, 'While she reads.')).toBeVisible()
      // The laptop may not know the message yet. Leaving the page before it has marked the message as read would leave the
      // message unread.
      await expect.poll(async () => (await ana.api.message.unreadCounts({})).items).toEqual([])
      await expectUnread(laptop.page, 0)
      expect(service.received(subscription.endpoint)).toHaveLength(before)
      // On a phone, an open conversation covers the bell.
      await phone.page.goto('/dashboard/client')
      await expectUnread(phone.page, 0)
    })

    await test.step('reading on one device clears the other within 2 s', async () => {
      const times = await timesToClear(laptop.page, ana, 3)
      expect(Math.max(...times)).toBeLessThan(2000)
    })

    await test.step('signing out ends the push notifications of the browser', async () => {
      await phone.page.goto('/dashboard/client/settings/notifications')
      await expect(phone.page.getByRole('switch', { name: uiText('push:here') })).toBeChecked()
      await laptop.page.getByRole('button', { name: uiText('shell:userMenu', { name: 'Ana Moreau' }) }).click()
      await laptop.page.getByRole('menuitem', { name: uiText('shell:logOut') }).click()
      await expect(laptop.page).toHaveURL(new RegExp('/$'))
      // Both pages and the API client have the login that has just ended, so the API client signs in again below.
      const before = service.received(subscription.endpoint).length
      await practice.therapist.api.message.send({
        id: randomUUID(),
        conversationId: ana.clientId,
        text: 'After she signed out.',
        attachments: [],
      })
      await ana.api.login.signIn({ email: ana.email, password: visitorPassword })
      expect((await ana.api.push.browsers({})).items).toEqual([])
      expect(service.received(subscription.endpoint)).toHaveLength(before)
    })
    await expectNoErrors(phone)
    await expectNoErrors(laptop)
  },
)

const typeIn = (payload: string) => (JSON.parse(payload) as { type: string }).type

test('reading on one device clears badge, title and bell of another within 2 s in 20 of 20 runs @deep', async ({
  browser,
}) => {
  const leo = await practice.newClient('Leo', 'Brandt')
  const laptop = await openSignedIn(browser, product, leo)
  await countOnIcon(laptop)
  await laptop.page.goto('/dashboard/client')
  const times = await timesToClear(laptop.page, leo, 20)
  expect(times.filter((time) => time > 2000)).toEqual([])
})
