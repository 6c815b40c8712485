import { expect, type Page, test } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { openAssistantEndpoint, type AssistantEndpointDouble } from '../apps/server/src/testing/assistant/endpoint.ts'
import { switchOnAssistant } from '../apps/server/src/testing/assistant/setup.ts'
import {
  openSignedIn,
  planSessionByApi,
  startJourneyPractice,
  type ClientPracticeMember,
  type JourneyPractice,
} from './practice.ts'
import type { JourneyServer } from './server.ts'
import { elementsInBands } from './covered.ts'
import { uiText } from './ui-text.ts'
import { expectAccessibleInViews, phoneViewport, twoViews } from './views.ts'
import { closeVisitors, expectNoErrors } from './visitor.ts'

let product: JourneyServer
let practice: JourneyPractice
let double: AssistantEndpointDouble
const writtenBy = (firstName: string) =>
  `On Monday I could not sleep at all. My sister said: ${firstName}, see someone.`
test.describe.configure({ timeout: 120_000 })
test.beforeAll(async () => {
  double = await openAssistantEndpoint()
  ;({ product, practice } = await startJourneyPractice({ ASSISTANT_LOCAL_HOSTS: double.host }))
  await switchOnAssistant(practice.admin, double)
})
test.afterAll(async () => {
  await product.stop()
  await double.close()
})
test.afterEach(() => {
  Object.assign(double, { holds: false, mode: 'ok' })
  double.release()
})
test.afterEach(closeVisitors)

/** Creates a client who has written a message and has a session in `days` days. */
async function newClient(firstName: string, days: number) {
  const client = await practice.newClient(firstName, 'Moreau')
  const conversationId = client.clientId
  await client.api.message.send({ id: randomUUID(), conversationId, text: writtenBy(firstName), attachments: [] })
  const session = await planSessionByApi(practice.therapist, client.clientId, days, 9, true)
  return { client, sessionId: session.id }
}

async function switchOnByApi(): Promise<void> {
  const { offered } = await practice.therapist.api.assistant.status({})
  await practice.therapist.api.assistant.switchOn({ termsVersion: offered?.termsVersion ?? 0, command: randomUUID() })
}

async function consentByApi({ api, clientId }: ClientPracticeMember): Promise<void> {
  const { offered } = await api.assistantConsent.get({ id: clientId })
  const { version = 0, termsVersion = 0 } = offered ?? {}
  await api.assistantConsent.give({ id: clientId, command: randomUUID(), language: 'en', version, termsVersion })
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const sessionPage = (id: string) => `/dashboard/therapist/sessions/session-details?id=${id}`
/** The fields of the preview, one for each text. */
const previews = (page: Page) => page.getByRole('group', { name: uiText('assistantPreview:text') }).getByRole('textbox')
const expectInPreview = (page: Page, text: RegExp) =>
  expect
    .poll(() =>
      previews(page).evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value).join('\n')),
    )
    .toMatch(text)

/** Opens the assistant from the note of a session, enters keywords, chooses the message and opens the preview. */
async function toPreview(page: Page, sessionId: string) {
  await page.goto(sessionPage(sessionId))
  await press(page, uiText('assistant:open.note'))
  await page.getByRole('textbox', { name: uiText('assistant:choose.keywords.note') }).fill('poor sleep, sister')
  await page.getByRole('checkbox', { name: 'On Monday I could' }).check()
  await press(page, uiText('assistant:choose.next'))
  await expectInPreview(page, /could not sleep at all/)
}

/** Lets the endpoint send words one at a time until the page shows a text. */
async function releaseUntil(page: Page, text: string): Promise<void> {
  await expect(async () => {
    double.release(2)
    await expect(page.getByText(text)).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
}

const send = (page: Page) => press(page, uiText('assistantPreview:send'))
const note = (page: Page) => page.getByRole('textbox', { name: uiText('note:label') })

test('a therapist edits the preview, follows a sentence to its source and accepts the draft, which the client sees [1.13] @slow', async ({
  browser,
}) => {
  const { client: ana, sessionId } = await newClient('Ana', 3)
  const nora = await openSignedIn(browser, product, practice.therapist)
  const { page } = nora
  double.answer = () =>
    '[CLIENT] slept badly. {{S1: I could not sleep at all}} [CLIENT] has quit her job. {{S1: quit her job}}'

  await test.step('Nora switches the assistant on after reading what is sent where', async () => {
    await page.goto('/dashboard/therapist/settings/assistant')
    await press(page, uiText('assistantSettings:readFirst'))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Models Ltd, Ireland')).toBeVisible()
    await dialog.getByRole('checkbox').check()
    await expectAccessibleInViews(page, 'switching on', dialog, twoViews)
    await press(page, uiText('assistantSettings:dialog.submit'))
    await expect(page.getByText(uiText('assistantSettings:done.on'))).toBeVisible()
  })

  await test.step('without consent nothing can be asked; she records it on the client’s word', async () => {
    await page.goto(sessionPage(sessionId))
    await press(page, uiText('assistant:open.note'))
    await expect(page.getByText(uiText('assistant:noConsent.title', { name: 'Ana' }))).toBeVisible()
    await press(page, uiText('assistantConsent:give.therapist'))
    const dialog = page.getByRole('dialog', { name: uiText('assistantConsent:dialog.title.therapist') })
    await dialog.getByRole('checkbox').check()
    await press(page, uiText('assistantConsent:dialog.submit.therapist'))
    await expect(page.getByRole('button', { name: uiText('assistant:choose.next') })).toBeVisible()
  })

  await test.step('the preview is what leaves, as she has edited it', async () => {
    await toPreview(page, sessionId)
    await expect(page.locator('mark')).toHaveText('[CLIENT]')
    const last = previews(page).last()
    await last.fill(`${await last.inputValue()}\nShort, please.`)
    await expectAccessibleInViews(page, 'preview', last, twoViews)
    await page.getByText(uiText('assistantPreview:exact.title')).click()
    await expect(page.locator('pre')).toContainText('Short, please.')
    const shown = await page.locator('pre').textContent()
    double.holds = true
    await send(page)
    await double.received(1)
    expect(double.requests.at(-1)?.body.toString()).toBe(shown)
    expect(shown).not.toContain('Ana')
  })

  await test.step('the answer streams; a sentence leads to its source, another is marked', async () => {
    await releaseUntil(page, 'Ana slept')
    double.release()
    await expect(page.getByText(uiText('assistant:answer.notFound'), { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'I could not sleep at all' }).click()
    await expect(page.locator('mark', { hasText: 'I could not sleep at all' })).toBeVisible()
    await expectAccessibleInViews(page, 'answer', page.getByRole('group', { name: uiText('assistant:answer.title') }))
  })

  await test.step('accepted, it is in the note, which says so and stays editable', async () => {
    await expect(note(page)).toHaveText('')
    await press(page, uiText('assistant:accept.note'))
    await expect(note(page)).toContainText('Ana slept badly.')
    await expect(page.getByText(uiText('note:assistance.badge'))).toBeVisible()
    await note(page).fill('Ana slept badly all week.')
    await press(page, uiText('note:assistance.open'))
    await expect(page.getByRole('dialog').locator('ins', { hasText: 'week' })).toBeVisible()
  })

  await test.step('Ana sees in the access log that the assistant was asked', async () => {
    const reader = await openSignedIn(browser, product, ana)
    await reader.page.goto('/dashboard/client/who-looked')
    await expect(reader.page.getByText(uiText('accessLog:opened.assistant')).first()).toBeVisible()
    await expectNoErrors()
  })
})

test('a client withdraws consent while an answer streams: the stream stops and the draft is deleted [1.13] @deep', async ({
  browser,
}) => {
  const { client: bea, sessionId } = await newClient('Bea', 4)
  await switchOnByApi()
  await consentByApi(bea)
  const { page } = await openSignedIn(browser, product, practice.therapist)
  const other = await openSignedIn(browser, product, bea)
  const sentence = '[CLIENT] slept badly. {{S1: I could not sleep at all}} '
  double.answer = () => sentence.repeat(100)
  double.holds = true
  await toPreview(page, sessionId)
  const before = double.requests.length
  await send(page)
  await double.received(before + 1)
  await releaseUntil(page, 'Bea slept')
  await other.page.goto('/dashboard/client/settings/assistant')
  await press(other.page, uiText('assistantConsent:withdraw'))
  await expect(other.page.getByText(uiText('assistantConsent:done.client.withdrawn'))).toBeVisible()
  await expect(page.getByText(uiText('assistant:failure.withdrawn'))).toBeVisible()
  await expect(page.getByText('Bea slept')).toBeHidden()
  await expect.poll(() => double.requests.at(-1)?.closedAt).not.toBeNull()
  const { items } = await practice.therapist.api.assistant.drafts({ clientId: bea.clientId })
  expect(items).toEqual([])
})

test('the endpoint fails: the apology appears, the text is there, and ‘Try again’ works [1.13] @deep', async ({
  browser,
}) => {
  const { client: cora, sessionId } = await newClient('Cora', 5)
  await switchOnByApi()
  await consentByApi(cora)
  const { page } = await openSignedIn(browser, product, practice.therapist)
  double.answer = () => '[CLIENT] slept badly. {{S1: I could not sleep at all}}'
  double.mode = 'error'
  await toPreview(page, sessionId)
  await send(page)
  await expect(page.getByText(uiText('assistant:apology'))).toBeVisible()
  await page.reload()
  await press(page, uiText('assistant:open.note'))
  const keywords = page.getByRole('textbox', { name: uiText('assistant:choose.keywords.note') })
  await expect(keywords).toHaveValue('poor sleep, sister')
  await press(page, uiText('assistant:choose.next'))
  await expectInPreview(page, /could not sleep at all/)
  await send(page)
  await expect(page.getByText(uiText('assistant:apology'))).toBeVisible()
  double.mode = 'ok'
  await press(page, uiText('assistant:again'))
  await expect(page.getByText(uiText('assistant:answer.allFound'))).toBeVisible()
  await press(page, uiText('assistant:accept.note'))
  await expect(note(page)).toHaveText('Cora slept badly.')
})

test(
  'a therapist asks in a conversation, follows up with its history, asks a failed question again, and deletes it [1.13]',
  { tag: '@deep' },
  async ({ browser }) => {
    const { client: dora, sessionId } = await newClient('Dora', 6)
    await switchOnByApi()
    await consentByApi(dora)
    const { page } = await openSignedIn(browser, product, practice.therapist)
    // The preview has a field with the same heading.
    const field = page.locator(`textarea[aria-label="${uiText('assistant:choose.question')}"]`)
    const sendButton = page.getByRole('button', { name: uiText('assistantPreview:send'), exact: true })
    const turns = page.getByRole('region', { name: uiText('assistantChat:turns') })
    const lastSent = () => double.requests.at(-1)?.body.toString() ?? ''
    double.answer = () => '[CLIENT] slept badly. {{S1: I could not sleep at all}}'

    await test.step('the whole text is shown before the first question leaves', async () => {
      await page.goto(sessionPage(sessionId))
      await page.getByRole('link', { name: uiText('assistant:open.question', { name: 'Dora' }) }).click()
      await field.fill('How did Dora sleep?')
      await field.press('Control+Enter')
      await expectInPreview(page, /How did \[CLIENT\] sleep\?/)
      await expectAccessibleInViews(page, 'first question', field, twoViews)
      await page.setViewportSize(phoneViewport)
      await expect(sendButton).toBeInViewport({ ratio: 1 })
      await expect(turns.getByText(uiText('assistantChat:begin.title'))).toBeHidden()
      const box = await sendButton.boundingBox()
      expect(await elementsInBands(page, [[(box?.y ?? 0) + (box?.height ?? 0), phoneViewport.height]])).toEqual([])
      // The conversation gets its URL while its first answer is still streaming.
      double.holds = true
      await sendButton.click()
      await expect(page).toHaveURL(/conversation=/)
      await expect(field).toHaveValue('')
      await releaseUntil(page, 'Dora slept badly.')
      Object.assign(double, { holds: false })
      double.release()
      await expect(page.getByText(uiText('assistantChat:status.done'))).toBeAttached()
      await expect(turns.getByText('How did Dora sleep?')).toBeVisible()
      await expect(field).toBeFocused()
    })

    await test.step('a follow-up takes the conversation along, as its folded preview says', async () => {
      double.answer = () => 'Since Monday. {{S1: On Monday I could not sleep}}'
      await field.fill('Since when?')
      await field.press('Control+Enter')
      await expect(page.getByText(uiText('assistantChat:preview.history_one', { count: '1' }))).toBeVisible()
      await expect(previews(page)).toHaveCount(0)
      await expect(sendButton).toBeEnabled()
      await field.press('Control+Enter')
      await expect(turns.getByText('Since Monday.')).toBeVisible()
      expect(lastSent()).toContain('EARLIER ANSWER 1')
      expect(lastSent()).not.toContain('Dora')
      await expectAccessibleInViews(page, 'conversation', turns, twoViews)
    })

    await test.step('a question without an answer stays after a reload and is asked again', async () => {
      double.mode = 'error'
      await field.fill('And what about her sister?')
      await field.press('Control+Enter')
      await page.setViewportSize(phoneViewport)
      await sendButton.click()
      await expect(page.getByText(uiText('assistant:apology'))).toBeVisible()
      const askAgain = page.getByRole('button', { name: uiText('assistantChat:askAgain'), exact: true })
      await expect(askAgain).toBeInViewport({ ratio: 1 })
      await page.reload()
      await expect(turns.getByText('And what about her sister?')).toBeVisible()
      await expect(askAgain).toBeInViewport({ ratio: 1 })
      double.mode = 'ok'
      double.answer = () => 'Her sister spoke of seeing someone. {{S1: see someone}}'
      await askAgain.click()
      await expect(sendButton).toBeEnabled()
      await expect(sendButton).toBeInViewport({ ratio: 1 })
      await sendButton.click()
      await expect(turns.getByText('Her sister spoke of seeing someone.')).toBeInViewport()
      await expect(page.getByText(uiText('assistant:apology'))).toBeHidden()
    })

    await test.step('the conversation is opened again from the list, and deleted', async () => {
      await page.goto('/dashboard/therapist/assistant')
      await page.getByRole('link', { name: 'How did Dora sleep?' }).click()
      await expect(turns.getByText('Since Monday.')).toBeVisible()
      await press(page, uiText('assistantChat:delete.open'))
      await press(page, uiText('assistantChat:delete.submit'))
      await expect(page.getByText(uiText('assistantChat:delete.done'))).toBeVisible()
      await expect(page.getByRole('link', { name: 'How did Dora sleep?' })).toBeHidden()
      expect((await practice.therapist.api.assistant.conversations({ limit: 50 })).items).toEqual([])
      await expectNoErrors()
    })
  },
)
