import { expect, test, type Locator, type Request } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import {
  dayAhead,
  openSignedIn,
  planSessionAtByApi,
  startJourneyPractice,
  type ClientPracticeMember,
  type JourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { notificationBell } from './steps.ts'
import { ageSession } from './time.ts'
import { closeVisitors, expectNoErrors, type Visitor } from './visitor.ts'
import { waitUntilDrawn } from './views.ts'
import { inOrder, uiText, uiTextIn, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
let ana: ClientPracticeMember
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
  ana = await practice.newClient('Ana', 'Moreau')
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Returns the day in `days` days, as `YYYY-MM-DD`. */
const openSession = ({ page }: Visitor, role: 'therapist' | 'client', id: string) =>
  page.goto(`/dashboard/${role}/sessions/session-details?id=${id}`)
const title = ({ page }: Visitor) => page.getByRole('heading', { level: 1 })
const banner = ({ page }: Visitor, name: string | RegExp) => page.getByRole('region', { name })
const dialog = ({ page }: Visitor) => page.getByRole('dialog')
const state = ({ page }: Visitor, words: string) => page.getByText(words, { exact: true }).first()
const history = ({ page }: Visitor) =>
  page.getByRole('region', { name: uiText('session:details.history') }).getByRole('listitem')

/** Matches a history entry that contains the given texts in this order. */
const stepOf = (...words: string[]) => new RegExp(`^${inOrder(...words).source}`)

async function chooseTime(form: Locator, day: string, time: string) {
  await form.getByRole('textbox', { name: uiText('session:plan.date') }).fill(day)
  await form.getByRole('textbox', { name: uiText('session:plan.time') }).fill(time)
}

test('both sides see each step of a session that is requested, countered, moved in two rounds and cancelled late [1.05, 4.03, 4.04] @slow', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const nora = await openSignedIn(browser, product, practice.therapist)
  const visitor = await openSignedIn(browser, product, ana, { phone: true })
  let id = ''

  await test.step('the client requests a time; nothing is booked yet', async () => {
    await visitor.page.goto('/dashboard/client/sessions')
    await visitor.page
      .getByRole('button', { name: uiText('sessionList:request') })
      .first()
      .click()
    const form = dialog(visitor)
    await chooseTime(form, dayAhead(7), '09:00')
    await form.getByText(uiText('session:format.video'), { exact: true }).click()
    await form.getByRole('textbox', { name: uiText('sessionNew:request.message') }).fill('Mornings are best for me.')
    await form.getByRole('button', { name: uiText('sessionNew:request.submit') }).click()
    await expect(form).toBeHidden()
    const { items } = await practice.therapist.api.session.list({ which: 'upcoming' })
    id = items[0]?.id ?? ''
    expect(items[0]?.status).toBe('pending')
    await openSession(visitor, 'client', id)
    await expect(banner(visitor, uiText('negotiation:open.client.request', { name: 'Nora Lindqvist' }))).toContainText(
      uiTextPattern('negotiation:consequence.client.request'),
    )
  })

  await test.step('in German the three buttons of the request are on one line, on a phone and a desktop', async () => {
    await practice.therapist.api.account.saveSettings({ language: 'de' })
    for (const width of [1280, 390]) {
      await nora.page.setViewportSize({ width, height: 800 })
      await nora.page.goto('/dashboard/therapist')
      const tops = await Promise.all(
        (['confirm', 'otherTime', 'decline'] as const).map(async (step) => {
          const button = nora.page.getByRole('button', {
            name: uiTextIn('de', `negotiation:step.${step}`),
            exact: true,
          })
          return (await button.first().boundingBox())?.y
        }),
      )
      expect(tops[0], `${width}`).toBeGreaterThan(0)
      expect(new Set(tops).size, `${width}`).toBe(1)
    }
    await practice.therapist.api.account.saveSettings({ language: 'en' })
    await nora.page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('the notification leads the therapist to the request; she reads the message and proposes another time', async () => {
    await nora.page.goto('/dashboard/therapist')
    await notificationBell(nora).click()
    await dialog(nora).getByRole('listitem').filter({ hasText: 'Ana' }).getByRole('button').first().click()
    await expect(nora.page).toHaveURL(/session-details/)
    const request = banner(nora, uiText('negotiation:open.therapist.request', { name: 'Ana' }))
    await expect(request).toContainText('Mornings are best for me.')
    await expect(request).toContainText(uiText('negotiation:free.long'))
    await request.getByRole('button', { name: uiText('negotiation:step.otherTime') }).click()
    await chooseTime(dialog(nora), dayAhead(7), '16:00')
    await dialog(nora)
      .getByRole('textbox', { name: uiText('sessionDialog:countering.reason') })
      .fill('Only the afternoon is left.')
    await dialog(nora)
      .getByRole('button', { name: uiText('sessionDialog:countering.submit') })
      .click()
    await expect(banner(nora, uiText('negotiation:open.therapist.offered_one', { name: 'Ana' }))).toBeVisible()
  })

  await test.step('the client sees the old time struck through and the new one in bold without a reload, and accepts; the therapist sees it', async () => {
    const offer = banner(visitor, uiText('negotiation:open.client.offered', { name: 'Nora Lindqvist' }))
    await expect(offer).toContainText('Only the afternoon is left.')
    await expect(offer.locator('s')).toContainText('09:00')
    await expect(offer.locator('strong')).toContainText('16:00')
    await offer.getByRole('button', { name: uiText('negotiation:step.accept') }).click()
    await expect(state(visitor, uiText('session:statusForClient.confirmed'))).toBeVisible()
    await expect(state(nora, uiText('session:status.confirmed'))).toBeVisible()
    await expect(title(nora)).toContainText('16:00')
  })

  await test.step('right after booking the client may move freely, as the dialog says, and requests another day', async () => {
    await visitor.page.getByRole('button', { name: uiText('negotiation:act.askMove') }).click()
    await expect(dialog(visitor)).toContainText(uiTextPattern('sessionDialog:terms.move.free'))
    await chooseTime(dialog(visitor), dayAhead(8), '10:00')
    await dialog(visitor)
      .getByRole('textbox', { name: uiText('sessionDialog:askingMove.reason') })
      .fill('My brother arrives that day.')
    await dialog(visitor)
      .getByRole('button', { name: uiText('sessionDialog:askingMove.submit') })
      .click()
    await expect(banner(visitor, uiText('negotiation:open.client.move'))).toContainText(
      uiTextPattern('negotiation:consequence.client.move'),
    )
    await expect(state(visitor, uiText('session:statusForClient.change-requested'))).toBeVisible()
  })

  await test.step('the therapist proposes a third time, the client accepts, and both see it at once', async () => {
    const wish = banner(nora, uiText('negotiation:open.therapist.move', { name: 'Ana' }))
    await expect(wish).toContainText('My brother arrives that day.')
    await expect(title(nora)).toContainText('16:00')
    await wish.getByRole('button', { name: uiText('negotiation:step.otherTime') }).click()
    await expect(dialog(nora).getByRole('textbox', { name: uiText('session:plan.time') })).toHaveValue('10:00')
    await chooseTime(dialog(nora), dayAhead(8), '11:30')
    await dialog(nora)
      .getByRole('button', { name: uiText('sessionDialog:countering.submit') })
      .click()
    await expect(banner(nora, uiText('negotiation:open.therapist.counter', { name: 'Ana' }))).toBeVisible()
    const offer = banner(visitor, uiText('negotiation:open.client.counter', { name: 'Nora Lindqvist' }))
    await expect(offer.locator('strong')).toContainText('11:30')
    await offer.getByRole('button', { name: uiText('negotiation:step.acceptCounter') }).click()
    await expect(title(visitor)).toContainText('11:30')
    await expect(title(nora)).toContainText('11:30')
    await expect(state(nora, uiText('session:status.confirmed'))).toBeVisible()
  })

  await test.step('the client is warned before cancelling late; the therapist sees that it is late, and it applies once she accepts', async () => {
    // Changes the times of the session: it now starts in six hours and was booked more than a week ago.
    const { session } = await practice.therapist.api.session.get({ id })
    const minutesAhead = Math.round((Date.parse(session.startsAt) - Date.now()) / 60_000)
    await ageSession(product, id, { booked: 8 * 24 * 60, start: minutesAhead - 6 * 60 })
    await visitor.page.reload()
    await visitor.page.getByRole('button', { name: uiText('negotiation:act.askCancel') }).click()
    await expect(dialog(visitor)).toContainText(
      uiTextPattern('sessionDialog:terms.cancel.late', { name: 'Nora Lindqvist' }),
    )
    await dialog(visitor)
      .getByRole('textbox', { name: uiText('sessionDialog:reason') })
      .fill('I am ill.')
    await dialog(visitor)
      .getByRole('button', { name: uiText('sessionDialog:asking.askCancel.submit') })
      .click()
    await expect(banner(visitor, uiText('negotiation:open.client.cancel'))).toBeVisible()
    const wish = banner(nora, uiText('negotiation:open.therapist.cancel', { name: 'Ana' }))
    await expect(wish).toContainText('I am ill.')
    await expect(wish).toContainText(uiTextPattern('negotiation:late', { count: /\d+/ }))
    await expect(state(nora, uiText('session:status.change-requested'))).toBeVisible()
    await wish.getByRole('button', { name: uiText('negotiation:step.accept') }).click()
    await expect(state(visitor, uiText('session:statusForClient.cancelled'))).toBeVisible()
    await expect(state(nora, uiText('session:status.cancelled'))).toBeVisible()
    await expect(state(nora, uiText('sessionPage:lateCancel'))).toBeVisible()
  })

  await test.step('the history of both shows who did what, the old and new time, and the reason', async () => {
    const told = [
      stepOf(uiText('sessionPage:event.acceptChangeYou')),
      stepOf(uiText('sessionPage:event.askCancel', { name: 'Ana' }), 'I am ill.'),
      stepOf(uiText('sessionPage:event.acceptCounter', { name: 'Ana' }), '16:00', '→', '11:30'),
      stepOf(uiText('sessionPage:event.counterChangeYou'), '16:00', '→', '11:30'),
      stepOf(
        uiText('sessionPage:event.askMove', { name: 'Ana' }),
        '16:00',
        '→',
        '10:00',
        'My brother arrives that day.',
      ),
      stepOf(uiText('sessionPage:event.accept', { name: 'Ana' })),
      stepOf(uiText('sessionPage:event.counterYou'), '09:00', '→', '16:00', 'Only the afternoon is left.'),
      stepOf(uiText('sessionPage:event.request', { name: 'Ana' }), 'Mornings are best for me.'),
    ]
    await expect(history(nora)).toHaveText(told)
    await expect(history(visitor).first()).toContainText(
      uiText('sessionPage:event.acceptChange', { name: 'Nora Lindqvist' }),
    )
    await expect(history(visitor)).toHaveCount(told.length)
  })
  await expectNoErrors(nora, visitor)
})

test('the first change after a quiet time is on the other screen within 300 ms of its clock, and the next one later [9.11] @deep', async ({
  browser,
}) => {
  const lea = await practice.newClient('Lea', 'Berg')
  const { session } = practice.therapist.api
  const { id } = await planSessionAtByApi(practice.therapist, lea.clientId, `${dayAhead(12)}T09:00:00Z`)
  const hers = await openSignedIn(browser, product, lea)
  await hers.page.clock.install()
  const received: { type: string; table?: string }[] = []
  hers.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => received.push(JSON.parse(String(payload)))),
  )
  const edit = async (location: string) => {
    const { revision } = (await session.get({ id })).session
    received.length = 0
    await session.edit({ id, command: randomUUID(), format: 'in-person', location, videoUrl: null, revision })
    await expect.poll(() => received.some(({ table }) => table === 'sessions')).toBe(true)
  }
  // Time passes on the page only through `runFor`; responses of the server take no time, however slow the machine is.
  const shownAfter = async (words: string) => {
    const shown = hers.page.getByText(words).first()
    for (let passed = 0; passed < 1_000; passed += 10) {
      if (await shown.isVisible()) return passed
      await hers.page.clock.runFor(10)
      for (const request of asked.splice(0)) await request.response().then((response) => response?.finished())
    }
    return Number.POSITIVE_INFINITY
  }
  const asked: Request[] = []
  hers.page.on('request', (request) => request.url().includes('/api/session/') && asked.push(request))
  await openSession(hers, 'client', id)
  await expect(banner(hers, uiText('negotiation:open.client.set', { name: 'Nora Lindqvist' }))).toBeVisible()
  await expect.poll(() => received.some(({ type }) => type === 'subscribed')).toBe(true)
  await waitUntilDrawn(hers.page)
  await hers.page.clock.pauseAt(new Date(Date.now() + 5_000))
  await edit('Room 1')
  expect(await shownAfter('Room 1')).toBeLessThanOrEqual(300)
  await edit('Room 2')
  const second = await shownAfter('Room 2')
  expect(second).toBeGreaterThan(300)
  expect(second).toBeLessThan(1_000)
})

test(
  'a couple answers one by one, two devices edit one session, and attendance is recorded [4.03]',
  { tag: '@deep' },
  async ({ browser }) => {
    const [leo, mia] = [await practice.newClient('Leo', 'Brandt'), await practice.newClient('Mia', 'Brandt')]
    const nora = await openSignedIn(browser, product, practice.therapist)
    const second = await openSignedIn(browser, product, practice.therapist)
    const his = await openSignedIn(browser, product, leo)
    const { id } = await practice.therapist.api.session.create({
      id: randomUUID(),
      clientIds: [leo.clientId, mia.clientId],
      startsAt: `${dayAhead(9)}T09:00:00Z`,
      format: 'in-person',
      therapyType: 'couples',
      location: 'Room 1',
    })
    const people = nora.page.getByRole('region', { name: uiText('sessionPage:participants_other') })

    await test.step('each client accepts separately; the session is confirmed after the last one', async () => {
      await openSession(nora, 'therapist', id)
      await expect(banner(nora, uiTextPattern('negotiation:open.therapist.set_other'))).toBeVisible()
      await openSession(his, 'client', id)
      await expect(his.page.getByRole('region', { name: uiText('sessionPage:companions') })).toContainText('Mia')
      await banner(his, uiText('negotiation:open.client.set', { name: 'Nora Lindqvist' }))
        .getByRole('button', { name: uiText('negotiation:step.accept') })
        .click()
      await expect(people.getByText(uiText('sessionPage:answer.accepted'))).toHaveCount(1)
      await expect(banner(nora, uiText('negotiation:open.therapist.set_one', { name: 'Mia' }))).toBeVisible()
      await mia.api.session.accept({ id, command: randomUUID() })
      await expect(people.getByText(uiText('sessionPage:answer.accepted'))).toHaveCount(2)
      await expect(state(nora, uiText('session:status.confirmed'))).toBeVisible()
      await expect(state(his, uiText('session:statusForClient.confirmed'))).toBeVisible()
      await expect(history(nora).first()).toContainText(uiText('sessionPage:event.accept', { name: 'Mia' }))
      await expect(history(his).filter({ hasText: 'Mia' })).toHaveCount(0)
    })

    await test.step('the second device shows the change of the first and asks', async () => {
      await openSession(second, 'therapist', id)
      for (const device of [nora, second]) {
        await device.page.getByRole('button', { name: uiText('negotiation:act.edit') }).click()
        await expect(
          dialog(device).getByRole('textbox', { name: uiText('sessionDialog:editing.location.in-person') }),
        ).toHaveValue('Room 1')
      }
      await dialog(second)
        .getByRole('textbox', { name: uiText('sessionDialog:editing.location.in-person') })
        .fill('Room 2')
      await dialog(second)
        .getByRole('button', { name: uiText('sessionDialog:editing.submit') })
        .click()
      await expect(dialog(second)).toBeHidden()
      await dialog(nora)
        .getByRole('textbox', { name: uiText('sessionDialog:editing.location.in-person') })
        .fill('Garden house')
      await dialog(nora)
        .getByRole('button', { name: uiText('sessionDialog:editing.submit') })
        .click()
      const changed = dialog(nora).getByRole('alert')
      await expect(changed).toContainText(uiText('sessionDialog:elsewhere.title'))
      await expect(changed.locator('s')).toHaveText('Room 1')
      await expect(changed.locator('strong')).toHaveText('Room 2')
      await changed.getByRole('button', { name: uiText('versionConflict:keepMine') }).click()
      await expect(dialog(nora)).toBeHidden()
      for (const other of [second, his])
        await expect(other.page.getByRole('region', { name: uiText('session:details.title') })).toContainText(
          'Garden house',
        )
    })

    await test.step('a conflicting time names the conflict and is used only after confirming', async () => {
      await planSessionAtByApi(practice.therapist, ana.clientId, `${dayAhead(10)}T09:00:00Z`, true)
      await nora.page.getByRole('button', { name: uiText('negotiation:act.move'), exact: true }).click()
      await chooseTime(dialog(nora), dayAhead(10), '10:30')
      await dialog(nora)
        .getByRole('button', { name: uiText('sessionDialog:moving.submit') })
        .click()
      await expect(dialog(nora).getByRole('alert')).toContainText(/Ana/)
      await dialog(nora)
        .getByRole('button', { name: uiText('sessionDialog:moving.back') })
        .click()
      await expect(dialog(nora)).toBeHidden()
    })

    await test.step('after the start the therapist records attendance, which can be corrected', async () => {
      await ageSession(product, id, { booked: 20 * 24 * 60, start: 10 * 24 * 60 })
      await openSession(nora, 'therapist', id)
      await expect(nora.page.getByRole('region', { name: uiText('negotiation:recordOutcome.title') })).toBeVisible()
      await nora.page.getByRole('button', { name: uiText('negotiation:step.complete') }).click()
      const saveAttendance = dialog(nora).getByRole('button', { name: uiText('sessionDialog:attendance.submit') })
      await dialog(nora).getByLabel('Mia Brandt').selectOption('absent')
      await saveAttendance.click()
      await expect(people).toContainText(inOrder('Leo', uiText('sessionPage:attendance.attended')))
      await expect(people).toContainText(inOrder('Mia', uiText('sessionPage:attendance.absent')))
      await nora.page.getByRole('button', { name: uiText('negotiation:act.more') }).click()
      await nora.page.getByRole('menuitem', { name: uiText('negotiation:step.correctAttendance') }).click()
      await dialog(nora).getByLabel('Mia Brandt').selectOption('excused')
      await saveAttendance.click()
      await expect(people).toContainText(inOrder('Mia', uiText('sessionPage:attendance.excused')))
      await nora.page.getByRole('button', { name: uiText('negotiation:act.more') }).click()
      await nora.page.getByRole('menuitem', { name: uiText('negotiation:step.correctCompleted') }).click()
      await expect(state(nora, uiText('session:status.no-show'))).toBeVisible()
      await expect(history(nora).first()).toContainText(uiText('sessionPage:event.correctNoShowYou'))
      await expect(state(his, uiText('session:statusForClient.no-show'))).toBeVisible()
    })
    await expectNoErrors(nora, second, his)
  },
)
