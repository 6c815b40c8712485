import { expect, type Page, test } from '@playwright/test'
import { type GoogleAccountsDouble, startGoogleAccounts } from '../apps/server/src/testing/calendar/google-accounts.ts'
import { type GoogleDouble, startGoogleCalendar } from '../apps/server/src/testing/calendar/google-calendar.ts'
import { openSignedIn, planSessionByApi, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { expectAccessibleInViews, twoViews } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let accounts: GoogleAccountsDouble
let calendars: GoogleDouble
const name = 'Thea'
const hour = 60 * 60_000
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  accounts = await startGoogleAccounts()
  calendars = await startGoogleCalendar({ accepts: accounts.accepts })
  ;({ product, practice } = await startJourneyPractice({
    CALENDAR_LOCAL_HOSTS: `${accounts.host},${calendars.host}`,
    GOOGLE_CALENDAR_CLIENT_ID: accounts.client.clientId,
    GOOGLE_CALENDAR_CLIENT_SECRET: accounts.client.clientSecret,
    DOUBLE_ORIGINS: accounts.origin,
    GOOGLE_ACCOUNTS_ORIGIN: accounts.origin,
    GOOGLE_API_ORIGIN: calendars.apiRoot.replace(/\/$/, ''),
  }))
})
test.afterAll(async () => {
  await product.stop()
  await Promise.all([accounts.close(), calendars.close()])
})
test.afterEach(closeVisitors)

const press = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).click()
const syncNow = (page: Page) => press(page, uiText('externalCalendar:row.nowOf', { name }))
const settings = '/dashboard/therapist/settings/calendars'

/** Opens Google's consent page by keyboard, allows or cancels there, and waits for the settings. */
async function consent(page: Page, choice: 'allow' | 'cancel'): Promise<void> {
  await page.getByRole('button', { name: uiText('externalCalendar:google.submit') }).press('Enter')
  await page.getByRole('link', { name: choice }).click()
  await page.waitForURL(`**${settings}`)
}

test('a therapist connects Google, loses the access there without losing busy times, and connects it again [1.11]', async ({
  browser,
}) => {
  const ana = await practice.newClient('Ana', 'Moreau')
  const session = await planSessionByApi(practice.therapist, ana.clientId, 5, 9, true)
  const dentist = new Date(Date.parse(session.startsAt) + 24 * hour)
  calendars.write('dentist', {
    summary: 'Dentist',
    start: { dateTime: dentist.toISOString() },
    end: { dateTime: new Date(dentist.getTime() + hour).toISOString() },
  })
  const { page } = await openSignedIn(browser, product, practice.therapist)
  await page.goto(settings)
  const dialog = page.getByRole('dialog')

  await test.step('cancelled at Google: nothing is connected, and the page says so', async () => {
    await press(page, uiText('externalCalendar:connect.open'))
    await expectAccessibleInViews(page, 'choosing a provider', dialog, twoViews)
    await consent(page, 'cancel')
    const refusal = page.getByRole('alert').filter({ hasText: uiText('externalCalendar:google.refusal.denied') })
    await expect(refusal).toBeVisible()
    await expectAccessibleInViews(page, 'a cancelled consent', refusal, twoViews)
  })

  await test.step('allowed: the calendars open, and one is added', async () => {
    await press(page, uiText('externalCalendar:connect.open'))
    await consent(page, 'allow')
    const adding = page.getByRole('dialog', { name: uiText('externalCalendar:add.title') })
    await adding.getByRole('radio', { name }).check()
    await adding.getByRole('radio', { name: uiText('externalCalendar:settings.show.initials') }).check()
    const agreed = uiText('externalCalendar:settings.agree', { host: uiText('externalCalendar:google.name') })
    await adding.getByRole('checkbox', { name: agreed }).check()
    await adding.getByRole('button', { name: uiText('externalCalendar:add.submit') }).click()
    await expect(page.getByText(uiText('externalCalendar:add.done', { name }))).toBeVisible()
    await expect.poll(() => calendars.shown().map(({ summary }) => summary)).toContain('AM')
  })

  const span = { startsAt: session.startsAt, endsAt: new Date(dentist.getTime() + hour).toISOString() }
  const busyTimes = async () => (await practice.therapist.api.calendar.between(span)).imported.map(({ title }) => title)
  await expect.poll(busyTimes).toEqual(['Dentist'])

  await test.step('the access ends at Google: the reason appears, and busy times stay', async () => {
    accounts.endAccess()
    await syncNow(page)
    await expect(page.getByText(uiText('externalCalendar:google.refused')).first()).toBeVisible()
    await expectAccessibleInViews(page, 'without access', page.getByRole('main'), twoViews)
    expect(await busyTimes()).toEqual(['Dentist'])
    const warnings = async () =>
      (await practice.therapist.api.notification.list({})).items.filter(({ kind }) => kind === 'calendar-failing')
    await expect.poll(warnings).toHaveLength(1)
  })

  await test.step('connected again: the sync resumes with the same account', async () => {
    await press(page, uiText('externalCalendar:google.again.open'))
    await expectAccessibleInViews(page, 'connecting again', dialog, twoViews)
    await consent(page, 'allow')
    await expect(page.getByText(uiText('externalCalendar:google.again.done'))).toBeVisible()
    calendars.delete('dentist')
    await syncNow(page)
    await expect(page.getByText(uiText('externalCalendar:row.synced', { name }))).toBeVisible()
    await expect.poll(busyTimes).toEqual([])
    expect((await practice.therapist.api.externalCalendar.accounts({})).items).toHaveLength(1)
  })
  await expectNoErrors()
})
