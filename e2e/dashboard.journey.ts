import { expect, type Locator, type Page, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { richTextFromPlain } from '../packages/contract/src/common/rich-text.ts'
import {
  addClientByApi,
  openSignedIn,
  planSessionAtByApi,
  type ClientPracticeMember,
  type JourneyPractice,
  startJourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { desktopViewport, phoneViewport, setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let people: ClientPracticeMember[]
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  people = []
  for (const [first, last] of [
    ['Ana', 'Moreau'],
    ['Chloe', 'Bernard'],
    ['Marek', 'Nowak'],
  ] as const)
    people.push(await practice.newClient(first, last))
  await fillDay()
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const inHours = (hours: number) => new Date(Math.ceil(Date.now() / 600_000) * 600_000 + hours * 3_600_000)

/** A past session without a note, sessions ahead, three requests, two messages, a declined task and a flagged answer. */
async function fillDay() {
  const { api } = practice.therapist
  const [ana, chloe, marek] = people as [ClientPracticeMember, ClientPracticeMember, ClientPracticeMember]
  const past = { durationMinutes: 50, format: 'video', outcome: 'completed' } as const
  for (const hours of [-26, -3])
    await api.session.enter({
      ...past,
      id: randomUUID(),
      clientIds: [ana.clientId],
      startsAt: inHours(hours).toISOString(),
    })
  for (const hours of [0.15, 1.5])
    await planSessionAtByApi(practice.therapist, chloe.clientId, inHours(hours).toISOString(), true)
  for (const [index, one] of people.entries()) {
    const moved = await planSessionAtByApi(
      practice.therapist,
      one.clientId,
      inHours(24 * (4 + index)).toISOString(),
      true,
    )
    const startsAt = inHours(24 * (4 + index) + 2).toISOString()
    await one.api.changeRequest.askMove({ id: randomUUID(), sessionId: moved.id, startsAt, durationMinutes: 50 })
    await one.api.message.send({ id: randomUUID(), conversationId: one.clientId, text: 'See you on Monday.' })
  }
  const task = {
    description: richTextFromPlain(''),
    priority: 'medium',
    dueDay: null,
    delivery: { how: 'now' },
  } as const
  const assign = async (title: string, form: { kind: 'plain' } | { kind: 'questionnaire'; name: 'phq-9' }) => {
    const { items } = await api.task.assign({ ...task, id: randomUUID(), clientIds: [marek.clientId], title, form })
    return { id: items[0]?.id ?? '', command: randomUUID() }
  }
  const phq = await assign('PHQ-9 before the session', { kind: 'questionnaire', name: 'phq-9' })
  await marek.api.task.start({ ...phq, command: randomUUID() })
  const answers = [1, 1, 0, 0, 0, 0, 0, 0, 1]
  await marek.api.task.complete({ ...phq, answer: { kind: 'questionnaire', name: 'phq-9', answers, language: 'en' } })
  const walk = await assign('A walk', { kind: 'plain' })
  await marek.api.task.decline({ ...walk, reason: 'My knee still hurts too much.' })
}

const region = (page: Page, key: 'dashboard:today.title' | 'dashboard:needs.title') =>
  page.getByRole('region', { name: uiText(key) })
const needs = (page: Page) => region(page, 'dashboard:needs.title').getByRole('list').locator('> li')

async function bottomOf(what: Locator): Promise<number> {
  const box = await what.boundingBox()
  if (!box) throw new Error('it is not visible')
  return box.y + box.height
}

test(
  'the day and the first five needs are on the first screen, on the phone within two screens; the alert is first [2.08]',
  { tag: '@deep' },
  async ({ browser }) => {
    for (const [phone, screens] of [
      [false, 1],
      [true, 2],
    ] as const) {
      const visitor = await setView(await openSignedIn(browser, product, practice.therapist, { phone }))
      const { page } = visitor
      await page.goto('/dashboard/therapist')
      await expect(needs(page).nth(4)).toBeVisible()
      await expect(needs(page).first()).toContainText(uiText('dashboard:needs.line.alert'))
      const height = (phone ? phoneViewport : desktopViewport).height * screens
      expect(await bottomOf(region(page, 'dashboard:today.title'))).toBeLessThanOrEqual(height)
      expect(await bottomOf(needs(page).nth(4))).toBeLessThanOrEqual(height)
      await expectNoErrors(visitor)
    }
  },
)

test(
  'the day, the needs and the frame of a dashboard come in two calls, and all of it in 25 kB',
  { tag: '@deep' },
  async ({ browser }) => {
    const { page } = await openSignedIn(browser, product, practice.therapist, { plain: true })
    const read: { call: string; bytes: number }[] = []
    page.on('response', async (answer) => {
      const { pathname } = new URL(answer.url())
      if (!pathname.startsWith('/api/')) return
      const one = { call: pathname, bytes: 0 }
      read.push(one)
      one.bytes = (await answer.request().sizes()).responseBodySize
    })
    await page.goto('/dashboard/therapist')
    await expect(needs(page).nth(4)).toBeVisible()
    await page.waitForTimeout(4000)
    console.log(read)
    expect(read.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(25_000)
  },
)

test(
  'common jobs take at most as many clicks as promised, from the dashboard',
  { tag: '@deep' },
  async ({ browser }) => {
    const late = await addClientByApi(practice.therapist, 'Ida', 'Lund', { email: 'ida@practice.test' })
    const visitor = await setView(await openSignedIn(browser, product, practice.therapist))
    const { page } = visitor
    const needsYou = region(page, 'dashboard:needs.title')
    let clicks = 0
    const click = async (what: Locator) => {
      clicks += 1
      await what.click()
    }
    const job = (name: string, most: number, steps: () => Promise<void>) =>
      test.step(`${name}: at most ${most}`, async () => {
        await page.goto('/dashboard/therapist')
        await expect(needs(page).first()).toBeVisible()
        clicks = 0
        await steps()
        expect(clicks).toBeLessThanOrEqual(most)
      })

    await job('confirm what a client asks for', 1, async () => {
      const requests = needsYou.getByRole('button', { name: uiText('negotiation:step.accept'), exact: true })
      const before = await requests.count()
      await click(requests.first())
      await expect(requests).toHaveCount(before - 1)
    })

    await job('write the note after a session', 1, async () => {
      await click(region(page, 'dashboard:today.title').getByRole('link', { name: uiText('note:mark.toWrite') }))
      await expect(page.getByRole('textbox', { name: uiText('note:label') })).toBeVisible()
    })

    await job('add a client', 2, async () => {
      await click(page.getByRole('link', { name: uiText('dashboard:first.action') }))
      await page.getByLabel(uiText('client:form.firstName')).fill('Nadia')
      await page.getByLabel(uiText('client:form.lastName')).fill('Petrova')
      await click(page.getByRole('button', { name: uiText('client:add.submit') }))
      await expect(page.getByRole('heading', { name: 'Nadia Petrova' })).toBeVisible()
    })

    await job('invite a client again', 2, async () => {
      await click(needsYou.getByRole('button', { name: new RegExp(`^${uiText('dashboard:needs.kind.invitation')}`) }))
      await click(needsYou.getByRole('button', { name: uiText('client:invitation.send') }).first())
      await expect
        .poll(async () => (await practice.therapist.api.client.get({ id: late.id })).invitation?.state)
        .toBe('sent')
    })

    await job('see the next session of a client', 1, async () => {
      await click(page.getByRole('link', { name: uiText('shell:pages.clients'), exact: true }))
      await expect(page.getByRole('row', { name: /Chloe Bernard/ })).toContainText(/\d\d:\d\d/)
    })
    await expectNoErrors(visitor)
  },
)
