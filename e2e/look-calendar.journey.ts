import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { wallOf } from '../packages/contract/src/common/time.ts'
import { after, at, calendarCast, grid, item, monday, open, press } from './calendar.ts'
import { type ClientMember, enter, planAt, type Practice } from './cast.ts'
import { desktop, everywhere, faultless, look, phone, twoViews } from './faultless.ts'
import type { Product } from './product.ts'
import { everybodyLeaves, noTroubles } from './visitor.ts'

let product: Product
let practice: Practice
let ana: ClientMember
let leo: ClientMember
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice, ana, leo } = await calendarCast())
})
test.afterAll(() => product.stop())
test.afterEach(everybodyLeaves)

test('a printed week has a column per day with its items, names as on the screen, and nothing else [1.10]', async ({
  browser,
}) => {
  const { api } = practice.therapist
  const [first, off] = [await planAt(practice.therapist, leo.clientId, at(37, '08:00'), true), at(38, '10:00')]
  await planAt(practice.therapist, ana.clientId, off, true)
  await api.calendar.addEvent({
    id: randomUUID(),
    title: 'Peer group',
    startsAt: at(39, '18:00'),
    endsAt: at(39, '19:30'),
  })
  await planAt(practice.therapist, ana.clientId, at(44, '10:00'), true)
  const visitor = await enter(browser, product, practice.therapist)
  const { page } = visitor
  await page.addInitScript(() => {
    window.print = () => void document.body.setAttribute('data-asked', 'print')
  })
  await open(page, `?view=week&day=${after(36)}`)
  await expect(item(page, first.id)).toContainText('08:00')
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
    await page.getByRole('button', { name: 'More' }).first().click()
    await page.getByRole('menuitem', { name: 'Print this week' }).click()
    await expect(page.locator('body')).toHaveAttribute('data-asked', 'print')
  })

  await test.step('each day has times, initials and states; the next week, frames and buttons are not printed', async () => {
    await onPaper(async () => {
      await expect(sheet).toBeVisible()
      const [, tuesday, wednesday, ...rest] = await words()
      expect(await words()).toHaveLength(5)
      expect(wednesday).toMatch(/^Wed \d+ 08:00 – 08:50 LB Confirmed$/)
      expect(tuesday).toMatch(/^Tue \d+$/)
      expect(rest[0]).toMatch(/^Thu \d+ 10:00 – 10:50 AM Confirmed$/)
      expect(rest[1]).toMatch(/^Fri \d+ 18:00 – 19:30 Busy Private$/)
      await expect(sheet).not.toContainText(/Leo|Brandt|Moreau|Peer group/)
      const seen = await page.evaluate(() => document.body.innerText.replace(/\s+/g, ' ').trim())
      expect(seen).toBe((await sheet.innerText()).replace(/\s+/g, ' ').trim())
      for (const button of await page.getByRole('button').all()) await expect(button).toBeHidden()
      await expect(page.locator('#root')).toBeHidden()
    })
    await expect(grid(page)).toBeVisible()
  })

  await test.step('names are printed if the screen shows them; a day prints its whole week', async () => {
    await page.getByRole('switch', { name: 'Initials only' }).click()
    await open(page, `?view=day&day=${after(38)}`)
    await expect(grid(page).getByText('Ana M.')).toBeVisible()
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
  await noTroubles(visitor)
})

test('a phone shows one day and a week strip; a client sees their sessions in their own zone [1.11, 2.31]', async ({
  browser,
}) => {
  const session = await planAt(practice.therapist, ana.clientId, at(2, '16:00'), true)
  const therapist = await enter(browser, product, practice.therapist, { phone: true })
  await open(therapist.page, `?day=${after(1)}`)
  const strip = therapist.page.getByRole('group', { name: 'Days of this week' })
  await expect(strip.getByRole('button')).toHaveCount(7)
  await strip.getByRole('button', { name: /^Wednesday/ }).click()
  await expect(item(therapist.page, session.id)).toContainText('16:00')
  await test.step('a swipe changes the day', async () => {
    const box = (await grid(therapist.page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const touch = (x: number) => [{ identifier: 0, clientX: x, clientY: 400 }]
    await grid(therapist.page).dispatchEvent('touchstart', {
      touches: touch(box.x + 300),
      changedTouches: touch(box.x + 300),
    })
    await grid(therapist.page).dispatchEvent('touchend', { touches: [], changedTouches: touch(box.x + 60) })
    await expect(strip.getByRole('button', { name: /^Thursday/ })).toHaveAttribute('aria-pressed', 'true')
  })

  const client = await enter(browser, product, ana, { zone: 'America/New_York' })
  await ana.api.account.saveSettings({ zone: 'America/New_York' })
  await client.page.goto(`/dashboard/client/calendar?view=week&day=${monday}`)
  const own = item(client.page, session.id)
  await expect(own).toContainText(wallOf(session.startsAt, 'America/New_York').time)
  await expect(own).toContainText('16:00 in Berlin')
  await expect(client.page.getByRole('button', { name: 'New session' })).toHaveCount(0)
  await grid(client.page).focus()
  await client.page.keyboard.press('m')
  await expect(client.page.getByRole('dialog')).toHaveCount(0)
  await noTroubles(therapist, client)
})

test('the calendar has no axe violations: week, day, month, list, dialogs, empty, failed [look.md: axe 0, 390 px]', async ({
  browser,
}) => {
  await planAt(practice.therapist, leo.clientId, at(1, '13:00'), true)
  await planAt(practice.therapist, ana.clientId, at(3, '10:00'), true)
  const startsAt = at(2, '15:00')
  const { api } = practice.therapist
  await api.calendar.addEvent({ id: randomUUID(), title: 'Reading', startsAt, endsAt: at(2, '16:00') })
  await api.series.plan({
    id: randomUUID(),
    clientIds: [ana.clientId],
    startsAt: at(2, '09:00'),
    format: 'video',
    repeat: { every: 'weeks', weeks: 1, ends: { by: 'count', count: 4 } },
  })
  const visitor = await look(await enter(browser, product, practice.therapist), /503|Failed to load/)
  const { page } = visitor
  for (const view of ['week', 'day', 'month', 'list'] as const) {
    await page.setViewportSize(desktop)
    await open(page, `?view=${view}&day=${after(2)}`)
    const there = view === 'list' ? page.getByRole('main').getByRole('listitem').first() : grid(page)
    await faultless(page, `calendar, ${view}`, there, view === 'week' ? everywhere : twoViews)
  }
  await page.setViewportSize(desktop)
  await open(page)
  await grid(page).focus()
  await press(page, 'Enter')
  await faultless(page, 'what shall stand', page.getByText('What shall stand here?'), twoViews, '[role=dialog]')
  await page.getByRole('button', { name: /A busy block/ }).click()
  await faultless(page, 'busy block', page.getByLabel('Title'), twoViews, '[role=dialog]')
  await page.setViewportSize(phone)
  await open(page, `?view=day&day=${after(40)}`)
  await faultless(page, 'an empty day', page.getByText('Nothing booked this day'))
  await page.route('**/api/session/between', (route) => route.fulfill({ status: 400, json: {} }))
  await page.reload()
  await faultless(page, 'failing', page.getByText('The calendar could not be loaded.'))
  await noTroubles(visitor)
})
