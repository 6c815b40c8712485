import { expect, type Locator, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { instantOf, wallClockOf } from '../packages/contract/src/common/time/time.ts'
import { calendarGrid, monday } from './calendar.ts'
import {
  addClientByApi,
  journeyZone,
  type JourneyPractice,
  openSignedIn,
  planSessionByApi,
  startJourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { desktopViewport, expectNoOverflow, phoneViewport } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const heightsOf = (rows: Locator) =>
  rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)))

test('a client has one line on a desktop and two on a phone, below one row of tools', async ({ browser }) => {
  const { therapist } = practice
  const ana = await practice.newClient('Ana', 'Moreau')
  await addClientByApi(therapist, 'Hanna', 'Vogel', { email: 'hanna@practice.test', invite: true })
  await addClientByApi(therapist, 'Maximiliane', 'Lichtenstein-Oberhausen')
  for (const name of ['Evenings', 'Garden', 'Self-pay']) {
    const id = randomUUID()
    await therapist.api.clientTag.create({ id, name, color: null })
    await therapist.api.clientTag.addToClient({ clientId: ana.clientId, tagId: id })
  }
  await planSessionByApi(therapist, ana.clientId, 5, 9)
  const nora = await openSignedIn(browser, product, therapist)
  const { page } = nora
  const rows = page.locator('tbody tr')

  await page.goto('/dashboard/therapist/clients')
  await expect(rows).toHaveCount(3)
  expect(await heightsOf(rows)).toEqual([44, 44, 44])
  const tools = [
    page.getByRole('searchbox'),
    page.getByRole('radiogroup', { name: uiText('client:list.filter') }),
    page.getByRole('button', { name: uiText('clientOverview:filter.show') }),
    page.getByRole('combobox', { name: uiText('client:list.sort') }),
  ]
  const middles = await Promise.all(
    tools.map(async (tool) => {
      const box = await tool.boundingBox()
      return box ? box.y + box.height / 2 : 0
    }),
  )
  for (const middle of middles) expect(Math.abs(middle - (middles[0] ?? 0))).toBeLessThan(3)

  await page.setViewportSize(phoneViewport)
  await expect(rows.first().getByText(uiText('clientOverview:phone.next'))).toBeVisible()
  for (const height of await heightsOf(rows)) expect(height).toBeLessThanOrEqual(68)
  await expectNoOverflow(page, 'clients')
  await page.setViewportSize(desktopViewport)
  await expectNoErrors(nora)
})

test('the calendar fits 7:00 to 21:00 at 800 px, and uses the width of a wide screen', async ({ browser }) => {
  const { therapist } = practice
  const { rules, version } = await therapist.api.availability.mine({})
  const hours = { from: '07:00', until: '21:00', formats: ['video' as const], location: '' }
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...hours }))
  await therapist.api.availability.save({ weekly, rules, version })
  const nora = await openSignedIn(browser, product, therapist)
  const { page } = nora
  const grid = page.getByRole('application', { name: uiText('calendar:name') })
  const isVisible = (part: Locator) =>
    part.evaluate((element) => {
      const box = element.getBoundingClientRect()
      const frame = element.closest('[role="application"]')?.getBoundingClientRect()
      return box.top >= (frame?.top ?? 0) && box.bottom <= (frame?.bottom ?? 0) + 1
    })
  await page.goto(`/dashboard/therapist/calendar?day=${monday}`)
  for (const hour of ['08:00', '20:00']) await expect.poll(() => isVisible(grid.getByText(hour))).toBe(true)

  await page.setViewportSize({ width: 1920, height: 1080 })
  const width = await grid.evaluate((element) => element.getBoundingClientRect().width)
  expect(width).toBeGreaterThan(1560)

  await expectNoErrors(nora)
})

test('the calendar opens scrolled to the present time in the night too', async ({ browser }) => {
  const { day } = wallClockOf(new Date().toISOString(), journeyZone)
  for (const phone of [false, true])
    for (const time of ['04:20', '22:40']) {
      // Each time of day gets a new login, because a page locks itself after some hours.
      const nora = await openSignedIn(browser, product, practice.therapist, { phone })
      const { page } = nora
      await page.clock.setFixedTime(instantOf(day, time, journeyZone))
      await page.goto('/dashboard/therapist/calendar')
      const line = calendarGrid(page).locator('[class*=nowLine]')
      await expect(line, `${time}, ${phone ? 'phone' : 'desktop'}`).toBeInViewport()
      await expectNoErrors(nora)
    }
})
