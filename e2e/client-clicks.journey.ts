import { randomUUID } from 'node:crypto'
import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { expect, type Page, test } from '@playwright/test'
import { countClicks } from './clicks.ts'
import { expectStill, recordLayoutShifts } from './layout-shift.ts'
import {
  dayAhead,
  openSignedIn,
  planSessionByApi,
  startJourneyPractice,
  type ClientPracticeMember,
  type JourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText, uiTextIn, uiTextPattern } from './ui-text.ts'
import { heading, setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  await openWeek()
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const home = '/dashboard/client'
const main = (page: Page) => page.getByRole('main')

async function openWeek() {
  const { rules, version } = await practice.therapist.api.availability.mine({})
  const range = { formats: ['in-person' as const, 'video' as const], location: '' }
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '06:00', until: '20:00', ...range }))
  await practice.therapist.api.availability.save({ weekly, rules, version })
}

const assign = (
  { clientId }: ClientPracticeMember,
  title: string,
  form: Parameters<typeof practice.therapist.api.task.assign>[0]['form'],
  daysOverdue = 0,
) =>
  practice.therapist.api.task.assign({
    id: randomUUID(),
    clientIds: [clientId],
    title,
    form,
    description: richTextFromPlain('Half a page is enough.'),
    priority: 'high',
    dueDay: dayAhead(-daysOverdue),
    delivery: { how: 'now' },
  })

for (const phone of [true, false])
  test(`a client does each job with the fewest clicks, from the home or the page of the job, ${phone ? 'on a phone @slow' : 'on a desktop @deep'}`, async ({
    browser,
  }) => {
    const ana = await practice.newClient(phone ? 'Ana' : 'Eva', 'Moreau')
    const hour = phone ? 9 : 11
    await planSessionByApi(practice.therapist, ana.clientId, 5, hour)
    const agreed = await planSessionByApi(practice.therapist, ana.clientId, 6, hour, true)
    await assign(ana, 'Evening check-in', {
      kind: 'check-in',
      question: 'How was your day?',
      low: 'A stormy one',
      high: 'A bright one',
    })
    const visitor = await setView(await openSignedIn(browser, product, ana, { phone, plain: true }))
    const { page } = visitor
    const job = await countClicks(page)

    await test.step('accept a session and check in, from the home', async () => {
      await page.goto(home)
      await job(1, async () => {
        await page.getByRole('button', { name: uiText('session:accept') }).click()
        await expect(page.getByText(uiText('negotiation:done.accept', { name: 'Nora Lindqvist' }))).toBeVisible()
      })
      await job(1, async () => {
        await page.getByRole('button', { name: '7', exact: true }).click()
        await expect(page.getByText(uiText('taskForms:submitted', { name: 'Nora Lindqvist' }))).toBeVisible()
      })
    })

    await test.step('write an entry from the home, and share it', async () => {
      await page.goto(home)
      await job(1, async () => {
        await page.getByRole('link', { name: uiText('dashboard:write.line') }).click()
        await page.getByRole('textbox', { name: uiText('journal:textLabel') }).fill('The river was quiet.')
        await expect.poll(async () => (await ana.api.journal.list({ limit: 5 })).items.length).toBe(1)
      })
      await job(2, async () => {
        await page
          .getByRole('switch', { name: uiText('journal:share.with', { name: 'Nora Lindqvist' }) })
          .click({ force: true })
        await expect.poll(async () => (await ana.api.journal.list({ limit: 5 })).items[0]?.sharedWith.length).toBe(1)
      })
    })

    await test.step('message the therapist, from the home', async () => {
      await page.goto(home)
      await job(2, async () => {
        await page.getByRole('link', { name: uiText('dashboard:between.message', { name: 'Nora' }) }).click()
        await page
          .getByRole('textbox', { name: uiText('message:write', { name: 'Nora Lindqvist' }) })
          .fill('I will be on time.')
        await page.getByRole('button', { name: uiText('message:send'), exact: true }).click()
        await expect(page.getByText('I will be on time.').filter({ visible: true })).not.toHaveCount(0)
      })
    })

    await test.step('book a session, from the home', async () => {
      await page.goto(home)
      await job(2, async () => {
        await page.getByRole('link', { name: uiText('sessionList:book') }).click()
        await page.getByRole('button', { name: uiText('booking:request.submit') }).click()
        await expect(page).toHaveURL(/session-details/)
      })
    })

    await test.step('move a session and cancel one, from its page', async () => {
      await page.goto(`${home}/sessions/session-details?id=${agreed.id}`)
      const dialog = page.getByRole('dialog')
      await job(3, async () => {
        await page.getByRole('button', { name: uiText('negotiation:act.askMove') }).click()
        await dialog.locator('button[aria-pressed]:has(time)').first().click()
        await dialog.getByRole('button', { name: uiText('sessionDialog:askingMove.submit') }).click()
        await expect(dialog).toHaveCount(0)
      })
      const { items } = await ana.api.session.list({ which: 'upcoming', limit: 5 })
      const accepted = items.find(({ id, status }) => id !== agreed.id && status === 'confirmed')
      await page.goto(`${home}/sessions/session-details?id=${accepted?.id}`)
      await job(3, async () => {
        await page.getByRole('button', { name: uiText('negotiation:act.askCancel') }).click()
        await dialog.getByRole('button', { name: uiText('sessionDialog:asking.askCancel.submit') }).click()
        await expect(dialog).toHaveCount(0)
      })
    })
    await expectNoErrors(visitor)
  })

/** Returns the texts of a page's main part that are red, or whose background or border is. */
const redParts = (page: Page) =>
  main(page).evaluate((part) => {
    const sample = part.appendChild(document.createElement('i'))
    sample.style.color = 'var(--attune-danger)'
    const red = getComputedStyle(sample).color
    sample.remove()
    const isRed = (element: Element) => {
      const { color, backgroundColor, borderTopColor, borderTopWidth, fill } = getComputedStyle(element)
      return [color, backgroundColor, fill, borderTopWidth === '0px' ? '' : borderTopColor].includes(red)
    }
    return Array.from(part.querySelectorAll('*')).flatMap((element) => (isRed(element) ? [element.textContent] : []))
  })

const controls = 'a[href], button, input, textarea, select, [role="tab"]'

test('the home has at most 15 controls, 1,400 px and nothing red for what is overdue, and the skip link leads to its first action in 5 tabs @slow', async ({
  browser,
}) => {
  const leo = await practice.newClient('Leo', 'Brandt')
  for (const days of [25, 26, 27, 28, 29]) await planSessionByApi(practice.therapist, leo.clientId, days, 9, true)
  for (const title of ['A letter', 'A walk']) await assign(leo, title, { kind: 'plain' }, 3)
  // With an entry, the first steps are done.
  await leo.api.journal.save({
    id: randomUUID(),
    version: 0,
    title: '',
    content: richTextFromPlain('The river was quiet.'),
    mood: 4,
    tags: [],
    writtenAt: new Date().toISOString(),
    files: [],
  })
  for (const phone of [true, false]) {
    const visitor = await setView(await openSignedIn(browser, product, leo, { phone, plain: true }))
    const { page } = visitor
    await page.goto(home)
    await expect(heading(page)).toBeVisible()
    await expect(page.getByRole('region', { name: uiText('dashboard:between.one', { name: 'Nora' }) })).toBeVisible()
    await expect(page.getByRole('region', { name: uiText('dashboard:client.later') })).toBeVisible()
    await expect(main(page).getByText(uiText('tasks:overdue')).first()).toBeVisible()
    expect(await redParts(page), 'red parts').toEqual([])
    expect(await main(page).locator(controls).filter({ visible: true }).count()).toBeLessThanOrEqual(15)
    if (phone) expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1400)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(main(page).getByRole('link', { name: uiText('dashboard:client.change') })).toBeFocused()
    let tabs = 2
    const start = main(page).getByRole('button', { name: uiTextPattern('tasks:act.start') })
    while (!(await start.evaluate((button) => button === document.activeElement)) && tabs < 9) {
      await page.keyboard.press('Tab')
      tabs += 1
    }
    expect(tabs, 'tabs to the task').toBeLessThanOrEqual(5)
    await expectNoErrors(visitor)
    await page.context().close()
  }
})

/** Opens a page, and waits until it shows `there` and has been idle. */
async function openUntilIdle(page: Page, address: string, there: string) {
  await page.goto(address)
  await expect(main(page).getByText(there).first()).toBeVisible()
  await expect(main(page).getByRole('status').filter({ visible: true })).toHaveCount(0)
  await page.evaluate(() => new Promise((drawn) => requestIdleCallback(() => requestAnimationFrame(drawn))))
}

test('the pages of a client shift by at most .02, in German on a phone @deep', async ({ browser }) => {
  const mia = await practice.newClient('Mia', 'Vogel', 'de')
  for (const days of [35, 36, 37]) await planSessionByApi(practice.therapist, mia.clientId, days, 9, days > 35)
  const { items } = await assign(mia, 'Ein Brief', { kind: 'plain' })
  const visitor = await setView(
    await openSignedIn(browser, product, mia, { phone: true, plain: true, locale: 'de-DE' }),
  )
  await recordLayoutShifts(visitor.page)
  for (const [address, there] of [
    [home, uiTextIn('de', 'dashboard:between.one', { name: 'Nora' })],
    [`${home}/tasks`, 'Ein Brief'],
    [`${home}/tasks/${items[0]?.id}`, uiTextIn('de', 'tasks:comments.title')],
    [`${home}/sessions/book`, uiTextIn('de', 'booking:request.title')],
  ] as const) {
    await openUntilIdle(visitor.page, address, there)
    await expectStill(visitor.page, address)
  }
  await expectNoErrors(visitor)
})
