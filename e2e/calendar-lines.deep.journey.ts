import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import {
  calendarItem,
  instantOnDay,
  mondayPlusDays,
  openCalendar,
  setUpCalendar,
  type CalendarSetup,
} from './calendar.ts'
import { openSignedIn } from './practice.ts'
import { phoneViewport, setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let setup: CalendarSetup
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  setup = await setUpCalendar()
})
test.afterAll(() => setup.product.stop())
test.afterEach(closeVisitors)

/** The durations in minutes, with the number of complete lines that an item of this duration has room for. */
const durations = [
  [15, 1],
  [25, 1],
  [30, 1],
  [45, 2],
  [50, 2],
  [60, 2],
  [90, 3],
] as const

/** Returns the number of lines of an item that are inside it, and of those that are cut off at its bottom. */
const linesOf = (page: Page, id: string) =>
  calendarItem(page, id).evaluate((item) => {
    const box = item.getBoundingClientRect()
    const card = item.querySelector('[data-lines]')
    // The text of a short item is a single line.
    const lines = (card ? [...card.children] : [item]).map((line) => line.getBoundingClientRect())
    const visible = lines.filter((line) => line.height > 0 && line.left < box.right)
    return { whole: visible.length, cut: visible.filter((line) => line.bottom > box.bottom).length }
  })

test('items of the day and the week show complete lines only, in German, on desktop and phone', async ({ browser }) => {
  const { product, practice, leo } = setup
  const { api } = practice.therapist
  const type = await api.sessionType.add({
    id: randomUUID(),
    name: 'Verhaltenstherapie Einzel',
    durationMinutes: 50,
    format: 'video',
    location: '',
    color: 'clay',
    bufferBefore: null,
    bufferAfter: null,
    serviceId: null,
    newClients: 'none',
    knownClients: 'none',
  })
  const ids: string[] = []
  for (const [index, [durationMinutes]] of durations.entries()) {
    const { id } = await api.session.create({
      id: randomUUID(),
      clientIds: [leo.clientId],
      startsAt: instantOnDay(1, `${String(8 + index + (index > 5 ? 1 : 0)).padStart(2, '0')}:00`),
      format: 'video',
      durationMinutes,
      agreed: true,
      typeId: type.id,
      anyway: true,
    })
    ids.push(id)
  }
  await api.account.saveSettings({ language: 'de' })
  const nora = await setView(await openSignedIn(browser, product, practice.therapist))
  const { page } = nora
  for (const [width, height, view] of [
    [1280, 800, 'week'],
    [1440, 900, 'week'],
    [phoneViewport.width, phoneViewport.height, 'day'],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openCalendar(page, `?view=${view}&day=${mondayPlusDays(1)}`)
    for (const [index, [minutes, lines]] of durations.entries()) {
      const name = `${minutes} minutes at ${width} px`
      await expect.soft.poll(() => linesOf(page, ids[index] ?? ''), name).toEqual({ whole: lines, cut: 0 })
    }
  }
  await expectNoErrors(nora)
})
