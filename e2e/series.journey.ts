import { expect, test, type Page } from '@playwright/test'
import { instantOf, wallClockOf } from '../packages/contract/src/common/time/time.ts'
import {
  dayAhead,
  journeyZone,
  openSignedIn,
  planSessionAtByApi,
  startJourneyPractice,
  type ClientPracticeMember,
  type JourneyPractice,
  type PracticeMember,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { sendWaitingMails } from './time.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { inOrder, serverText, uiText, uiTextPattern } from './ui-text.ts'
import { waitUntilDrawn } from './views.ts'

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
const dialog = (page: Page) => page.getByRole('dialog')
const openSession = (page: Page, id: string) => page.goto(`/dashboard/therapist/sessions/session-details?id=${id}`)
const upcomingOf = async (member: PracticeMember) =>
  (await member.api.session.list({ which: 'upcoming', limit: 50 })).items
/** Returns the clock time at which each session of the member starts, in order. */
const clocks = async (member: PracticeMember) =>
  (await upcomingOf(member)).map(({ startsAt }) => wallClockOf(startsAt, journeyZone).time)
const toldOf = async (kind: string) =>
  (await ana.api.notification.list({})).items.filter((item) => item.kind === kind).length
const mailsOf = (subject: RegExp) =>
  product.inbox.mails.filter(
    (mail) => subject.test(mail.subject ?? '') && mail.text && JSON.stringify(mail.to).includes(ana.email),
  )
/**
 * Returns a pattern for the subject of an email. The subject contains the first day of the sessions, which can be any
 * text.
 */
const subjectOf = (kind: 'series-planned' | 'series-changed' | 'series-cancelled') =>
  inOrder(...serverText(`mail.${kind}.subject`, { day: '|' }).split('|'))
/** Returns the start of each event in a calendar feed. */
async function fed(address: string): Promise<string[]> {
  const file = await (await fetch(address)).text()
  const starts = [...file.matchAll(/DTSTART:(\d{8}T\d{6}Z)/g)].map(([, at]) => at ?? '')
  return starts.toSorted()
}
const compact = (instant: string) => instant.replace(/[-:]|\.\d+/g, '')

test(
  'both sides and all calendars show the same of a series that is scheduled around conflicts, moved and cancelled',
  { tag: '@deep' },
  async ({ browser }) => {
    test.setTimeout(360_000)
    const bea = await practice.newClient('Bea', 'Lang')
    const taken = dayAhead(7 + 28)
    await planSessionAtByApi(practice.therapist, bea.clientId, instantOf(taken, '10:00', journeyZone), true)
    const nora = await openSignedIn(browser, product, practice.therapist)
    const visitor = await openSignedIn(browser, product, ana, { phone: true })
    const { page } = nora

    await test.step('every other week, five times: the conflicting date is shown and skipped', async () => {
      await page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile?tab=sessions`)
      await page
        .getByRole('button', { name: uiText('session:new') })
        .first()
        .click()
      const form = dialog(page)
      await form.getByRole('textbox', { name: uiText('session:plan.date') }).fill(dayAhead(7))
      await form.getByRole('textbox', { name: uiText('session:plan.time') }).fill('10:00')
      await form.getByText(uiText('session:format.video'), { exact: true }).click()
      await form.getByRole('switch', { name: uiText('recurrence:repeats') }).click()
      await form
        .getByRole('combobox', { name: uiText('recurrence:fields.how') })
        .selectOption({ label: uiText('recurrence:weekly_other', { count: '2' }) })
      await form.getByRole('combobox', { name: uiText('recurrence:fields.ends') }).selectOption('count')
      await form.getByRole('textbox', { name: uiText('recurrence:fields.count') }).fill('5')
      await expect(form.getByRole('checkbox')).toHaveCount(1)
      await expect(form.getByRole('checkbox')).not.toBeChecked()
      await expect(form).toContainText(
        uiText('series:dates.taken', {
          what: `Bea L., ${uiText('series:dates.times', { from: '10:00', to: '10:50' })}`,
        }),
      )
      await expect(form).toContainText(uiText('series:dates.out_one', { count: '1' }))
      await form.getByRole('button', { name: uiText('series:plan') }).click()
      await expect(
        page.getByText(uiText('series:done.planned_other', { count: '4', name: 'Ana Moreau' })),
      ).toBeVisible()
      expect((await upcomingOf(ana)).map(({ startsAt }) => startsAt)).toEqual(
        [7, 21, 49, 63].map((days) => instantOf(dayAhead(days), '10:00', journeyZone)),
      )
    })

    await test.step('the client sees all sessions and gets one notification and one email', async () => {
      await visitor.page.goto('/dashboard/client/sessions')
      await expect(visitor.page.getByRole('listitem').filter({ hasText: uiText('session:repeats') })).toHaveCount(4)
      const mail = await product.inbox.mailTo(ana.email, subjectOf('series-planned'))
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
      await expect(card).toContainText(
        uiTextPattern('recurrence:rule.weeks_other', { count: '2', weekday: /\w+day/, time: '10:00' }),
      )
      await expect(card).toContainText(uiText('series:card.upcoming_other', { count: '4' }))
      await expect(card).toContainText(uiTextPattern('series:card.gaps'))
      await page.getByRole('button', { name: uiText('negotiation:act.move'), exact: true }).click()
      await dialog(page)
        .getByRole('button', { name: uiText('recurrence:scope.one') })
        .click()
      await dialog(page)
        .getByRole('textbox', { name: uiText('session:plan.time') })
        .fill('15:00')
      await dialog(page)
        .getByRole('button', { name: uiText('sessionDialog:moving.submit') })
        .click()
      await expect(card).toContainText(uiText('series:card.detached_one', { count: '1' }))
      expect(await clocks(ana)).toEqual(['15:00', '10:00', '10:00', '10:00'])
    })

    await test.step('the third and following sessions are moved; earlier ones stay', async () => {
      await openSession(page, third.id)
      await page.getByRole('button', { name: uiText('negotiation:act.move'), exact: true }).click()
      await dialog(page)
        .getByRole('button', { name: uiText('recurrence:scope.following') })
        .click()
      await dialog(page)
        .getByRole('textbox', { name: uiText('session:plan.time') })
        .fill('12:00')
      await expect(dialog(page)).toContainText(uiText('series:scope.allHint_other', { count: '2' }))
      await dialog(page)
        .getByRole('button', { name: uiText('series:move.submit') })
        .click()
      await expect(page.getByText(uiText('series:done.moved_other', { count: '2', name: 'Ana' }))).toBeVisible()
      expect(await clocks(ana)).toEqual(['15:00', '10:00', '12:00', '12:00'])
    })

    await test.step('the calendar feeds of both show the same times at their own secret addresses', async () => {
      const { address } = await practice.therapist.api.calendar.setFeed({ mode: 'initials' })
      await visitor.page.goto('/dashboard/client/settings/calendar-feed')
      await visitor.page.getByRole('radio', { name: uiText('feeds:mode.client.name') }).check()
      await visitor.page.getByRole('button', { name: uiText('feeds:own.make') }).click()
      const own = await visitor.page.getByLabel(uiText('feeds:own.address')).inputValue()
      expect(await fed(own)).toEqual((await upcomingOf(ana)).map(({ startsAt }) => compact(startsAt)))
      const all = await fed(address)
      expect(all).toEqual((await upcomingOf(practice.therapist)).map(({ startsAt }) => compact(startsAt)))
      expect(all).toHaveLength(5)
      await visitor.page.getByRole('button', { name: uiText('feeds:own.rotate') }).click()
      await dialog(visitor.page)
        .getByRole('button', { name: uiText('feeds:rotating.submit') })
        .click()
      await expect(visitor.page.getByLabel(uiText('feeds:own.address'))).not.toHaveValue(own)
      expect((await fetch(own)).status).toBe(404)
    })

    await test.step('an imported calendar with a private address is not read, and its row says why', async () => {
      await page.goto('/dashboard/therapist/settings/calendars')
      // The button moves while the sections above it load.
      await waitUntilDrawn(page)
      await page.getByRole('button', { name: uiText('feeds:imports.add') }).click()
      await dialog(page).getByLabel(uiText('feeds:adding.name')).fill('Ward')
      await dialog(page).getByLabel(uiText('feeds:adding.address')).fill('webcal://localhost/ward.ics')
      await dialog(page)
        .getByRole('button', { name: uiText('feeds:adding.submit') })
        .click()
      await expect(page.getByText(uiText('feeds:problem.not-public'))).toBeVisible()
    })

    await test.step('the rest of the first series is cancelled, including the moved session', async () => {
      await openSession(page, second.id)
      await page.getByRole('button', { name: uiText('negotiation:act.cancel') }).click()
      await dialog(page)
        .getByRole('button', { name: uiText('recurrence:scope.all') })
        .click()
      await dialog(page)
        .getByRole('textbox', { name: uiText('sessionDialog:reason') })
        .fill('I am away these weeks.')
      await dialog(page)
        .getByRole('button', { name: uiText('series:cancel.submit') })
        .click()
      await expect(page.getByText(uiText('series:done.cancelled_other', { count: '2', name: 'Ana' }))).toBeVisible()
      expect(await clocks(ana)).toEqual(['12:00', '12:00'])
    })

    await test.step('each action has notified and emailed the client once', async () => {
      const kinds = ['series-planned', 'session-moved', 'series-changed', 'series-cancelled']
      expect(await Promise.all(kinds.map(toldOf))).toEqual([1, 1, 1, 1])
      const subjects = [subjectOf('series-planned'), subjectOf('series-changed'), subjectOf('series-cancelled')]
      const counts = () => subjects.map((subject) => mailsOf(subject).length)
      // Emails wait a minute before they are sent, so that several changes become one email.
      await sendWaitingMails(product)
      await expect.poll(counts).toEqual([1, 1, 1])
      expect(mailsOf(subjectOf('series-cancelled'))[0]?.text).not.toContain('away these weeks')
    })
    await expectNoErrors(nora, visitor)
  },
)
