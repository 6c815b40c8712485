import { expect, test } from '@playwright/test'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import { allViews, expectAccessibleInViews, phoneView, setView } from './views.ts'
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

test(
  'a therapist adds a session type with instant booking; a new client books it, and the type fills in the schedule form [6.06]',
  { tag: '@deep' },
  async ({ browser }) => {
    const { rules, version } = await practice.therapist.api.availability.mine({})
    const weekly = [1, 2, 3, 4, 5].map((weekday) => ({
      weekday,
      from: '09:00',
      until: '17:00',
      formats: ['in-person' as const, 'video' as const],
      location: '',
    }))
    await practice.therapist.api.availability.save({ weekly, rules, version })
    const ana = await practice.newClient('Ana', 'Moreau')
    const nora = await setView(await openSignedIn(browser, product, practice.therapist))
    const { page } = nora

    await test.step('the therapist adds a first session that new clients book instantly', async () => {
      await page.goto('/dashboard/therapist/settings/session-types')
      await page.getByRole('button', { name: uiText('sessionType:add') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: uiText('sessionType:dialog.add') }).click()
      await expect(dialog.getByText(uiText('sessionType:problem.name'))).toBeVisible()
      await dialog.getByLabel(uiText('sessionType:field.name'), { exact: true }).fill('Intake hour')
      await dialog.getByLabel(uiText('sessionType:field.duration')).fill('90')
      await dialog.getByLabel(uiText('sessionType:field.format')).selectOption('video')
      await dialog.getByLabel(uiText('sessionType:who.new')).selectOption('book')
      await expectAccessibleInViews(page, 'session type', dialog, allViews)
      await dialog.getByRole('button', { name: uiText('sessionType:dialog.add') }).click()
      await expect(page.getByText(uiText('sessionType:facts.new.book'))).toBeVisible()
      await expectAccessibleInViews(page, 'session types', page.getByText(uiText('sessionType:facts.new.book')))
    })

    const phone = await setView(await openSignedIn(browser, product, ana, { phone: true }))
    await test.step('a new client books a free time at once', async () => {
      await phone.page.goto('/dashboard/client/sessions/book')
      await expect(phone.page.getByLabel(uiText('sessionType:offered.label'))).toBeVisible()
      const first = phone.page.locator('button[aria-pressed]:has(time)').first()
      await first.click()
      await expectAccessibleInViews(phone.page, 'booking', first, phoneView)
      await phone.page.getByRole('button', { name: uiText('booking:instant.submit') }).click()
      await expect(phone.page).toHaveURL(/session-details/)
      await expect(phone.page.getByText(uiText('session:statusForClient.confirmed')).first()).toBeVisible()
    })

    await test.step('a second session waits for the therapist, and the button says so', async () => {
      await phone.page.goto('/dashboard/client/sessions/book')
      await expect(phone.page.getByText(uiText('sessionType:offered.request'))).toBeVisible()
      await expect(phone.page.getByRole('button', { name: uiText('booking:request.submit') })).toBeVisible()
    })

    await test.step('the therapist schedules by type and takes the next free time with one click', async () => {
      await page.goto('/dashboard/therapist/sessions')
      await expect(page.getByText('Intake hour').first()).toBeVisible()
      await page
        .getByRole('button', { name: uiText('session:new') })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      const nextFree = page.waitForResponse(/availability\/nextFree/)
      await dialog.getByLabel(uiText('sessionType:choose.label')).selectOption({ index: 1 })
      await expect(dialog.getByRole('radio', { name: '90' })).toBeChecked()
      await nextFree
      const times = dialog.getByRole('list', { name: uiText('sessionType:nextFree') }).getByRole('button')
      await expect(times).toHaveCount(4)
      await times.nth(2).click()
      await expect(times.nth(2)).toHaveAttribute('aria-pressed', 'true')
      await expect(times).toHaveCount(4)
      await expectAccessibleInViews(page, 'schedule', dialog)
      await page.keyboard.press('Escape')
    })

    await test.step('the calendar names the type beside its color, the session names the rule', async () => {
      const [session] = (await practice.therapist.api.session.list({ which: 'upcoming', limit: 5 })).items
      await page.goto(`/dashboard/therapist/sessions/session-details?id=${session?.id}`)
      await expect(page.getByText(uiTextPattern('sessionPage:event.book', { name: 'Ana' })).first()).toBeVisible()
      await page.goto('/dashboard/therapist/calendar?view=week')
      await page.keyboard.press('Escape')
    })

    await test.step('the settings in German', async () => {
      await practice.therapist.api.account.saveSettings({ language: 'de' })
      await page.goto('/dashboard/therapist/settings/session-types')
      const there = page.getByText(uiTextIn('de', 'sessionType:facts.new.book'))
      await expectAccessibleInViews(page, 'session types, German', there, phoneView)
    })
    await expectNoErrors(nora, phone)
  },
)
