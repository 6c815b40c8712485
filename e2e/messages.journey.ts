import { expect, type Page, test } from '@playwright/test'
import { storedRows, waitUntilOpensOffline } from './device-storage.ts'
import { goOffline, goOnline } from './offline-device.ts'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { messageItem, notificationBell } from './steps.ts'
import { uiText } from './ui-text.ts'
import { allViews, expectAccessibleInViews, setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const fieldFor = (page: Page, name: string) => page.getByRole('textbox', { name: uiText('message:write', { name }) })

async function send(page: Page, to: string, text: string) {
  await fieldFor(page, to).fill(text)
  await fieldFor(page, to).press('ControlOrMeta+Enter')
  await expect(fieldFor(page, to)).toHaveValue('')
}

test('therapist and client chat live, also after the client was offline [1.08, 9.08]', async ({ browser }) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  const therapist = await setView(await openSignedIn(browser, product, practice.therapist))
  const client = await openSignedIn(browser, product, ana)
  const second = await openSignedIn(browser, product, practice.therapist)
  const [nora, anaPage, other] = [therapist.page, client.page, second.page]
  const open = (role: 'therapist' | 'client') => `/dashboard/${role}/messages?conversation=${ana.clientId}`
  const [toAna, toNora] = ['Ana Moreau', 'Nora Lindqvist']

  await test.step('a message is sent while the client has no page open, and then delivered [4.05]', async () => {
    await nora.goto(open('therapist'))
    await send(nora, toAna, 'Good morning')
    await expect(messageItem(nora, toAna, 'Good morning')).toContainText(uiText('message:status.sent'))
    await anaPage.goto('/dashboard/client')
    await expect(messageItem(nora, toAna, 'Good morning')).toContainText(uiText('message:status.delivered'))
  })

  await test.step('a message of the therapist appears at the client without a reload, and then as read', async () => {
    await anaPage.goto(open('client'))
    await send(nora, toAna, 'Is 17:00 still right for you?')
    await expect(messageItem(anaPage, toNora, 'Is 17:00 still right for you?')).toBeVisible()
    await expect(messageItem(nora, toAna, 'Is 17:00 still right for you?')).toContainText(uiText('message:status.read'))
  })

  await test.step('the unread counts of two browsers agree, and clear when one of them reads', async () => {
    await nora.goto('/dashboard/therapist')
    await other.goto('/dashboard/therapist')
    await send(anaPage, toNora, 'Yes, I will be there.')
    for (const page of [nora, other]) await expect(page).toHaveTitle(/^\(1\) /)
    await nora.goto(open('therapist'))
    for (const page of [nora, other]) await expect(page).not.toHaveTitle(/^\(/)
  })

  await test.step('a message written offline waits and arrives once, after the connection returns', async () => {
    await anaPage.context().setOffline(true)
    await send(anaPage, toNora, 'I am on the train.')
    await expect(messageItem(anaPage, toNora, 'I am on the train.')).toContainText(uiText('message:status.waiting'))
    await anaPage.context().setOffline(false)
    await expect(messageItem(nora, toAna, 'I am on the train.')).toBeVisible()
    await expect(messageItem(anaPage, toNora, 'I am on the train.')).toContainText(uiText('message:status.read'))
    const { items } = await ana.api.message.messages({ id: ana.clientId })
    expect(items.map(({ text }) => text)).toEqual([
      'Good morning',
      'Is 17:00 still right for you?',
      'Yes, I will be there.',
      'I am on the train.',
    ])
  })

  await test.step('a reload without a connection shows the last messages; signing out deletes them here', async () => {
    await waitUntilOpensOffline(anaPage)
    await goOffline(anaPage.context())
    await anaPage.reload()
    await expect(messageItem(anaPage, toNora, 'I am on the train.')).toBeVisible()
    await goOnline(anaPage.context())
    expect(await storedRows(anaPage, 'answers')).toBeGreaterThan(0)
    await anaPage.getByRole('button', { name: toAna }).click()
    await anaPage.getByRole('menuitem', { name: uiText('shell:logOut') }).click()
    await expect(anaPage.getByRole('heading', { name: uiText('login:signIn.title') })).toBeVisible()
    for (const store of ['answers', 'keys']) expect(await storedRows(anaPage, store)).toBe(0)
  })

  await test.step('list and conversation are accessible in every view', async () => {
    await expectAccessibleInViews(nora, 'messages', messageItem(nora, toAna, 'I am on the train.'), allViews)
  })
  await expectNoErrors(therapist)
  await expectNoErrors(client)
})

test('the bell is red while a message is unread, and its list follows each message [2.27, 2.28, 4.08]', async ({
  browser,
}) => {
  const [eva, leo] = [await practice.newClient('Eva', 'Roth'), await practice.newClient('Leo', 'Brandt')]
  const nora = practice.therapist
  await nora.api.notification.markAllRead({})
  const therapist = await openSignedIn(browser, product, nora)
  const { page } = therapist
  const write = (client: typeof eva) =>
    client.api.message.send({ id: crypto.randomUUID(), conversationId: client.clientId, text: 'Hello' })
  const isRed = () =>
    notificationBell(therapist).evaluate((bell) => {
      const danger = document.body.appendChild(document.createElement('i'))
      danger.style.color = 'var(--attune-danger)'
      const [expected, shown] = [danger, bell].map((element) => getComputedStyle(element).color)
      danger.remove()
      return shown === expected
    })
  await page.goto('/dashboard/therapist/notifications')
  await expect(notificationBell(therapist)).toHaveAccessibleName(uiText('notification:button'))
  expect(await isRed()).toBe(false)
  await notificationBell(therapist).click()
  const bell = page.getByRole('dialog', { name: uiText('notification:title') })
  const history = page.getByRole('main').getByRole('listitem')
  await expect(bell).toContainText(uiText('notification:empty'))
  await expect(bell.getByRole('button', { name: uiText('notification:markAll') })).toHaveCount(0)

  const first = await write(eva)
  const row = (name: string) => new RegExp(`${name}.*${uiText('notification:justNow')}`)
  await expect(bell.getByRole('listitem')).toHaveText([row('Eva R\\.')])
  await expect.poll(isRed).toBe(true)
  expect(await bell.getByRole('list').evaluate((list) => getComputedStyle(list).maxHeight)).toBe('320px')
  const second = await write(leo)
  await expect(bell.getByRole('listitem')).toHaveText([row('Leo B\\.'), row('Eva R\\.')])
  await expect(history.filter({ hasText: uiText('notification:unread') })).toHaveCount(2)

  await nora.api.message.markRead({ id: eva.clientId, upTo: first.seq })
  await expect(bell.getByRole('listitem')).toHaveText([row('Leo B\\.')])
  await expect(history.filter({ hasText: 'Eva R.' }).first()).not.toContainText(uiText('notification:unread'))
  await leo.api.message.delete({ id: second.id })
  await expect(bell).toContainText(uiText('notification:empty'))
  await expect(history.filter({ hasText: 'Leo B. sent' })).toHaveCount(0)
  await expectNoErrors(therapist)
})
