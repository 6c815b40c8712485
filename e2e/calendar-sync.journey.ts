import { expect, type Page, test } from '@playwright/test'
import { movedFile, otherEvent } from '../apps/server/src/features/schedule/external-calendar/sync/files.testing.ts'
import { type Caldav, startCaldav } from '../apps/server/src/testing/calendar/caldav.ts'
import { openSignedIn, planSessionByApi, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { expectAccessibleInViews, twoViews } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let caldav: Caldav
let name = ''
const hour = 60 * 60_000
test.describe.configure({ timeout: 120_000 })
test.beforeAll(async () => {
  caldav = await startCaldav()
  name = caldav.calendarAt().name
  ;({ product, practice } = await startJourneyPractice({ CALENDAR_LOCAL_HOSTS: caldav.host }))
})
test.afterAll(async () => {
  await product.stop()
  await caldav.close()
})
test.afterEach(closeVisitors)

const press = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).click()
const syncNow = async (page: Page) => {
  await press(page, uiText('externalCalendar:row.nowOf', { name }))
  await expect(page.getByText(uiText('externalCalendar:row.synced', { name }))).toBeVisible()
}
const questions = (page: Page) => page.getByRole('region', { name: uiText('calendarQuestion:title') })

async function connect(page: Page): Promise<void> {
  await page.goto('/dashboard/therapist/settings/calendars')
  await press(page, uiText('externalCalendar:connect.open'))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(uiText('externalCalendar:connect.address')).fill(caldav.origin)
  await dialog.getByLabel(uiText('externalCalendar:connect.userName')).fill(caldav.user.name)
  await dialog.getByRole('textbox', { name: uiText('externalCalendar:connect.password') }).fill(caldav.user.password)
  await expectAccessibleInViews(page, 'connecting', dialog, twoViews)
  await dialog.getByRole('button', { name: uiText('externalCalendar:connect.submit') }).click()
  const adding = page.getByRole('dialog', { name: uiText('externalCalendar:add.title') })
  await adding.getByRole('radio', { name }).check()
  await expectAccessibleInViews(page, 'choosing a calendar', adding, twoViews)
  await adding.getByRole('button', { name: uiText('externalCalendar:add.submit') }).click()
  await expect(page.getByText(uiText('externalCalendar:add.done', { name }))).toBeVisible()
}

test(
  'a therapist connects a calendar and moves a session there: the offer is a proposed time, and ‘put it back’ restores the event',
  { tag: '@deep' },
  async ({ browser }) => {
    const ana = await practice.newClient('Ana', 'Moreau')
    const session = await planSessionByApi(practice.therapist, ana.clientId, 5, 9, true)
    const path = `/thea/private/${session.id}.ics`
    const dentist = new Date(Date.parse(session.startsAt) + 24 * hour).toISOString()
    caldav.write('/thea/private/dentist.ics', otherEvent(dentist))
    const nora = await openSignedIn(browser, product, practice.therapist)
    const { page } = nora
    await connect(page)
    const written = () => caldav.calendarAt().items.get(path)?.data ?? ''
    const startOf = (file: string) => /DTSTART:(\S+)/.exec(file)?.[1]
    const before = written()
    expect(before).toContain('SUMMARY:')

    await test.step('moved there: the offer reaches the client, and the session stays', async () => {
      caldav.write(path, movedFile(before, 2 * hour))
      await syncNow(page)
      await expect(questions(page).getByText('Ana Moreau')).toBeVisible()
      await expectAccessibleInViews(page, 'a question', questions(page), twoViews)
      expect((await ana.api.session.get({ id: session.id })).changes).toEqual([])
      await press(page, uiText('calendarQuestion:answer.offer'))
      await expect(questions(page)).toBeHidden()
      const { changes, session: now } = await ana.api.session.get({ id: session.id })
      expect([now.startsAt, changes[0]?.state]).toEqual([session.startsAt, 'countered'])
      await expect.poll(() => startOf(written())).toBe(startOf(before))
    })

    await test.step('moved there again and put back', async () => {
      caldav.write(path, movedFile(written(), hour))
      await syncNow(page)
      await page.goto('/dashboard')
      await page.getByRole('link', { name: uiText('dashboard:needs.line.calendarMoved') }).click()
      await press(page, uiText('calendarQuestion:answer.put-back'))
      await expect(questions(page)).toBeHidden()
      await expect.poll(() => startOf(written())).toBe(startOf(before))
    })

    await test.step('the calendar refuses the password: the reason appears, busy times stay, a new password resumes', async () => {
      caldav.setPassword('another')
      await press(page, uiText('externalCalendar:row.nowOf', { name }))
      await expect(page.getByText(uiText('externalCalendar:problem.unauthorized'))).toBeVisible()
      const span = { startsAt: session.startsAt, endsAt: new Date(Date.parse(dentist) + hour).toISOString() }
      expect((await practice.therapist.api.calendar.between(span)).imported).toHaveLength(1)
      await press(page, uiText('externalCalendar:password.open'))
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: uiText('externalCalendar:connect.password') }).fill('another')
      await dialog.getByRole('button', { name: uiText('externalCalendar:password.submit') }).click()
      await expect(page.getByText(uiText('externalCalendar:problem.unauthorized'))).toBeHidden()
      await syncNow(page)
    })
    await expectNoErrors()
  },
)
