import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { instantOf, periodStart, shiftDay, wallClockOf } from '../packages/contract/src/common/time/time.ts'
import {
  type ClientPracticeMember,
  openSignedIn,
  planSessionAtByApi,
  type JourneyPractice,
  startJourneyPractice,
  journeyZone,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const today = wallClockOf(new Date().toISOString(), journeyZone).day
const monday = periodStart('weekly', today, 2)
const item = (page: Page, id: string) => page.locator(`[data-item="${id}"]`)
const when = async (id: string) => {
  const { session } = await practice.therapist.api.session.get({ id })
  return { startsAt: session.startsAt, minutes: session.durationMinutes }
}
type Place = { x: number; y: number }

/** Returns functions that send touch events to the page, as a finger would. */
async function fingerOn(page: Page) {
  const glass: CDPSession = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Place[]) =>
    glass.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (at: Place) => touch('touchStart', at),
    async slide(from: Place, to: Place, steps = 8) {
      for (let step = 1; step <= steps; step++)
        await touch('touchMove', {
          x: from.x + ((to.x - from.x) * step) / steps,
          y: from.y + ((to.y - from.y) * step) / steps,
        })
    },
    up: () => touch('touchEnd'),
  }
}
/** The height of an hour in the calendar, in pixels. */
const hour = 54

test(
  'by touch, holding an item moves or resizes it, dragging over free time creates a session, and a short swipe scrolls',
  { tag: '@deep' },
  async ({ browser }) => {
    const day = shiftDay(monday, 1)
    const { id } = await planSessionAtByApi(
      practice.therapist,
      ana.clientId,
      instantOf(day, '10:00', journeyZone),
      true,
    )
    const visitor = await openSignedIn(browser, product, practice.therapist, { phone: true })
    const { page } = visitor
    await page.goto(`/dashboard/therapist/calendar?view=day&day=${day}`)
    await expect(item(page, id)).toContainText('10:00')
    const finger = await fingerOn(page)
    const place = async () => (await item(page, id).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    /** Returns the position of the item after two equal measurements in a row, because the page may still scroll. */
    const box = async () => {
      await expect(item(page, id)).toHaveCount(1)
      await item(page, id).scrollIntoViewIfNeeded()
      let before = await place()
      await expect(async () => {
        const last = before
        before = await place()
        expect(before).toEqual(last)
      }).toPass({ intervals: [150] })
      return before
    }
    const looks = () => item(page, id).evaluateAll((drawn) => drawn.map((one) => one.className).join())
    /** Touches an item and waits until its class changes, which shows that the item can be moved. */
    async function lift(at: Place) {
      const before = await looks()
      await finger.down(at)
      await expect.poll(looks).not.toBe(before)
    }

    await test.step('a short swipe over a session scrolls the day and moves nothing', async () => {
      const { x, y } = await box()
      await finger.down({ x: x + 80, y: y + 15 })
      await finger.slide({ x: x + 80, y: y + 15 }, { x: x + 80, y: y - 85 })
      await finger.up()
      await expect.poll(async () => (await item(page, id).boundingBox())?.y ?? y).toBeLessThan(y - 40)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await when(id)).toEqual({ startsAt: instantOf(day, '10:00', journeyZone), minutes: 50 })
    })

    await test.step('a held session is lifted and moved by an hour after confirming; the page does not scroll', async () => {
      const { x, y } = await box()
      const from = { x: x + 80, y: y + 15 }
      await lift(from)
      await finger.slide(from, { x: from.x, y: from.y + hour })
      await expect(item(page, id).last(), 'says when it would begin').toContainText('11:00')
      await finger.up()
      const card = page.getByRole('dialog', { name: uiText('calendar:move.title', { name: 'AM' }) })
      await expect(card).toContainText('11:00')
      await card.getByRole('button', { name: uiText('calendar:move.keep'), exact: true }).tap()
      await expect.poll(() => when(id)).toEqual({ startsAt: instantOf(day, '11:00', journeyZone), minutes: 50 })
      await expect(page.getByRole('heading', { level: 1 })).toContainText(String(Number(day.slice(8))))
    })

    await test.step('a lifted session can be resized at its lower edge', async () => {
      await page.reload()
      const held = await box()
      await lift({ x: held.x + 80, y: held.y + 15 })
      await finger.up()
      const { x, y, height } = await box()
      const edge = { x: x + 80, y: y + height - 2 }
      await finger.down(edge)
      await finger.slide(edge, { x: edge.x, y: edge.y + hour / 2 })
      await finger.up()
      await page.getByRole('button', { name: uiText('calendar:move.keepLength'), exact: true }).tap()
      await expect.poll(async () => (await when(id)).minutes).toBeGreaterThan(60)
      expect((await when(id)).startsAt).toBe(instantOf(day, '11:00', journeyZone))
    })

    await test.step('a session dropped at its old time is not moved', async () => {
      await page.reload()
      const was = await when(id)
      const { x, y } = await box()
      const from = { x: x + 80, y: y + 15 }
      await lift(from)
      await finger.slide(from, { x: from.x, y: from.y + hour })
      // Lifting the finger before the page has drawn the move would not move the item.
      await expect(item(page, id).last()).toContainText('12:00')
      await finger.up()
      await page.getByRole('button', { name: uiText('calendar:move.back') }).tap()
      await expect(item(page, id)).toContainText('11:00')
      expect(await when(id)).toEqual(was)
    })

    await test.step('a tap opens a session, and on free time opens the dialog for a new item', async () => {
      const { x, y, height } = await box()
      const free = { x: x + 80, y: y + height + hour }
      await finger.down(free)
      await finger.up()
      await expect(page.getByText(uiText('calendar:make.title'))).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      const there = await box()
      await finger.down({ x: there.x + 80, y: there.y + 15 })
      await finger.up()
      await expect(page).toHaveURL(/session-details\?id=/)
    })
    await expectNoErrors(visitor)
  },
)
