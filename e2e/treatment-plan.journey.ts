import { expect, type Page, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { expectAccessibleInViews, setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const plan = 'treatmentPlan' as const

test(
  'a therapist writes a plan with a diagnosis and shares it; the client reads the goals alone and signs',
  { tag: '@deep' },
  async ({ browser }) => {
    const ana = await practice.newClient('Ana', 'Moreau')
    const nora = await setView(await openSignedIn(browser, product, practice.therapist))
    const client = await setView(await openSignedIn(browser, product, ana))

    await test.step('the therapist writes a goal with an objective', async () => {
      await nora.page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile?tab=plan`)
      await button(nora.page, uiText(`${plan}:empty.begin`)).click()
      await nora.page.getByLabel(uiText(`${plan}:form.goal`), { exact: true }).fill('Travel alone again')
      await nora.page
        .getByRole('textbox', { name: uiText(`${plan}:form.objective`) })
        .fill('Ride the tram to the market')
      await nora.page.getByRole('textbox', { name: uiText(`${plan}:form.measure`) }).fill('Rides per week')
      await nora.page.getByLabel(uiText(`${plan}:form.target`), { exact: true }).fill('Two rides')
      await button(nora.page, uiText(`${plan}:form.addIntervention`)).click()
      await nora.page
        .getByRole('textbox', { name: uiText(`${plan}:form.intervention`, { number: '1' }), exact: true })
        .fill('Graded practice')
      await expectAccessibleInViews(nora.page, 'plan being written', button(nora.page, uiText(`${plan}:form.save`)))
      await button(nora.page, uiText(`${plan}:form.save`)).click()
      await expect(nora.page.getByRole('heading', { name: 'Travel alone again' })).toBeVisible()
    })

    await test.step('the therapist adds a diagnosis and notes progress', async () => {
      await button(nora.page, uiText(`${plan}:diagnosis.add`)).click()
      const dialog = nora.page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: uiText(`${plan}:diagnosis.code`) }).fill('F40.0')
      await dialog.getByRole('textbox', { name: uiText(`${plan}:diagnosis.text`) }).fill('Agoraphobia')
      await button(nora.page, uiText(`${plan}:diagnosis.save`)).click()
      await expect(nora.page.getByText('Agoraphobia')).toBeVisible()
      const objective = uiText(`${plan}:progress.of`, { objective: 'Ride the tram to the market' })
      await button(nora.page, objective).click()
      await nora.page.getByRole('slider').fill('40')
      await button(nora.page, uiText(`${plan}:progress.save`)).click()
      await expect(nora.page.getByRole('img', { name: /Ride the tram to the market/ })).toBeVisible()
    })

    await test.step('a session names the objective that it worked on', async () => {
      const sessionId = randomUUID()
      const startsAt = new Date(Date.now() - 2 * 24 * 60 * 60_000).toISOString()
      const session = { startsAt, durationMinutes: 50, format: 'in-person', outcome: 'completed' } as const
      await practice.therapist.api.session.logPast({ id: sessionId, clientIds: [ana.clientId], ...session })
      await nora.page.goto(`/dashboard/therapist/sessions/session-details?id=${sessionId}`)
      // The content above may still be loading and move the checkbox and the button.
      await expect(() =>
        nora.page.getByRole('checkbox', { name: 'Ride the tram to the market' }).check({ timeout: 1000 }),
      ).toPass()
      await expect(async () => {
        await button(nora.page, uiText(`${plan}:session.addPercent`)).click({ timeout: 1000 })
        await expect(nora.page.getByRole('slider')).toBeVisible({ timeout: 1000 })
      }).toPass()
      await nora.page.getByRole('slider').press('ArrowRight')
      await expect
        .poll(async () => {
          const { progress } = await practice.therapist.api.treatmentPlan.get({ clientId: ana.clientId })
          return progress.map(({ percent, sessionId: of }) => [percent, of])
        })
        .toContainEqual([45, sessionId])
    })

    await test.step('before it is shared, the client sees no plan', async () => {
      await client.page.goto('/dashboard/client/plan')
      await expect(client.page.getByText(uiText(`${plan}:own.emptyTitle`))).toBeVisible()
    })

    await test.step('the therapist shares the plan and asks for a signature; the client reads it without the diagnosis', async () => {
      await nora.page.goto(`/dashboard/therapist/clients/${ana.clientId}/client-profile?tab=plan`)
      await button(nora.page, uiText(`${plan}:share.share`)).click()
      await nora.page.getByRole('checkbox', { name: uiText(`${plan}:share.asks`, { name: 'Ana Moreau' }) }).check()
      await nora.page
        .getByRole('dialog')
        .getByRole('button', { name: uiText(`${plan}:share.share`) })
        .click()
      await expect(client.page.getByRole('heading', { name: 'Travel alone again' })).toBeVisible()
      for (const hidden of ['F40.0', 'Agoraphobia', 'Graded practice'])
        await expect(client.page.getByText(hidden)).toHaveCount(0)
      await expectAccessibleInViews(client.page, 'shared plan', button(client.page, uiText(`${plan}:sign.sign`)))
      await expectAccessibleInViews(nora.page, 'plan of a client', nora.page.getByText('Agoraphobia'))
    })

    await test.step('the client signs, and the therapist sees it', async () => {
      await button(client.page, uiText(`${plan}:sign.sign`)).click()
      const dialog = client.page.getByRole('dialog')
      await expect(dialog.getByText(uiText(`${plan}:sign.simple`))).toBeVisible()
      await dialog.getByRole('textbox').fill('Ana Moreau')
      await dialog.getByRole('button', { name: uiText(`${plan}:sign.sign`) }).click()
      const signature = nora.page.getByRole('listitem').filter({ hasText: uiText(`${plan}:sign.role.client`) })
      await expect(signature.filter({ hasText: 'Ana Moreau' })).toBeVisible()
    })

    await test.step('the end of sharing takes the plan away at once', async () => {
      await button(nora.page, uiText(`${plan}:share.end`)).click()
      await expect(client.page.getByText(uiText(`${plan}:own.emptyTitle`))).toBeVisible()
    })
    await expectNoErrors(nora, client)
  },
)
