import { shiftDay, weekdayOf } from '../packages/contract/src/common/time/time.ts'
import { expect, test, type Page } from '@playwright/test'
import { type JourneyPractice, dayAhead, openSignedIn, planSessionAtByApi, startJourneyPractice } from './practice.ts'
import { allViews, expectAccessibleInViews, expectNoOverflow, heading, setView, phoneView } from './views.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText, uiTextIn, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const timetable = '/dashboard/therapist/weekly-timetable'
const booking = '/dashboard/client/sessions/book'
/** Returns the first weekday that is at least `days` days from now. */
function weekday(days: number): string {
  let day = dayAhead(days)
  while (weekdayOf(day) > 5) day = shiftDay(day, 1)
  return day
}
const free = (page: Page) => page.locator('button[aria-pressed]:has(time)')
const at = (page: Page, startsAt: string) => page.locator(`button:has(time[datetime="${startsAt}"])`)
const range = { formats: ['in-person' as const, 'video' as const], location: '' }
async function openWeek() {
  const { rules, version } = await practice.therapist.api.availability.mine({})
  const weekly = [1, 2, 3, 4, 5].map((day) => ({ weekday: day, from: '09:00', until: '17:00', ...range }))
  await practice.therapist.api.availability.save({ weekly, rules, version })
}

test('availability and time off are set, with a preview as a client and a list of conflicting sessions [1.10] @slow', async ({
  browser,
}) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  const leo = await practice.newClient('Leo', 'Brandt')
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora

  await test.step('the therapist starts with a default week, changes it by keyboard and previews it as a client', async () => {
    await page.goto(timetable)
    await page.getByRole('button', { name: uiText('timetable:empty.start') }).click()
    const from = page.getByLabel(uiText('timetable:range.from', { name: 'Monday' }))
    await from.fill('830')
    await from.press('Tab')
    await expect(from).toHaveValue('08:30')
    await expect(
      page.getByText(
        uiText('timetable:open', { length: uiText('timetable:hoursMinutes', { hours: '40', minutes: '30' }) }),
      ),
    ).toBeVisible()
    await expect(page.getByText(uiText('timetable:changes_other', { count: '5' }))).toBeVisible()
    await page.getByRole('button', { name: uiText('timetable:preview.open') }).click()
    const preview = page.getByRole('dialog')
    await expect(preview.locator('time').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+s')
    await expect(page.getByText(uiText('timetable:saved'))).toBeVisible()
    await expect(page.getByText(uiTextPattern('timetable:changes'))).toHaveCount(0)
  })

  await test.step('hours across midnight are split, and leaving with unsaved changes asks first', async () => {
    const until = page.getByLabel(uiText('timetable:range.until', { name: 'Friday' }))
    await until.fill('1')
    await until.press('Tab')
    await expect(page.getByText(uiText('timetable:problem.crossesMidnight'))).toBeVisible()
    await page.getByRole('button', { name: uiText('timetable:fix.midnight') }).click()
    await expect(page.getByLabel(uiText('timetable:range.until', { name: 'Saturday' }))).toHaveValue('01:00')
    await page
      .getByRole('navigation', { name: uiText('shell:navigation') })
      .getByRole('link', { name: uiText('shell:pages.clients') })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: uiText('timetable:leave.stay') })
      .click()
    await expect(page.getByLabel(uiText('timetable:range.until', { name: 'Saturday' }))).toHaveValue('01:00')
    await page.getByRole('button', { name: uiText('timetable:discard') }).click()
    await expect(until).toHaveValue('17:00')
  })

  await test.step('time off lists the conflicting sessions: one is moved, one is cancelled', async () => {
    const day = weekday(20)
    await planSessionAtByApi(practice.therapist, leo.clientId, `${day}T09:00:00Z`, true)
    await planSessionAtByApi(practice.therapist, ana.clientId, `${day}T12:00:00Z`, true)
    const away = page.getByRole('region', { name: uiText('timetable:away.title') })
    await away.getByRole('button', { name: uiText('timetable:away.add') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(uiText('timetable:away.name')).fill('Course')
    await dialog.getByLabel(uiText('timetable:away.firstDay')).fill(day)
    await expect(dialog.getByText(uiText('timetable:away.willHit_other', { count: '2' }))).toBeVisible()
    await dialog.getByRole('button', { name: uiText('timetable:save') }).click()
    const hits = page.getByRole('region', { name: uiTextPattern('timetable:affected.title', { what: 'Course' }) })
    await expect(hits.getByRole('link')).toHaveCount(2)
    await hits
      .getByRole('button', { name: uiText('session:move') })
      .first()
      .click()
    await dialog.getByLabel(uiText('session:plan.date')).fill(weekday(27))
    await dialog.getByRole('button', { name: uiText('sessionDialog:moving.submit') }).click()
    await expect(hits.getByRole('link')).toHaveCount(1)
    await hits.getByRole('button', { name: uiText('session:cancel') }).click()
    await dialog.getByRole('button', { name: uiText('sessionDialog:asking.cancel.submit') }).click()
    await expect(page.getByText(uiText('timetable:affected.none', { what: 'Course' }))).toBeVisible()
    await expect(away.getByText('Course')).toBeVisible()
  })

  await expectNoErrors(nora)
})

test('a client requests a session from another zone, which takes the slot from others at once @slow', async ({
  browser,
}) => {
  await openWeek()
  const ana = await practice.newClient('Ida', 'Moreau')
  const leo = await practice.newClient('Jon', 'Brandt')
  await ana.api.account.saveSettings({ zone: 'America/New_York' })
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  const phone = await openSignedIn(browser, product, ana, { phone: true, zone: 'America/New_York' })
  const other = await openSignedIn(browser, product, leo)
  let startsAt = ''

  await test.step('a client in New York books from the dashboard and sees both time zones', async () => {
    await phone.page.goto('/dashboard/client')
    await phone.page
      .getByRole('link', { name: uiText('sessionList:book') })
      .first()
      .click()
    await expect(heading(phone.page, uiText('booking:title'))).toBeVisible()
    await phone.page.getByRole('radiogroup').getByText(uiText('session:format.video'), { exact: true }).click()
    const first = free(phone.page).first()
    await expect(phone.page.getByText(uiText('session:timeZones', { here: 'New York', there: 'Berlin' }))).toHaveCount(
      1,
    )
    startsAt = (await first.locator('time').getAttribute('datetime')) ?? ''
    await first.click()
    await expect(phone.page.getByText(uiTextPattern('booking:request.there', { name: 'Nora Lindqvist' }))).toBeVisible()
    await expect(phone.page.getByText(uiTextPattern('booking:cancel.until'))).toBeVisible()
    await phone.page.getByLabel(uiTextPattern('booking:request.message')).fill('After the school run would be good.')
  })

  await test.step('a second client selects the same slot', async () => {
    await other.page.goto(booking)
    await at(other.page, startsAt).click()
    await expect(at(other.page, startsAt)).toHaveAttribute('aria-pressed', 'true')
    await other.page.getByLabel(uiTextPattern('booking:request.message')).fill('I hope for this one.')
  })

  await test.step('the request is sent and confirmed; the second client loses the slot but keeps the message', async () => {
    await page.goto('/dashboard/therapist')
    await phone.page.getByRole('button', { name: uiText('booking:request.submit') }).click()
    await expect(phone.page).toHaveURL(/session-details/)
    await expect(phone.page.getByText(uiText('session:statusForClient.pending')).first()).toBeVisible()
    await page.getByRole('button', { name: uiText('negotiation:step.confirm') }).click()
    await expect(phone.page.getByText(uiText('session:statusForClient.confirmed')).first()).toBeVisible()
    // The update comes from the change feed. While the socket is connected, the page itself refetches only once a
    // minute.
    await expect(other.page.getByText(uiText('booking:timeTaken.title'))).toBeVisible()
    await expect(at(other.page, startsAt)).toHaveCount(0)
    await expect(other.page.getByLabel(uiTextPattern('booking:request.message'))).toHaveValue('I hope for this one.')
    await expect(other.page.getByRole('button', { name: uiText('booking:request.submit') })).toBeDisabled()
  })

  await test.step('if no slot fits, the client proposes another time', async () => {
    await other.page.getByRole('button', { name: uiText('booking:none.title') }).click()
    await expect(other.page.getByRole('dialog', { name: uiText('sessionNew:request.title') })).toBeVisible()
  })
  await expectNoErrors(nora, phone, other)
})

test(
  'the weekly timetable has no axe violations in both schemes, on a phone and in German',
  { tag: '@deep' },
  async ({ browser }) => {
    await openWeek()
    const nora = await setView(await openSignedIn(browser, product, practice.therapist))
    const { page } = nora

    await test.step('the timetable with data and with errors', async () => {
      await page.goto(timetable)
      await expectAccessibleInViews(page, 'timetable', heading(page, uiText('timetable:title')), allViews)
      await page.getByLabel(uiText('timetable:range.until', { name: 'Monday' })).fill('3')
      await page.getByLabel(uiText('timetable:range.until', { name: 'Monday' })).press('Tab')
      await expectAccessibleInViews(
        page,
        'timetable, wrong',
        page.getByText(uiText('timetable:problem.crossesMidnight')),
      )
      await page.getByRole('button', { name: uiText('timetable:discard') }).click()
    })

    await test.step('the dialogs of the timetable', async () => {
      await page.getByRole('button', { name: uiText('timetable:preview.open') }).click()
      await expectAccessibleInViews(page, 'preview', page.getByRole('dialog').locator('time').first())
      await page.keyboard.press('Escape')
      for (const [name, open] of [
        ['copy', page.getByRole('button', { name: uiText('timetable:day.copy', { day: 'Monday' }) })],
        [
          'single day',
          page
            .getByRole('region', { name: uiText('timetable:single.title') })
            .getByRole('button', { name: uiText('timetable:single.add') }),
        ],
        [
          'away',
          page
            .getByRole('region', { name: uiText('timetable:away.title') })
            .getByRole('button', { name: uiText('timetable:away.add') }),
        ],
      ] as const) {
        await open.click()
        await expectAccessibleInViews(page, name, page.getByRole('dialog'))
        await page
          .getByRole('dialog')
          .getByRole('button', { name: uiText('timetable:back') })
          .click()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    })

    await test.step('the timetable in German', async () => {
      await practice.therapist.api.account.saveSettings({ language: 'de' })
      await page.reload()
      await expectAccessibleInViews(
        page,
        'timetable, German',
        heading(page, uiTextIn('de', 'timetable:title')),
        phoneView,
      )
      await practice.therapist.api.account.saveSettings({ language: 'en' })
    })
    await expectNoErrors(nora)
  },
)

test(
  'booking has no axe violations in both schemes, on a phone and in German, and works by keyboard',
  { tag: '@deep' },
  async ({ browser }) => {
    const mia = await practice.newClient('Mia', 'Weber', 'de')
    await openWeek()
    const visitor = await setView(await openSignedIn(browser, product, mia, { locale: 'de-DE' }))
    await visitor.page.goto(booking)
    await expect(heading(visitor.page, uiTextIn('de', 'booking:title'))).toBeVisible()
    const day = visitor.page.locator('button[data-day]').first()
    const before = (await day.getAttribute('data-day')) ?? ''
    await day.focus()
    await visitor.page.keyboard.press('ArrowRight')
    // At the end of a month the next free day is in the next month. Therefore the test finds the day by its focus.
    const next = visitor.page.locator('button[data-day]:focus')
    await expect(next).not.toHaveAttribute('data-day', before)
    await expect(next).toHaveAttribute('aria-pressed', 'true')
    await free(visitor.page).first().focus()
    await visitor.page.keyboard.press('Enter')
    await expect(free(visitor.page).first()).toHaveAttribute('aria-pressed', 'true')
    await expectAccessibleInViews(visitor.page, 'booking', heading(visitor.page), allViews)
    await expectNoOverflow(visitor.page, 'booking')
    await expectNoErrors(visitor)
  },
)

test(
  'a therapist who changes the time zone chooses whether instants or clock times stay',
  { tag: '@deep' },
  async ({ browser }) => {
    const mia = await practice.newClient('Pia', 'Weber')
    const startsAt = `${weekday(30)}T14:00:00.000Z`
    await planSessionAtByApi(practice.therapist, mia.clientId, startsAt, true)
    const nora = await openSignedIn(browser, product, practice.therapist)
    const { page } = nora
    await page.goto('/dashboard/therapist/settings')
    await chooseNewYork(page)
    const dialog = page.getByRole('dialog', { name: uiText('zone:title', { city: 'New York' }) })
    await expect(dialog.getByText(uiTextPattern('zone:planned'))).toBeVisible()
    await dialog.getByRole('button', { name: uiText('zone:back', { city: 'Berlin' }) }).click()
    await expect(zoneField(page)).toHaveValue('Berlin, Europe')
    await chooseNewYork(page)
    await dialog.getByRole('button', { name: uiText('zone:submit') }).click()
    await expect(page.getByText(uiText('zone:done', { city: 'New York' }))).toBeVisible()
    await expect(zoneField(page)).toHaveValue('New York, America')
    const { items } = await mia.api.session.list({ which: 'upcoming' })
    expect(items.map((session) => session.startsAt)).toContain(startsAt)

    await expectNoErrors(nora)
  },
)

const zoneField = (page: Page) => page.getByRole('combobox', { name: uiText('account:settings.zone') })

async function chooseNewYork(page: Page) {
  await zoneField(page).fill('new york')
  await page.getByRole('option', { name: 'New York, America' }).click()
}
