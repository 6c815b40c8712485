import { randomUUID } from 'node:crypto'
import { dateEntryText } from '../apps/web/src/ui/input/date-entry.ts'
import { expect, type Page, test } from '@playwright/test'
import {
  mondayPlusDays,
  instantOnDay,
  setUpCalendar,
  calendarGrid,
  calendarItem,
  openCalendar,
  pressKey,
} from './calendar.ts'
import { type ClientPracticeMember, openSignedIn, planSessionAtByApi, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText, uiTextPattern } from './ui-text.ts'

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

const view = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: uiText('calendar:view') }).getByText(name, { exact: true })
/** Returns a button of the dialog that asks which item to add at the selected time. */
const choice = (page: Page, what: 'session' | 'event') =>
  page
    .getByRole('dialog', { name: uiText('calendar:make.title') })
    .getByRole('button', { name: uiText(`calendar:make.${what}`) })
const said = (page: Page) => page.locator('[aria-live=assertive]')
const saidSlot = (time: string, kind: string, day: RegExp) =>
  uiTextPattern('calendar:announce.slot', { time, kind, day })
const saidSpan = (from: string, to: string) => uiTextPattern('calendar:announce.draft', { from, to })
const when = async (id: string) => {
  const { session } = await practice.therapist.api.session.get({ id })
  return { startsAt: session.startsAt, minutes: session.durationMinutes, status: session.status }
}

test('by keyboard, items of a week are selected, moved, resized, restored, undone and created [1.10]', async ({
  browser,
}) => {
  const anas = await planSessionAtByApi(practice.therapist, ana.clientId, instantOnDay(1, '10:00'), true)
  await planSessionAtByApi(practice.therapist, leo.clientId, instantOnDay(1, '13:00'), true)
  const visitor = await openSignedIn(browser, product, practice.therapist)
  const { page } = visitor
  await openCalendar(page)
  await expect(calendarItem(page, anas.id)).toContainText('10:00')

  await test.step('the grid is one tab stop; arrows move between slots and sessions, which are announced', async () => {
    await expect(calendarGrid(page).locator('a, button, [tabindex="0"]')).toHaveCount(0)
    await calendarGrid(page).focus()
    await pressKey(page, 'ArrowRight')
    await pressKey(page, 'Home')
    await expect(said(page)).toContainText(saidSlot('00:00', uiText('calendar:announce.closed'), /Tuesday.*/))
    await pressKey(page, 'ArrowDown', 19)
    await expect(said(page)).toContainText(saidSlot('09:30', uiText('calendar:announce.open'), /Tuesday.*/))
    await pressKey(page, 'ArrowDown')
    await expect(said(page)).toContainText(
      uiTextPattern('calendar:announce.item', {
        from: '10:00',
        to: '10:50',
        name: 'AM',
        standing: uiText('session:status.confirmed'),
        day: /Tuesday.*/,
      }),
    )
  })

  await test.step('M and arrows move a session, Enter asks, the change is saved; undo restores it', async () => {
    await pressKey(page, 'm')
    await pressKey(page, 'ArrowDown', 4)
    await expect(said(page)).toContainText(saidSpan('11:00', '11:50'))
    await pressKey(page, 'Enter')
    const card = page.getByRole('dialog', { name: uiText('calendar:move.title', { name: 'AM' }) })
    await expect(card).toContainText(uiText('calendar:move.consequence', { name: 'AM' }))
    await expect(card.getByRole('button', { name: uiText('calendar:move.keep'), exact: true })).toBeFocused()
    await card.getByLabel(uiText('calendar:move.agreed')).check()
    await card.getByRole('button', { name: uiText('calendar:move.keep'), exact: true }).press('Enter')
    await expect(card).toBeHidden()
    await expect(calendarGrid(page)).toBeFocused()
    await expect
      .poll(() => when(anas.id))
      .toEqual({ startsAt: instantOnDay(1, '11:00'), minutes: 50, status: 'confirmed' })
    await page.getByRole('button', { name: uiText('calendar:move.undo') }).click()
    await expect
      .poll(() => when(anas.id))
      .toEqual({ startsAt: instantOnDay(1, '10:00'), minutes: 50, status: 'confirmed' })
    await expect(calendarItem(page, anas.id)).toContainText('10:00')
  })

  await test.step('a conflict is announced before saving; Escape restores the session', async () => {
    await calendarGrid(page).focus()
    await expect(said(page)).toContainText('AM')
    await pressKey(page, 'm')
    await pressKey(page, 'ArrowDown', 12)
    await expect(said(page)).toContainText(
      uiTextPattern('calendar:announce.draftTaken', { from: '13:00', to: '13:50', what: /LB, 13:00.*/ }),
    )
    await pressKey(page, 'Enter')
    const card = page.getByRole('dialog', { name: uiText('calendar:move.title', { name: 'AM' }) })
    // The calendar, its dialogs and its announcements show only initials.
    await expect(card.getByRole('alert')).toContainText('LB')
    await expect(card).not.toContainText('Leo')
    await expect(card).not.toContainText('Ana')
    await expect(card.getByRole('button', { name: uiText('calendar:move.moveAnyway') })).toBeVisible()
    await pressKey(page, 'Escape')
    await expect(card).toBeHidden()
    await expect(calendarItem(page, anas.id)).toContainText('10:00')
    await pressKey(page, 'm')
    await pressKey(page, 'ArrowRight')
    await pressKey(page, 'Escape')
    await expect(said(page)).toContainText(uiTextPattern('calendar:announce.back', { day: /Tuesday.*/ }))
    expect(await when(anas.id)).toMatchObject({ startsAt: instantOnDay(1, '10:00') })
  })

  await test.step('R and arrows change the duration', async () => {
    await pressKey(page, 'r')
    await pressKey(page, 'ArrowDown', 2)
    await expect(said(page)).toContainText(saidSpan('10:00', '11:20'))
    await pressKey(page, 'Enter')
    await page.getByRole('button', { name: uiText('calendar:move.keepLength'), exact: true }).press('Enter')
    await expect.poll(() => when(anas.id)).toMatchObject({ startsAt: instantOnDay(1, '10:00'), minutes: 80 })
  })

  await test.step('Enter creates a busy time on a free slot and opens it; deleting it can be undone', async () => {
    await calendarGrid(page).focus()
    await pressKey(page, 'ArrowRight')
    await pressKey(page, 'Home')
    await pressKey(page, 'ArrowDown', 30)
    await expect(said(page)).toContainText(saidSlot('15:00', uiText('calendar:announce.open'), /Wednesday.*/))
    await pressKey(page, 'Enter')
    await expect(choice(page, 'session')).toBeFocused()
    await choice(page, 'event').press('Enter')
    await page.getByLabel(uiText('calendar:event.title')).fill('Supervision')
    await expect(page.getByLabel(uiText('calendar:event.from'))).toHaveValue('15:00')
    await page.getByLabel(uiText('calendar:event.title')).press('Enter')
    await expect(page.getByText(uiText('calendar:event.saved'))).toBeVisible()
    await expect(calendarGrid(page).getByText(uiText('calendar:busy'), { exact: true })).toBeVisible()
    await calendarGrid(page).focus()
    await expect(said(page)).toContainText(
      uiTextPattern('calendar:announce.item', { from: '15:00', to: '16:00', name: uiText('calendar:busy') }),
    )
    await pressKey(page, 'Enter')
    await page.getByRole('button', { name: uiText('calendar:event.delete') }).click()
    await expect(calendarGrid(page).getByText(uiText('calendar:busy'), { exact: true })).toHaveCount(0)
    await page
      .getByRole('listitem')
      .filter({ hasText: uiTextPattern('calendar:event.deleted') })
      .getByRole('button', { name: uiText('calendar:event.undo') })
      .click()
    await expect(calendarGrid(page).getByText(uiText('calendar:busy'), { exact: true })).toBeVisible()
  })

  await test.step('N schedules a session and T goes to today, only while the calendar has the focus', async () => {
    await calendarGrid(page).focus()
    await pressKey(page, 't')
    await expect(said(page)).toContainText(String(new Date().getUTCFullYear()))
    await pressKey(page, 'n')
    await expect(page.getByRole('dialog', { name: uiText('session:plan.title') })).toBeVisible()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: uiText('session:plan.back') })
      .click()
    await page.getByRole('heading', { level: 1 }).click()
    await page.getByRole('switch', { name: uiText('calendar:initials') }).focus()
    await pressKey(page, 'n')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await expectNoErrors(visitor)
})

test(
  'by mouse, items are dragged, resized and created; names can be shown; month and list show the same [1.10]',
  { tag: '@deep' },
  async ({ browser }) => {
    const { api } = practice.therapist
    const leos = await planSessionAtByApi(practice.therapist, leo.clientId, instantOnDay(3, '10:00'), true)
    await api.calendar.addEvent({
      id: randomUUID(),
      title: 'Reading',
      startsAt: instantOnDay(4, '15:00'),
      endsAt: instantOnDay(4, '16:00'),
      location: '',
    })
    const visitor = await openSignedIn(browser, product, practice.therapist)
    const { page } = visitor
    await openCalendar(page)
    await expect(calendarItem(page, leos.id)).toContainText('10:00')

    const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x, from.y + 10, { steps: 2 })
      await page.mouse.move(to.x, to.y, { steps: 6 })
      await page.mouse.up()
    }
    // Scrolls to the item first, because the grid starts at the current time, and items of the morning can be above its
    // visible part.
    const box = async (id: string) => {
      await calendarItem(page, id).evaluate((drawn) => drawn.scrollIntoView({ block: 'center' }))
      const found = await calendarItem(page, id).boundingBox()
      if (!found) throw new Error('not drawn')
      return found
    }
    const hour = 54

    await test.step('dragging by an hour is shown at once, asks, and is announced', async () => {
      const { x, y } = await box(leos.id)
      await drag({ x: x + 60, y: y + 13 }, { x: x + 60, y: y + 13 + hour })
      const card = page.getByRole('dialog', { name: uiText('calendar:move.title', { name: 'LB' }) })
      await card.getByRole('button', { name: uiText('calendar:move.keep'), exact: true }).click()
      await expect
        .poll(() => when(leos.id))
        .toMatchObject({ startsAt: instantOnDay(3, '11:00'), status: 'rescheduled' })
      await expect(calendarItem(page, leos.id)).toContainText('11:00')
    })

    await test.step('dragging the lower edge changes the duration', async () => {
      const { x, y, height } = await box(leos.id)
      await drag({ x: x + 60, y: y + height - 2 }, { x: x + 60, y: y + height + hour / 2 })
      await page.getByRole('button', { name: uiText('calendar:move.keepLength'), exact: true }).click()
      await expect.poll(async () => (await when(leos.id)).minutes).toBeGreaterThan(60)
    })

    await test.step('dragging over free time creates a session of that duration', async () => {
      const { x, y } = await box(leos.id)
      await drag({ x: x + 60, y: y + 3 * hour }, { x: x + 60, y: y + 4 * hour })
      await choice(page, 'session').click()
      const dialog = page.getByRole('dialog', { name: uiText('session:plan.title') })
      await expect(dialog.getByLabel(uiText('session:plan.date'))).toHaveValue(dateEntryText(mondayPlusDays(3), 'en'))
      await dialog.getByRole('button', { name: uiText('session:plan.back') }).click()
    })

    await test.step('names are hidden until they are turned on, which persists on this device', async () => {
      await expect(calendarGrid(page).getByText('Reading')).toHaveCount(0)
      await page.getByRole('switch', { name: uiText('calendar:initials') }).click()
      await expect(calendarItem(page, leos.id)).toContainText('Leo B.')
      await expect(calendarGrid(page).getByText('Reading')).toBeVisible()
      await page.reload()
      await expect(calendarItem(page, leos.id)).toContainText('Leo B.')
    })

    await test.step('the list shows the same as the week; a date is announced with weekday, year and free slots', async () => {
      const drawn = async () =>
        (await calendarGrid(page).locator('[data-item]').allInnerTexts())
          .map((text) => text.replace(/\s+/g, ' ').trim())
          .toSorted()
      const inWeek = await drawn()
      expect(inWeek.length).toBeGreaterThan(1)
      await view(page, uiText('calendar:views.list')).click()
      const rows = page.getByRole('main').getByRole('listitem').getByRole('button')
      await expect(rows).toHaveCount(inWeek.length)
      const listed = (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
      for (const text of inWeek) {
        const [, name, time, standing] = /^(.*) (\d\d:\d\d) ?(.*)$/.exec(text) ?? []
        expect(
          listed.some(
            (row) => row.startsWith(time ?? '?') && row.includes(name ?? '?') && row.includes(standing ?? ''),
          ),
        ).toBe(true)
      }
      await view(page, uiText('calendar:views.month')).click()
      await expect(calendarItem(page, leos.id)).toContainText('11:00 Leo B.')
      const cell = calendarGrid(page).locator(`[role=cell][data-date="${mondayPlusDays(3)}"]`)
      await expect(cell).toHaveAttribute(
        'aria-label',
        uiTextPattern('calendar:dayFree', { day: /Thursday, \d+ \w+ 20\d\d/, count: /\d+/ }),
      )
    })

    await test.step('the calendar pages, and a button leads to today', async () => {
      await view(page, uiText('calendar:views.week')).click()
      const title = page.getByRole('heading', { level: 1 })
      await expect(title).toHaveText(/\d – /)
      const here = await title.innerText()
      await page.getByRole('button', { name: uiText('calendar:forward.week') }).click()
      await expect(title).not.toHaveText(here)
      await page.getByRole('button', { name: uiText('calendar:back.week') }).click()
      await expect(title).toHaveText(here)
      await page.getByRole('button', { name: uiText('calendar:today') }).click()
      await expect(title).not.toHaveText(here)
    })

    await test.step('a session opens, and going back leads to the same week', async () => {
      await openCalendar(page)
      await calendarItem(page, leos.id).click()
      await expect(page).toHaveURL(/session-details\?id=/)
      await page.goBack()
      await expect(calendarItem(page, leos.id)).toBeVisible()
    })

    await test.step('changes from elsewhere appear without a reload', async () => {
      const more = await planSessionAtByApi(practice.therapist, ana.clientId, instantOnDay(4, '09:00'), true)
      await expect(calendarItem(page, more.id)).toContainText('09:00')
    })
    await expectNoErrors(visitor)
  },
)

test(
  'moving a session of a series asks for the scope, and moves this and the following ones',
  { tag: '@deep' },
  async ({ browser }) => {
    const { api } = practice.therapist
    const { firstSessionId } = await api.series.create({
      id: randomUUID(),
      clientIds: [ana.clientId],
      startsAt: instantOnDay(2, '09:00'),
      durationMinutes: 50,
      format: 'video',
      agreed: true,
      repeat: { every: 'weeks', weeks: 1, ends: { by: 'count', count: 4 } },
    })
    const id = firstSessionId ?? ''
    const visitor = await openSignedIn(browser, product, practice.therapist)
    const { page } = visitor
    await openCalendar(page)
    await expect(calendarItem(page, id)).toContainText('09:00')
    const { x, y } = (await calendarItem(page, id).boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.move(x + 60, y + 13)
    await page.mouse.down()
    await page.mouse.move(x + 60, y + 30, { steps: 3 })
    await page.mouse.move(x + 60, y + 13 + 54, { steps: 3 })
    await page.mouse.up()
    const card = page.getByRole('dialog', { name: uiText('calendar:move.title', { name: 'AM' }) })
    await card.getByLabel(uiText('recurrence:scope.following')).check()
    await card.getByRole('button', { name: uiText('calendar:move.keep'), exact: true }).click()
    await expect(page.getByText(uiText('calendar:move.movedSeries_other', { count: '4', name: 'AM' }))).toBeVisible()
    await expect.poll(() => when(id)).toMatchObject({ startsAt: instantOnDay(2, '10:00') })
    await page.getByRole('button', { name: uiText('calendar:move.undo') }).click()
    await expect(page.getByText(uiText('calendar:move.undone'))).toBeVisible()
    await expect.poll(() => when(id)).toMatchObject({ startsAt: instantOnDay(2, '09:00'), status: 'confirmed' })

    await test.step('with several conflicts, each date is decided separately', async () => {
      const inTheWay = await planSessionAtByApi(practice.therapist, leo.clientId, instantOnDay(9, '11:00'), true)
      await expect(calendarItem(page, id)).toContainText('09:00')
      await page.mouse.move(x + 60, y + 13)
      await page.mouse.down()
      await page.mouse.move(x + 60, y + 30, { steps: 3 })
      await page.mouse.move(x + 60, y + 13 + 108, { steps: 3 })
      await page.mouse.up()
      await card.getByLabel(uiText('recurrence:scope.all')).check()
      await expect(card.getByRole('alert')).toContainText('LB')
      await expect(card.getByRole('button', { name: uiText('calendar:move.moveAnyway') })).toBeInViewport({ ratio: 1 })
      await card.getByRole('button', { name: uiText('calendar:move.byDate') }).click()
      const dialog = page.getByRole('dialog', { name: uiText('series:move.all') })
      await expect(
        dialog.getByText(
          uiText('series:dates.taken', {
            what: `Leo B., ${uiText('series:dates.times', { from: '11:00', to: '11:50' })}`,
          }),
        ),
      ).toBeVisible()
      await dialog.getByRole('button', { name: uiText('series:move.submit') }).click()
      await expect.poll(() => when(id)).toMatchObject({ startsAt: instantOnDay(2, '11:00') })
      expect(await when(inTheWay.id)).toMatchObject({ startsAt: instantOnDay(9, '11:00'), status: 'confirmed' })
    })

    await test.step('a busy time and the following ones are moved; undo restores the series', async () => {
      const startsAt = instantOnDay(3, '09:00')
      const block = { id: randomUUID(), title: 'Supervision', startsAt, endsAt: instantOnDay(3, '10:00'), location: '' }
      const repeat = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 4 } } as const
      const { seriesId } = await api.calendar.addEvent({ ...block, repeat })
      const blocks = async () => {
        const { events } = await api.calendar.between({
          startsAt: instantOnDay(0, '00:00'),
          endsAt: instantOnDay(35, '00:00'),
        })
        return events.flatMap((event) => (event.title === 'Supervision' && event.repeat ? [event] : []))
      }
      const before = (await blocks()).map(({ id, startsAt: start }) => ({ id, start, seriesId }))
      expect(before).toHaveLength(4)
      const second = before[1]?.id ?? ''
      await openCalendar(page, `?view=week&day=${mondayPlusDays(7)}`)
      await expect(calendarItem(page, second)).toContainText('09:00')
      await calendarItem(page, second).evaluate((drawn) => drawn.scrollIntoView({ block: 'center' }))
      const from = (await calendarItem(page, second).boundingBox()) ?? { x: 0, y: 0 }
      await page.mouse.move(from.x + 60, from.y + 13)
      await page.mouse.down()
      await page.mouse.move(from.x + 60, from.y + 30, { steps: 3 })
      await page.mouse.move(from.x + 60, from.y + 13 + 216, { steps: 3 })
      await page.mouse.up()
      const asked = page.getByRole('dialog', { name: uiText('calendar:move.title', { name: uiText('calendar:busy') }) })
      await asked.getByLabel(uiText('recurrence:scope.following')).check()
      await asked.getByRole('button', { name: uiText('calendar:move.keep'), exact: true }).click()
      await expect.poll(async () => new Set((await blocks()).map((event) => event.seriesId)).size).toBe(2)
      await page
        .getByRole('listitem')
        .filter({ hasText: uiText('calendar:move.movedEvent') })
        .getByRole('button', { name: uiText('calendar:move.undo') })
        .click()
      await expect(calendarItem(page, second)).toContainText('09:00')
      const now = async () =>
        (await blocks()).map((one) => ({ id: one.id, start: one.startsAt, seriesId: one.seriesId }))
      await expect.poll(now).toEqual(before)
    })

    await test.step('a new series of busy times lists each conflicting date, also one that was booked meanwhile', async () => {
      const [here, next] = [instantOnDay(11, '07:00'), instantOnDay(18, '07:00')]
      await planSessionAtByApi(practice.therapist, leo.clientId, here, true)
      await openCalendar(page, `?view=week&day=${mondayPlusDays(7)}`)
      await calendarGrid(page).focus()
      await pressKey(page, 'Enter')
      await choice(page, 'event').click()
      const dialog = page.getByRole('dialog', { name: uiText('calendar:event.new') })
      await dialog.getByLabel(uiText('calendar:event.title')).fill('Reading group')
      await dialog.getByLabel(uiText('calendar:event.date')).fill(mondayPlusDays(4))
      await dialog.getByLabel(uiText('calendar:event.from')).fill('07:00')
      await dialog.getByLabel(uiTextPattern('calendar:event.to')).fill('07:45')
      await dialog.getByRole('switch', { name: uiText('recurrence:repeats') }).click()
      const named = dialog.getByRole('alert').getByRole('listitem')
      await expect(named).toHaveText([/Leo B/])
      await planSessionAtByApi(practice.therapist, ana.clientId, next, true)
      await dialog.getByRole('button', { name: uiText('calendar:event.anyway') }).click()
      await expect(named).toHaveText([/Leo B/, /Ana M/])
      const groups = async () => {
        const { events } = await api.calendar.between({
          startsAt: instantOnDay(0, '00:00'),
          endsAt: instantOnDay(20, '00:00'),
        })
        return events.filter((event) => event.title === 'Reading group')
      }
      expect(await groups()).toEqual([])
      await dialog.getByRole('button', { name: uiText('calendar:event.anyway') }).click()
      await expect
        .poll(async () => (await groups()).map((event) => event.startsAt))
        .toEqual([instantOnDay(4, '07:00'), here, next])
      for (const { id: first } of (await groups()).slice(0, 1))
        await api.calendar.removeEvent({ id: first, scope: 'all' })
    })
    await expectNoErrors(visitor)
  },
)
