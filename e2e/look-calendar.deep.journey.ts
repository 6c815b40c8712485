import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { wallClockOf } from '../packages/contract/src/common/time/time.ts'
import {
  mondayPlusDays,
  instantOnDay,
  setUpCalendar,
  calendarGrid,
  calendarItem,
  monday,
  openCalendar,
  pressKey,
} from './calendar.ts'
import { type ClientPracticeMember, openSignedIn, planSessionAtByApi, type JourneyPractice } from './practice.ts'
import { desktopViewport, allViews, expectAccessibleInViews, setView, phoneViewport, twoViews } from './views.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
let leo: ClientPracticeMember
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice, ana, leo } = await setUpCalendar())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Matches the text of a day with one item on the printed sheet. The day of the month can be any number. */
const printed = (weekday: string, item: string, state: string) => new RegExp(`^${weekday} \\d+ ${item} ${state}$`)

test('a printed week has a column per day with its items, names as on the screen, and nothing else', async ({
  browser,
}) => {
  const { api } = practice.therapist
  const [first, off] = [
    await planSessionAtByApi(practice.therapist, leo.clientId, instantOnDay(37, '08:00'), true),
    instantOnDay(38, '10:00'),
  ]
  await planSessionAtByApi(practice.therapist, ana.clientId, off, true)
  await api.calendar.addEvent({
    id: randomUUID(),
    title: 'Peer group',
    startsAt: instantOnDay(39, '18:00'),
    endsAt: instantOnDay(39, '19:30'),
  })
  await planSessionAtByApi(practice.therapist, ana.clientId, instantOnDay(44, '10:00'), true)
  const visitor = await openSignedIn(browser, product, practice.therapist)
  const { page } = visitor
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-asked', 'print')
  })
  await openCalendar(page, `?view=week&day=${mondayPlusDays(36)}`)
  await expect(calendarItem(page, first.id)).toContainText('08:00')
  const sheet = page.locator('[data-printed]')
  const onPaper = async (during: () => Promise<void>) => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await page.emulateMedia({ media: 'print' })
    await during()
    await page.emulateMedia({ media: null })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect(sheet).toHaveCount(0)
  }
  const days = () => sheet.locator(':scope > div > div').allInnerTexts()
  const words = async () => (await days()).map((text) => text.replace(/\s+/g, ' ').trim())

  await test.step('the menu opens the print dialog', async () => {
    await expect(sheet).toHaveCount(0)
    await page
      .getByRole('button', { name: uiText('calendar:more') })
      .first()
      .click()
    await page.getByRole('menuitem', { name: uiText('calendar:print') }).click()
    await expect(page.locator('body')).toHaveAttribute('data-asked', 'print')
  })

  await test.step('each day has times, initials and states; the next week, frames and buttons are not printed', async () => {
    await onPaper(async () => {
      await expect(sheet).toBeVisible()
      const [, tuesday, wednesday, ...rest] = await words()
      expect(await words()).toHaveLength(5)
      expect(wednesday).toMatch(printed('Wed', '08:00 – 08:50 LB', uiText('session:status.confirmed')))
      expect(tuesday).toMatch(/^Tue \d+$/)
      expect(rest[0]).toMatch(printed('Thu', '10:00 – 10:50 AM', uiText('session:status.confirmed')))
      expect(rest[1]).toMatch(
        printed('Fri', `18:00 – 19:30 ${uiText('calendar:busy')}`, uiText('calendar:status.event')),
      )
      await expect(sheet).not.toContainText(/Leo|Brandt|Moreau|Peer group/)
      const seen = await page.evaluate(() => document.body.innerText.replace(/\s+/g, ' ').trim())
      expect(seen).toBe((await sheet.innerText()).replace(/\s+/g, ' ').trim())
      for (const button of await page.getByRole('button').all()) await expect(button).toBeHidden()
      await expect(page.locator('#root')).toBeHidden()
    })
    await expect(calendarGrid(page)).toBeVisible()
  })

  await test.step('names are printed if the screen shows them; a day prints its whole week', async () => {
    await page.getByRole('switch', { name: uiText('calendar:initials') }).click()
    await openCalendar(page, `?view=day&day=${mondayPlusDays(38)}`)
    await expect(calendarGrid(page).getByText('Ana M.')).toBeVisible()
    await onPaper(async () => {
      await expect(sheet).toContainText('Leo B.')
      await expect(sheet).toContainText('Peer group')
      await expect(sheet).not.toContainText('Moreau')
      expect(await words()).toHaveLength(7)
    })
  })

  await test.step('a week is one A4 page in landscape', async () => {
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(paper) ?? []
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([842, 595])
  })
  await expectNoErrors(visitor)
})

test('a phone shows one day and a week strip, also to a client in their own zone', async ({ browser }) => {
  const session = await planSessionAtByApi(practice.therapist, ana.clientId, instantOnDay(2, '16:00'), true)
  const therapist = await openSignedIn(browser, product, practice.therapist, { phone: true })
  await openCalendar(therapist.page, `?day=${mondayPlusDays(1)}`)
  const strip = therapist.page.getByRole('group', { name: uiText('calendar:days') })
  await expect(strip.getByRole('button')).toHaveCount(7)
  await strip.getByRole('button', { name: /^Wednesday/ }).click()
  await expect(calendarItem(therapist.page, session.id)).toContainText('16:00')
  await test.step('a swipe changes the day', async () => {
    const box = (await calendarGrid(therapist.page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const touch = (x: number) => [{ identifier: 0, clientX: x, clientY: 400 }]
    await calendarGrid(therapist.page).dispatchEvent('touchstart', {
      touches: touch(box.x + 300),
      changedTouches: touch(box.x + 300),
    })
    await calendarGrid(therapist.page).dispatchEvent('touchend', { touches: [], changedTouches: touch(box.x + 60) })
    await expect(strip.getByRole('button', { name: /^Thursday/ })).toHaveAttribute('aria-pressed', 'true')
  })

  const client = await openSignedIn(browser, product, ana, { zone: 'America/New_York' })
  await ana.api.account.saveSettings({ zone: 'America/New_York' })
  await client.page.goto(`/dashboard/client/calendar?view=week&day=${monday}`)
  const own = calendarItem(client.page, session.id)
  await expect(own).toContainText(wallClockOf(session.startsAt, 'America/New_York').time)
  await expect(client.page.getByText(/Berlin/)).toHaveText([
    uiText('session:timeZones', { here: 'New York', there: 'Berlin' }),
  ])
  await expect(client.page.getByRole('button', { name: uiText('calendar:new') })).toHaveCount(0)
  await calendarGrid(client.page).focus()
  await client.page.keyboard.press('m')
  await expect(client.page.getByRole('dialog')).toHaveCount(0)
  await expectNoErrors(therapist, client)
})

test('the calendar has no axe violations: week, day, month, list, dialogs, empty, failed [look.md: axe 0, 390 px]', async ({
  browser,
}) => {
  await planSessionAtByApi(practice.therapist, leo.clientId, instantOnDay(1, '13:00'), true)
  await planSessionAtByApi(practice.therapist, ana.clientId, instantOnDay(3, '10:00'), true)
  const startsAt = instantOnDay(2, '15:00')
  const { api } = practice.therapist
  await api.calendar.addEvent({ id: randomUUID(), title: 'Reading', startsAt, endsAt: instantOnDay(2, '16:00') })
  await api.series.create({
    id: randomUUID(),
    clientIds: [ana.clientId],
    startsAt: instantOnDay(2, '09:00'),
    format: 'video',
    repeat: { every: 'weeks', weeks: 1, ends: { by: 'count', count: 4 } },
  })
  const visitor = await setView(await openSignedIn(browser, product, practice.therapist), /503|Failed to load/)
  const { page } = visitor
  for (const view of ['week', 'day', 'month', 'list'] as const) {
    await page.setViewportSize(desktopViewport)
    await openCalendar(page, `?view=${view}&day=${mondayPlusDays(2)}`)
    const there = view === 'list' ? page.getByRole('main').getByRole('listitem').first() : calendarGrid(page)
    await expectAccessibleInViews(page, `calendar, ${view}`, there, view === 'week' ? allViews : twoViews)
  }
  await page.setViewportSize(desktopViewport)
  await openCalendar(page)
  await calendarGrid(page).focus()
  await pressKey(page, 'Enter')
  await expectAccessibleInViews(
    page,
    'what shall stand',
    page.getByText(uiText('calendar:make.title')),
    twoViews,
    '[role=dialog]',
  )
  await page
    .getByRole('dialog')
    .getByRole('button', { name: uiText('calendar:make.event') })
    .click()
  await expectAccessibleInViews(
    page,
    'busy block',
    page.getByLabel(uiText('calendar:event.title')),
    twoViews,
    '[role=dialog]',
  )
  await page.setViewportSize(phoneViewport)
  await openCalendar(page, `?view=day&day=${mondayPlusDays(40)}`)
  await expectAccessibleInViews(page, 'an empty day', page.getByText(uiText('calendar:empty.title.day')))
  // Without the answer of the early call, the page requests the sessions itself.
  await page.route('**/api/firstPage/get', (route) => route.fulfill({ json: {} }))
  await page.route('**/api/session/between', (route) => route.fulfill({ status: 400, json: {} }))
  await page.reload()
  await expectAccessibleInViews(page, 'failing', page.getByText(uiText('calendar:failed')))
  await expectNoErrors(visitor)
})
