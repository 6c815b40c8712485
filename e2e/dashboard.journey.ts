import { expect, type Locator, type Page, type Request, type Response, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { richTextFromPlain } from '../packages/contract/src/common/rich-text/rich-text.ts'
import { countClicks } from './clicks.ts'
import {
  openSignedIn,
  planSessionAtByApi,
  type ClientPracticeMember,
  type JourneyPractice,
  startJourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextPattern } from './ui-text.ts'
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

/** Creates two past sessions without notes, upcoming sessions, three requests, three messages, a declined task and a flagged answer. */
async function fillDay() {
  const { api } = practice.therapist
  const [ana, chloe, marek] = people as [ClientPracticeMember, ClientPracticeMember, ClientPracticeMember]
  const past = { durationMinutes: 50, format: 'video', outcome: 'completed' } as const
  for (const hours of [-26, -3])
    await api.session.logPast({
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

/** The call that reads the clients who are waiting for a video call. It is sent after the page is opened, before or after the chart is drawn. */
const afterThePage = '/api/call/waiting'

/**
 * Opens the dashboard. Returns the API calls that the page makes until it is drawn, and the size of their responses in bytes. `later` contains the
 * calls after that, until the page has received a count of `messages` unread messages. One of these messages is sent after the page is drawn.
 */
async function callsOfDashboard(
  page: Page,
  messages: number,
): Promise<{ calls: string[]; bytes: number; later: string[] }> {
  // The previous page could still send requests.
  await page.goto('about:blank')
  const calls: string[] = []
  const finished: Request[] = []
  let unread = 0
  const hear = (answer: Response) => {
    const { pathname } = new URL(answer.url())
    if (pathname.startsWith('/api/') && pathname !== afterThePage) calls.push(pathname)
  }
  // The size of an aborted call is unknown, so only completed calls are measured.
  const measure = async (request: Request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    finished.push(request)
    if (pathname !== '/api/message/unreadCounts') return
    const answer = await request.response()
    if (!answer) return
    const { items } = (await answer.json()) as { items: { unread: number }[] }
    unread = items.reduce((sum, item) => sum + item.unread, 0)
  }
  page.on('response', hear)
  page.on('requestfinished', measure)
  await page.goto('/dashboard/therapist')
  await expect(needs(page).nth(4)).toBeVisible()
  const chart = page.getByRole('region', { name: uiText('dashboard:chart.therapist') })
  await expect(chart.getByRole('img').first()).toBeVisible()
  const shown = calls.length
  const measured = [...finished]
  // The change event of this message arrives after the events of all other changes for which the page might refetch.
  const [one] = people
  await one?.api.message.send({ id: randomUUID(), conversationId: one.clientId, text: 'Thank you.' })
  await expect.poll(() => unread).toBe(messages)
  page.off('response', hear)
  page.off('requestfinished', measure)
  const sizes = await Promise.all(measured.map((request) => request.sizes()))
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  return { calls: calls.slice(0, shown), bytes, later: calls.slice(shown) }
}

test(
  'what a dashboard shows comes in two calls and 25 kB, also right after a change; a new device asks for its key too',
  { tag: '@deep' },
  async ({ browser }) => {
    const { page } = await openSignedIn(browser, product, practice.therapist, { plain: true })
    const shown = ['/api/firstPage/get', '/api/session/chart']
    const first = await callsOfDashboard(page, people.length + 1)
    expect(first.calls.toSorted()).toEqual([...shown, '/api/account/draftKey'].toSorted())
    const second = await callsOfDashboard(page, people.length + 2)
    expect(second.calls).toEqual(shown)
    for (const { bytes, later } of [first, second]) {
      expect(bytes).toBeLessThan(25_000)
      // The tasks changed shortly before the page was opened, and have not changed since.
      expect(later).not.toContain('/api/task/counts')
    }
  },
)

test(
  'from the dashboard, a request is accepted and an alert opened with one click, and each other item is reached with two',
  { tag: '@deep' },
  async ({ browser }) => {
    const visitor = await setView(await openSignedIn(browser, product, practice.therapist, { plain: true }))
    const { page } = visitor
    const within = await countClicks(page)
    const at = '/dashboard/therapist'
    for (const [kind, line, most, subject] of [
      ['alert', uiText('dashboard:needs.line.alert'), 1, /\/tasks\//],
      ['message', uiTextPattern('dashboard:needs.line.message_one'), 2, /\/messages\?/],
      ['note', uiText('dashboard:needs.line.note'), 2, /session-details/],
      ['declined', uiText('dashboard:needs.line.declined'), 2, /\/tasks\//],
    ] as const)
      await test.step(kind, async () => {
        await page.goto(at)
        await expect(needs(page).first()).toBeVisible()
        await within(most, async () => {
          const filter = page.getByRole('group', { name: uiText('dashboard:needs.filter') })
          const name = uiTextPattern(`dashboard:needs.kind.${kind}`)
          if (most > 1) await filter.getByRole('button', { name }).click()
          await needs(page).filter({ hasText: line }).first().getByRole('link').click()
          await expect(page).toHaveURL(subject)
        })
      })

    await page.goto(at)
    const accept = needs(page).getByRole('button', { name: uiText('negotiation:step.accept') })
    await expect(accept.first()).toBeVisible()
    const before = await accept.count()
    await within(1, async () => {
      await accept.first().click()
      await expect(accept).toHaveCount(before - 1)
    })
    await within(1, async () => {
      await region(page, 'dashboard:today.title')
        .getByRole('link', { name: uiText('dashboard:today.open') })
        .click()
      await expect(page).toHaveURL(/\/calendar/)
    })
    await expectNoErrors(visitor)
  },
)
