import { expect, test } from '@playwright/test'
import { openSignedIn, startJourneyPractice, type JourneyPractice } from './practice.ts'
import type { JourneyServer } from './server.ts'
import { uiText } from './ui-text.ts'
import { expectAccessibleInViews, setView } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
test.describe.configure({ timeout: 180_000 })
test.beforeAll(async () => {
  ;({ product, practice } = await startJourneyPractice())
})
test.afterAll(() => product.stop())
test.afterEach(closeVisitors)

test(
  'reading hours, an absence, a quick reply, notes and a message to several',
  { tag: '@deep' },
  async ({ browser }) => {
    const ana = await practice.newClient('Ana', 'Moreau')
    const ben = await practice.newClient('Ben', 'Osei')
    const therapist = await setView(await openSignedIn(browser, product, practice.therapist))
    const client = await setView(await openSignedIn(browser, product, ana))
    const [nora, anaPage] = [therapist.page, client.page]
    const button = (name: string) => nora.getByRole('button', { name, exact: true })

    await test.step('the therapist sets reading hours, an absence and a quick reply', async () => {
      await nora.goto('/dashboard/therapist/settings/reading-hours')
      await button(uiText('messageSettings:hours.add')).click()
      await button(uiText('settings:form.save')).click()
      await expect(nora.getByText(uiText('settings:form.saved'))).toBeVisible()
      await expectAccessibleInViews(nora, 'reading hours', button(uiText('settings:form.save')))
      await nora.goto('/dashboard/therapist/settings/absence-reply')
      await nora
        .getByRole('textbox', { name: uiText('messageSettings:absence.text'), exact: true })
        .fill('I am away until Monday.')
      await button(uiText('messageSettings:absence.turnOn')).click()
      await expect(button(uiText('messageSettings:absence.end'))).toBeVisible()
      await nora.goto('/dashboard/therapist/settings/quick-replies')
      await button(uiText('messageSettings:replies.add')).click()
      const dialog = nora.getByRole('dialog')
      await dialog
        .getByRole('textbox', { name: uiText('messageSettings:replies.text'), exact: true })
        .fill('Thank you, I have read it.')
      await dialog.getByRole('button', { name: uiText('messageSettings:replies.addTitle') }).click()
      // While the dialog closes, its button has the same name as the button that opened it.
      await expect(dialog).toBeHidden()
      await expect(nora.getByText('Thank you, I have read it.')).toBeVisible()
      await expectAccessibleInViews(nora, 'quick replies', button(uiText('messageSettings:replies.add')))
    })

    await test.step('the client sees the hours and gets the automatic reply', async () => {
      await anaPage.goto(`/dashboard/client/messages?conversation=${ana.clientId}`)
      await expect(anaPage.getByText('Mon–Fri 09:00–17:00')).toBeVisible()
      const field = anaPage.getByRole('textbox', { name: uiText('message:write', { name: 'Nora Lindqvist' }) })
      await field.fill('I slept better.')
      await field.press('ControlOrMeta+Enter')
      const reply = anaPage.getByRole('listitem').filter({ hasText: 'I am away until Monday.' }).last()
      await expect(reply).toContainText('112')
      await expect(reply).toContainText(uiText('message:automatic'))
    })

    await test.step('the therapist puts the message into the notes and chooses a quick reply by keyboard', async () => {
      await nora.goto(`/dashboard/therapist/messages?conversation=${ana.clientId}`)
      const message = nora.getByRole('listitem').filter({ hasText: 'I slept better.' }).last()
      await message.focus()
      await nora.keyboard.press('Enter')
      await nora.getByRole('menuitem', { name: uiText('message:notes.put') }).click()
      await expect(nora.getByText(uiText('message:notes.done'))).toBeVisible()
      expect((await practice.therapist.api.client.get({ id: ana.clientId })).notes).toContain('I slept better.')
      await button(uiText('messageSettings:replies.title')).focus()
      await nora.keyboard.press('Enter')
      await expect(nora.getByRole('menuitem', { name: 'Thank you, I have read it.' })).toBeFocused()
      await nora.keyboard.press('Enter')
      const field = nora.getByRole('textbox', { name: uiText('message:write', { name: 'Ana Moreau' }) })
      await expect(field).toHaveValue('Thank you, I have read it.')
      await expect(field).toBeFocused()
    })

    await test.step('a message to several arrives in each conversation on its own', async () => {
      await nora.goto('/dashboard/therapist/messages')
      await button(uiText('message:several.title')).click()
      const dialog = nora.getByRole('dialog')
      await dialog.getByRole('button', { name: uiText('message:several.all', { count: '2' }) }).click()
      await dialog.getByRole('textbox', { name: uiText('message:several.text'), exact: true }).fill('Closed on Friday.')
      await dialog.getByRole('button', { name: uiText('message:several.sendTo_other', { count: '2' }) }).click()
      await expect(dialog.getByText(uiText('message:several.sent_other', { sent: '2', count: '2' }))).toBeVisible()
      for (const person of [ana, ben]) {
        const { items } = await person.api.message.messages({ id: person.clientId })
        expect(items.at(-1)?.text).toBe('Closed on Friday.')
      }
      expect((await ben.api.message.list({})).items.map(({ id }) => id)).toEqual([ben.clientId])
    })
    await expectNoErrors(therapist)
    await expectNoErrors(client)
  },
)
