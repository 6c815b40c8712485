import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { richTextFromPlain } from '../packages/contract/src/common/rich-text/rich-text.ts'
import { storedRows, waitUntilOpensOffline } from './device-storage.ts'
import { goOffline, goOnline } from './offline-device.ts'
import {
  type ClientPracticeMember,
  type JourneyPractice,
  dayAhead,
  openSignedIn,
  startJourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextPattern } from './ui-text.ts'
import { waitUntilDrawn } from './views.ts'
import { closeVisitors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 120_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const messages = Array.from({ length: 7 }, (_, at) => `From the train ${at + 1}`)
const titles = ['Breathing', 'A walk', 'Sleep diary']
const entries = ['The train from Altona', 'The river']

/** Assigns plain tasks that the client has started, so that each can be completed in the list. */
async function assignTasks(ana: ClientPracticeMember) {
  const ids: string[] = []
  for (const title of titles) {
    const { items } = await practice.therapist.api.task.assign({
      id: randomUUID(),
      clientIds: [ana.clientId],
      title,
      description: richTextFromPlain(''),
      priority: 'medium',
      form: { kind: 'plain' },
      dueDay: null,
      delivery: { how: 'now' },
    })
    const id = items[0]?.id ?? ''
    await ana.api.task.start({ id, command: randomUUID() })
    ids.push(id)
  }
  return ids
}

/** Opens a page with the tab bar, which needs no connection. */
const openTab = (page: Page, name: 'journal' | 'messages') =>
  page
    .getByRole('navigation', { name: uiText('shell:tabBar') })
    .getByRole('link', { name: uiText(`shell:tabs.${name}`) })
    .click()
const conversation = (page: Page) => page.getByRole('link', { name: 'Nora Lindqvist' })

/** Opens each page once, as a client has during the day, and stays on the tasks. */
async function visitPages(page: Page) {
  await openTab(page, 'journal')
  await expect(page.getByText(uiText('journal:empty.title'))).toBeVisible()
  await openTab(page, 'messages')
  await conversation(page).click()
  await expect(page.locator('textarea:not([aria-hidden])')).toBeVisible()
  await page.getByRole('button', { name: uiText('message:back') }).click()
  await page.getByRole('button', { name: uiText('shell:menu') }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: uiText('shell:pages.tasks') })
    .click()
  await expect(page.getByRole('button', { name: uiTextPattern('tasks:act.complete') }).first()).toBeVisible()
  await waitUntilDrawn(page)
}

const banner = (page: Page) => page.getByText(uiText('common:offline.strip'), { exact: true })

test('without a connection a client sees the next session, and twelve changes made with a hidden banner arrive once @slow', async ({
  browser,
}) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  await practice.therapist.api.session.create({
    id: randomUUID(),
    clientIds: [ana.clientId],
    startsAt: `${dayAhead(3)}T09:00:00Z`,
    format: 'in-person',
    location: 'Elm Street 4',
    agreed: true,
  })
  const tasks = await assignTasks(ana)
  const { page } = await openSignedIn(browser, product, ana, { phone: true })
  const nextSession = page.getByRole('region', { name: uiText('dashboard:client.next') })

  await test.step('a home that is opened without a connection shows the next session with its place, and when it was stored', async () => {
    await page.goto('/dashboard/client')
    await expect(nextSession.getByText('Elm Street 4')).toBeVisible()
    await waitUntilOpensOffline(page)
    await expect.poll(() => storedRows(page, 'answers')).toBeGreaterThan(0)
    await goOffline(page.context())
    await page.goto('/dashboard/client')
    await expect(nextSession.getByText('Elm Street 4')).toBeVisible()
    await expect(nextSession.getByText(uiTextPattern('dashboard:client.stored'))).toBeVisible()
    await goOnline(page.context())
    await expect(nextSession.getByRole('link')).toBeVisible()
  })

  await test.step('the banner is one line, and hidden by its button', async () => {
    await visitPages(page)
    await goOffline(page.context())
    await expect(banner(page)).toBeVisible()
    const { height = 0 } = (await banner(page).boundingBox()) ?? {}
    expect(height).toBeLessThan(26)
    await page.getByRole('button', { name: uiText('common:offline.hide') }).click()
    await expect(banner(page)).toBeHidden()
  })

  await test.step('each completed task shows that it waits, and no button stays busy', async () => {
    const waiting = page.getByRole('main').getByText(uiText('common:offline.later'))
    for (const [at, title] of titles.entries()) {
      const link = page.getByRole('link', { name: title })
      const before = await link.boundingBox()
      await page.getByRole('button', { name: `${uiText('tasks:act.complete')}: ${title}` }).click()
      await expect(waiting).toHaveCount(at + 1)
      expect((await link.boundingBox())?.height).toBe(before?.height)
    }
    await expect(page.locator('[data-loading=true]')).toHaveCount(0)
  })

  await test.step('messages wait in the conversation and in the list', async () => {
    await openTab(page, 'messages')
    await conversation(page).click()
    const field = page.locator('textarea:not([aria-hidden])')
    for (const text of messages) {
      await field.fill(text)
      await page.getByRole('button', { name: uiText('message:send'), exact: true }).click()
      await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible()
      await expect(field).toHaveValue('')
    }
    await page.getByRole('button', { name: uiText('message:back') }).click()
    const list = page.getByRole('region', { name: uiText('message:list') })
    await expect(list.getByText(uiText('message:you', { text: messages.at(-1) ?? '' }))).toBeVisible()
    await expect(list.getByText(uiText('message:status.waiting'))).toBeVisible()
  })

  await test.step('entries of the journal wait too, and the banner stays hidden', async () => {
    await openTab(page, 'journal')
    for (const title of entries) {
      await page.getByRole('button', { name: uiText('journal:new') }).click()
      await page.getByRole('textbox', { name: uiText('journal:titleLabel') }).fill(title)
      await page.getByRole('textbox', { name: uiText('journal:textLabel') }).fill('I took the early train.')
      await page.getByRole('button', { name: uiText('journal:done') }).click()
      await expect(page.getByRole('link', { name: title })).toBeVisible()
    }
    await expect(banner(page)).toBeHidden()
    expect(await storedRows(page, 'outgoing')).toBe(titles.length + messages.length + entries.length)
  })

  await test.step('back online, the server has each of the twelve once', async () => {
    await goOnline(page.context())
    const states = () => Promise.all(tasks.map(async (id) => (await ana.api.task.get({ id })).task.status))
    await expect.poll(states, { timeout: 30_000 }).toEqual(titles.map(() => 'completed'))
    const texts = async () =>
      (await ana.api.message.messages({ id: ana.clientId, limit: 50 })).items.map(({ text }) => text)
    await expect.poll(texts).toEqual(messages)
    const saved = async () => (await ana.api.journal.list({})).items.map(({ title }) => title).toSorted()
    await expect.poll(saved).toEqual(entries.toSorted())
    await expect(page.getByText(uiText('common:offline.later'))).toHaveCount(0)
  })
})
