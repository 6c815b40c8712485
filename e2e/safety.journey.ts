import { expect, type Page, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { openSignedIn, planSessionByApi, type JourneyPractice, startJourneyPractice } from './practice.ts'
import { allViews, expectAccessibleInViews, heading, setView } from './views.ts'
import type { JourneyServer } from './server.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'
import { goOffline, goOnline } from './offline-device.ts'
import { uiText, uiTextPattern } from './ui-text.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

/** Locks the page, as after a long idle time. */
const lock = (page: Page) =>
  page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.startsWith('attune-idle-')) ?? ''
    const kept = JSON.parse(localStorage.getItem(name) ?? '{}') as object
    localStorage.setItem(name, JSON.stringify({ ...kept, locked: true }))
  })
const myPlan = (page: Page) => page.getByRole('button', { name: uiText('safety:mine') })

test(
  'a safety plan is written, shared and one tap away; on the lock screen and offline only if chosen @slow',
  { tag: '@look' },
  async ({ browser }) => {
    const mia = await practice.newClient('Mia', 'Sommer')
    const visitor = await setView(await openSignedIn(browser, product, mia), /Failed to load resource|net::ERR/)
    const { page } = visitor
    const nora = await setView(await openSignedIn(browser, product, practice.therapist))

    await test.step('the plan is one tap away on every page; an empty one leads to the editor', async () => {
      await page.goto('/dashboard/client/therapists')
      await page
        .getByRole('banner')
        .getByRole('link', { name: uiText('shell:pages.safety') })
        .click()
      await expectAccessibleInViews(page, 'safety plan, empty', page.getByText(uiText('safety:emptyTitle')))
      await expect(
        page.getByRole('link', {
          name: uiText('safety:now.call', { name: uiText('safety:now.emergency', { number: '112' }), number: '112' }),
        }),
      ).toHaveAttribute('href', 'tel:112')
      await page.getByRole('button', { name: uiText('safety:begin') }).click()
      await page
        .getByRole('textbox', {
          name: uiText('safety:form.line', { part: uiText('safety:parts.warningSigns'), number: '1' }),
        })
        .fill('I stop answering')
      await page
        .getByRole('textbox', {
          name: uiText('safety:form.line', { part: uiText('safety:parts.whatHelps'), number: '1' }),
        })
        .fill('A walk along the river')
      await page.getByLabel(uiText('safety:form.name')).first().fill('Ines')
      await page.getByLabel(uiText('safety:form.phone')).first().fill('+49 30 1234567')
      await expectAccessibleInViews(
        page,
        'safety plan, being written',
        page.getByRole('textbox', {
          name: uiText('safety:form.line', { part: uiText('safety:parts.warningSigns'), number: '1' }),
        }),
      )
      await page.getByRole('button', { name: uiText('safety:form.save') }).click()
      await expect(
        page.getByRole('link', { name: uiText('safety:now.call', { name: 'Ines', number: '+49 30 1234567' }) }),
      ).toBeVisible()
    })

    await test.step('the therapist cannot read the plan before it is shared, and can then edit it', async () => {
      await nora.page.goto(`/dashboard/therapist/clients/${mia.clientId}/client-profile?tab=safety`)
      await expectAccessibleInViews(
        nora.page,
        'plan that is not shared',
        nora.page.getByText(uiText('safety:client.notShared', { name: 'Mia' })),
      )
      await page.getByRole('switch', { name: uiTextPattern('safety:readers.share') }).click()
      await expectAccessibleInViews(nora.page, 'shared plan', nora.page.getByText('A walk along the river'))
      await nora.page.getByRole('button', { name: uiText('safety:client.begin') }).click()
      await nora.page.getByRole('button', { name: uiText('safety:form.add.whatHelps') }).click()
      await nora.page
        .getByRole('textbox', {
          name: uiText('safety:form.line', { part: uiText('safety:parts.whatHelps'), number: '2' }),
        })
        .fill('Calling Ines')
      await nora.page.getByRole('button', { name: uiText('safety:form.save') }).click()
      await expect(page.getByText('Calling Ines')).toBeVisible()
      await expect(page.getByText(uiTextPattern('safety:updated.therapist'))).toBeVisible()
      await expectAccessibleInViews(page, 'changed safety plan', page.getByText('Calling Ines'), allViews)
    })

    await test.step('the client sees the access at once', async () => {
      await page.getByRole('link', { name: uiText('safety:readers.accessLog') }).click()
      await expect(heading(page, uiText('accessLog:title'))).toBeVisible()
      await expectAccessibleInViews(
        page,
        'who looked',
        page.getByText(uiText('accessLog:opened.safety-plan')),
        allViews,
      )
      await practice.therapist.api.client.exportAll({})
      await expect(page.getByText(uiText('accessLog:opened.export'))).toBeVisible()
    })

    await test.step('unless chosen, the lock screen shows the emergency numbers, and no link to the plan', async () => {
      await lock(page)
      await page.reload()
      await expect(page.getByText(uiText('reauthentication:lock.title'))).toBeVisible()
      const numbers = page.getByRole('region', { name: uiText('safety:now.title') })
      await expect(numbers.getByRole('link', { name: /112$/ })).toHaveAttribute('href', 'tel:112')
      await expect(numbers.getByText(uiText('safety:lockedPlan'))).toBeVisible()
      await expect(myPlan(page)).toHaveCount(0)
      await page.getByLabel(uiText('login:password'), { exact: true }).fill('Quiet-garden-7')
      await page.getByRole('button', { name: uiText('reauthentication:lock.submit') }).click()
      await expect(page.getByText(uiText('reauthentication:lock.title'))).toBeHidden()
    })

    await test.step('if chosen, the plan opens on the lock screen and offline', async () => {
      await page.goto('/dashboard/client/safety')
      await page.getByRole('switch', { name: uiText('safety:device.label') }).click()
      await expect.poll(() => page.evaluate(() => localStorage.getItem('attune-open-plan'))).toBe('1')
      await lock(page)
      await page.reload()
      await myPlan(page).click()
      await expect(page.getByRole('dialog', { name: uiText('safety:mine') }).getByText('Calling Ines')).toBeVisible()
      await goOffline(page.context())
      await page.goto('/')
      const locked = page.getByRole('dialog', { name: uiText('reauthentication:lock.title') })
      await locked.getByRole('button', { name: uiText('safety:mine') }).click()
      await expect(page.getByRole('dialog', { name: uiText('safety:mine') }).getByText('Calling Ines')).toBeVisible()
      await goOnline(page.context())
    })
    await expectNoErrors(nora)
  },
)

test(
  'the session prep shows the therapist shared and submitted data only @slow',
  { tag: '@look' },
  async ({ browser }) => {
    const tom = await practice.newClient('Tom', 'Keller')
    const session = (await planSessionByApi(practice.therapist, tom.clientId, 3, 9)).id
    const { page } = await setView(await openSignedIn(browser, product, practice.therapist))
    await page.goto(`/dashboard/therapist/sessions/session-details?id=${session}`)
    await expect(page.getByRole('region', { name: uiText('sessionPrep:title') })).toContainText(
      uiText('sessionPrep:nothing'),
    )
    const kinds = [
      ['Counted calm', 'A private page'],
      ['A walk to the lake', 'A shared page'],
    ] as const
    for (const [place, [words, title]] of kinds.entries()) {
      const id = randomUUID()
      const content = {
        type: 'doc' as const,
        content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: words }] }],
      }
      await tom.api.journal.save({
        id,
        version: 0,
        title,
        content,
        mood: null,
        tags: [],
        writtenAt: new Date().toISOString(),
        files: [],
      })
      const therapistIds = (await tom.api.journal.therapists({})).items.map((one) => one.id)
      if (place === 1) await tom.api.journal.share({ id, therapistIds, command: randomUUID() })
    }
    await practice.therapist.api.note.saveText({
      sessionId: session,
      kind: 'objectives',
      text: 'To begin.',
      version: 0,
    })
    await page.reload()
    const brief = page.getByRole('region', { name: uiText('sessionPrep:title') })
    await expectAccessibleInViews(page, 'brief before a session', brief.getByText('A shared page'))
    await expect(brief).not.toContainText('private')
    await expect(brief).toContainText('To begin.')
  },
)
