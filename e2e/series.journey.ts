import { expect, test, type Page } from '@playwright/test'
import { instantOf, shiftDay, wallClockOf } from '../packages/contract/src/common/time.ts'
import {
  openSignedIn,
  planSessionAtByApi,
  startJourneyPractice,
  journeyZone,
  type ClientPracticeMember,
  type PracticeMember,
  type JourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { sendWaitingMails } from './time.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { uiText } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
  await ana.api.account.saveNotificationSettings({ quiet: null, mail: {} })
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Returns the day in `days` days in Berlin, as `YYYY-MM-DD`. */
const dayAhead = (days: number) => shiftDay(wallClockOf(new Date().toISOString(), journeyZone).day, days)
const dialog = (page: Page) => page.getByRole('dialog')
const openSession = (page: Page, id: string) => page.goto(`/dashboard/therapist/sessions/session-details?id=${id}`)
const upcomingOf = async (member: PracticeMember) =>
  (await member.api.session.list({ which: 'upcoming', limit: 50 })).items
/** Returns the clock time at which each session of the member starts, in order. */
const clocks = async (member: PracticeMember) =>
  (await upcomingOf(member)).map(({ startsAt }) => wallClockOf(startsAt, journeyZone).time)
const toldOf = async (kind: string) =>
  (await ana.api.notification.list({})).items.filter((item) => item.kind === kind).length
const mailsOf = (subject: string) =>
  product.inbox.mails.filter(
    (mail) => mail.subject === subject && mail.text && JSON.stringify(mail.to).includes(ana.email),
  )
/** Returns the start of each event in a calendar feed. */
async function fed(address: string): Promise<string[]> {
  const file = await (await fetch(address)).text()
  const starts = [...file.matchAll(/DTSTART:(\d{8}T\d{6}Z)/g)].map(([, at]) => at ?? '')
  return starts.toSorted()
}
const compact = (instant: string) => instant.replace(/[-:]|\.\d+/g, '')

test('a series is scheduled around conflicts, moved singly and from a day on, and cancelled; both sides and all calendars show the same', async ({
  browser,
}) => {
  test.setTimeout(360_000)
  const bea = await practice.newClient('Bea', 'Lang')
  const taken = dayAhead(7 + 28)
  await planSessionAtByApi(practice.therapist, bea.clientId, instantOf(taken, '10:00', journeyZone), true)
  const nora = await openSignedIn(browser, product, practice.therapist)
  const visitor = await openSignedIn(browser, product, ana, { phone: true })
  const { page } = nora

  await test.step('every other week, five times: the conflicting date is shown and skipped', async () => {
    await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile?tab=sessions`)
    await page.getByRole('button', { name: 'New session' }).first().click()
    const form = dialog(page)
    await form.getByRole('textbox', { name: 'Date' }).fill(dayAhead(7))
    await form.getByRole('textbox', { name: 'Time' }).fill('10:00')
    await form.getByText('Video', { exact: true }).click()
    await form.getByRole('switch', { name: 'Repeats' }).click()
    await form.getByRole('combobox', { name: 'How often' }).selectOption({ label: 'Every 2 weeks' })
    await form.getByRole('combobox', { name: 'Ends' }).selectOption('count')
    await form.getByRole('textbox', { name: uiText('series:fields.count') }).fill('5')
    await expect(form.getByRole('checkbox')).toHaveCount(1)
    await expect(form.getByRole('checkbox')).not.toBeChecked()
    await expect(form).toContainText('Taken: Bea L., 10:00 to 10:50')
    await expect(form).toContainText('1 is left out.')
    await form.getByRole('button', { name: uiText('series:plan') }).click()
    await expect(page.getByText('4 sessions planned. Ana Moreau gets one message.')).toBeVisible()
    expect((await upcomingOf(ana)).map(({ startsAt }) => startsAt)).toEqual(
      [7, 21, 49, 63].map((days) => instantOf(dayAhead(days), '10:00', journeyZone)),
    )
  })

  await test.step('the client sees all sessions and gets one notification and one email', async () => {
    await visitor.page.goto('/dashboard/client/sessions')
    await expect(visitor.page.getByRole('listitem').filter({ hasText: 'Repeats' })).toHaveCount(4)
    const mail = await product.inbox.mailTo(ana.email, /New appointments that repeat/)
    const [file] = mail.attachments
    expect(String(file?.content).match(/BEGIN:VEVENT/g)).toHaveLength(4)
    expect(await toldOf('series-planned')).toBe(1)
    expect(await toldOf('session-planned')).toBe(0)
  })

  const [first, second, third] = await upcomingOf(ana)
  if (!first || !second || !third) throw new Error('the series is not there')

  await test.step('the page shows the rule; one session is moved by itself', async () => {
    await openSession(page, first.id)
    const card = page.getByRole('region', { name: uiText('series:card.title') })
    await expect(card).toContainText(/Every 2 weeks on \w+day at 10:00, until/)
    await expect(card).toContainText('4 to come.')
    await expect(card).toContainText('Left out:')
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await dialog(page)
      .getByRole('button', { name: /^Only this session/ })
      .click()
    await dialog(page).getByRole('textbox', { name: 'Time' }).fill('15:00')
    await dialog(page).getByRole('button', { name: 'Move the session' }).click()
    await expect(card).toContainText('1 was moved or cancelled by itself.')
    expect(await clocks(ana)).toEqual(['15:00', '10:00', '10:00', '10:00'])
  })

  await test.step('the third and following sessions are moved; earlier ones stay', async () => {
    await openSession(page, third.id)
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await dialog(page)
      .getByRole('button', { name: /^This and all following/ })
      .click()
    await dialog(page).getByRole('textbox', { name: 'Time' }).fill('12:00')
    await expect(dialog(page)).toContainText('2 sessions')
    await dialog(page)
      .getByRole('button', { name: uiText('series:move.submit') })
      .click()
    await expect(page.getByText('2 sessions changed. Ana is told in a minute, in one message.')).toBeVisible()
    expect(await clocks(ana)).toEqual(['15:00', '10:00', '12:00', '12:00'])
  })

  await test.step('the calendar feeds of both show the same times at their own secret addresses', async () => {
    const { address } = await practice.therapist.api.calendar.setFeed({ mode: 'initials' })
    await visitor.page.goto('/dashboard/client/settings')
    await visitor.page.getByRole('radio', { name: uiText('feeds:mode.client.name') }).check()
    await visitor.page.getByRole('button', { name: uiText('feeds:own.make') }).click()
    const own = await visitor.page.getByLabel(uiText('feeds:own.address')).inputValue()
    expect(await fed(own)).toEqual((await upcomingOf(ana)).map(({ startsAt }) => compact(startsAt)))
    const all = await fed(address)
    expect(all).toEqual((await upcomingOf(practice.therapist)).map(({ startsAt }) => compact(startsAt)))
    expect(all).toHaveLength(5)
    await visitor.page.getByRole('button', { name: 'New address' }).click()
    await dialog(visitor.page).getByRole('button', { name: 'Replace the address' }).click()
    await expect(visitor.page.getByLabel('Secret address')).not.toHaveValue(own)
    expect((await fetch(own)).status).toBe(404)
  })

  await test.step('an imported calendar with a private address is not read, and its row says why', async () => {
    await page.goto('/dashboard/therapist/settings?tab=calendars')
    await page.getByRole('button', { name: 'Add a calendar' }).click()
    await dialog(page).getByLabel('Name').fill('Ward')
    await dialog(page).getByLabel(uiText('feeds:adding.address')).fill('webcal://localhost/ward.ics')
    await dialog(page)
      .getByRole('button', { name: uiText('feeds:adding.submit') })
      .click()
    await expect(page.getByText('The address leads into a private network.')).toBeVisible()
  })

  await test.step('the rest of the first series is cancelled, including the moved session', async () => {
    await openSession(page, second.id)
    await page.getByRole('button', { name: 'Cancel session' }).click()
    await dialog(page)
      .getByRole('button', { name: /^All to come/ })
      .click()
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('I am away these weeks.')
    await dialog(page)
      .getByRole('button', { name: uiText('series:cancel.submit') })
      .click()
    await expect(page.getByText('2 sessions cancelled. Ana is told in a minute, in one message.')).toBeVisible()
    expect(await clocks(ana)).toEqual(['12:00', '12:00'])
  })

  await test.step('each action has notified and emailed the client once', async () => {
    const kinds = ['series-planned', 'session-moved', 'series-changed', 'series-cancelled']
    expect(await Promise.all(kinds.map(toldOf))).toEqual([1, 1, 1, 1])
    const subjects = [
      'New appointments that repeat',
      'Appointments that repeat have changed',
      'Appointments were cancelled',
    ]
    const counts = () => subjects.map((subject) => mailsOf(subject).length)
    // Emails wait a minute before they are sent, so that several changes become one email.
    await sendWaitingMails(product)
    await expect.poll(counts).toEqual([1, 1, 1])
    expect(mailsOf('Appointments were cancelled')[0]?.text).not.toContain('away these weeks')
  })
  await expectNoErrors(nora, visitor)
})
