import 'fake-indexeddb/auto'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resetCircuitBreakers } from '../../../platform/api/circuit-breaker.ts'
import { drafts } from '../../../platform/draft/drafts.ts'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText, uiTextIn, uiTextPattern } from '../../../testing/ui-text.ts'
import { ClientAssistantCard, NoteAssistant, TextAssistantButton } from './assistant.ts'
import { OwnAssistantSettings } from './OwnAssistantSettings.tsx'
import {
  answer,
  clientId,
  draftId,
  entry,
  mockAssistant,
  offered,
  preview,
  sessionId,
  sha256,
  statusOn,
  streamedAnswer,
} from './assistant.testing.ts'

beforeEach(async () => {
  mockServer({ 'account/draftKey': () => ({ key: btoa('k'.repeat(32)) }) })
  await drafts.open(crypto.randomUUID())
  await vi.waitUntil(drafts.isPersistent, 30_000)
})
afterEach(() => {
  vi.unstubAllGlobals()
  resetCircuitBreakers()
})

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, text: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: label }), { target: { value: text } })

const accepted = vi.fn<(given: { draftId: string | null; text: string }) => void>()
const notePage = () => {
  accepted.mockReset()
  return renderPage(<NoteAssistant sessionId={sessionId} client={{ id: clientId, name: 'Ana' }} onAccept={accepted} />)
}

/** Opens the assistant from a note, types keywords and presses the button that leads to the preview. */
async function openPreview() {
  await press(uiText('assistant:open.note'))
  await type(uiText('assistant:choose.keywords.note'), 'slept badly')
  await press(uiText('assistant:choose.next'))
}

async function toPreview() {
  await openPreview()
  return screen.findByRole('textbox', { name: uiText('assistantPreview:text') })
}

const send = async () => {
  const button = await screen.findByRole('button', { name: uiText('assistantPreview:send') })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  fireEvent.click(button)
}

test('the assistant is offered only if the practice and the therapist have switched it on [1.13] @slow', async () => {
  const everywhere = (
    <>
      <OwnAssistantSettings />
      <NoteAssistant sessionId={sessionId} client={{ id: clientId, name: 'Ana' }} onAccept={() => {}} />
      <ClientAssistantCard client={{ id: clientId, name: 'Ana' }} may />
      <TextAssistantButton name="x" client={null} target={() => ({ text: '', replace: () => {} })} />
    </>
  )
  const answered = async (status: object) => {
    const { inputsOf } = mockAssistant({ 'assistant/status': () => status })
    const page = await renderPage(everywhere)
    await waitFor(() => expect(inputsOf('assistant/status')).toHaveLength(1))
    await waitFor(() => expect(page.client.isFetching()).toBe(0))
    return page
  }
  const off = await answered({ ...statusOn, offered: null, switchedOnAt: null })
  expect(off.container.querySelectorAll('button, section')).toHaveLength(0)
  off.unmount()
  const own = await answered({ ...statusOn, switchedOnAt: null })
  await screen.findByRole('button', { name: uiText('assistantSettings:readFirst') })
  expect(own.container.querySelectorAll('button')).toHaveLength(1)
})

test('while the assistant is off, its settings say what it would send, and to whom', async () => {
  mockAssistant({ 'assistant/status': () => ({ ...statusOn, switchedOnAt: null }) })
  const offered = await renderPage(<OwnAssistantSettings />)
  const country = { provider: 'Example AI', country: 'France' }
  expect(await screen.findByText(uiText('assistantSettings:whileOff.provider', country))).toBeTruthy()
  offered.unmount()
  mockAssistant({ 'assistant/status': () => ({ ...statusOn, offered: null, switchedOnAt: null }) })
  await renderPage(<OwnAssistantSettings />)
  expect(await screen.findByText(uiText('assistantSettings:whileOff.none'))).toBeTruthy()
})

test('a therapist switches the assistant on after reading what is sent where [1.13] @slow', async () => {
  const { inputsOf } = mockAssistant({ 'assistant/status': () => ({ ...statusOn, switchedOnAt: null }) })
  await renderPage(<OwnAssistantSettings />)
  await press(uiText('assistantSettings:readFirst'))
  const dialog = await screen.findByRole('dialog')
  for (const text of [/Example AI, France/, /Paris only/, /agreement of 3 March/, /test-model \(ai\.example\.com\)/])
    expect(within(dialog).getByText(text)).toBeTruthy()
  expect(within(dialog).getByText(uiText('assistantSettings:wrong.title'))).toBeTruthy()
  await press(uiText('assistantSettings:dialog.submit'))
  expect(await screen.findByText(uiText('assistantSettings:dialog.readMissing'))).toBeTruthy()
  expect(inputsOf('assistant/switchOn')).toEqual([])
  fireEvent.click(within(dialog).getByRole('checkbox'))
  await press(uiText('assistantSettings:dialog.submit'))
  await waitFor(() => expect(inputsOf('assistant/switchOn')).toMatchObject([{ termsVersion: offered.termsVersion }]))
})

test('a summary begins with everything since the last session, and the total of its words is shown [1.13] @slow', async () => {
  const { inputsOf } = mockAssistant({ 'assistantConsent/get': () => new Response('', { status: 404 }) })
  await renderPage(<ClientAssistantCard client={{ id: clientId, name: 'Ana' }} may />)
  await press(uiText('assistant:open.client'))
  expect(await screen.findByRole('checkbox', { name: entry.title })).toHaveProperty('checked', true)
  const words = uiText('assistant:words_other', { number: '120' })
  expect(screen.getByText(uiText('assistant:sources.total_one', { count: '1', words }))).toBeTruthy()
  await press(uiText('assistant:choose.next'))
  await screen.findByRole('textbox', { name: uiText('assistantPreview:text') })
  expect(inputsOf('assistant/preview')).toMatchObject([
    { purpose: 'summary', clientId, sources: [{ kind: 'entry', id: entry.id }], edited: null },
  ])
})

test('the preview shows the text, its placeholders, the exact request and its checksum before anything leaves [1.13] @slow', async () => {
  const { inputsOf } = mockAssistant()
  await notePage()
  expect(await toPreview()).toHaveProperty('value', preview.prompt)
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['[CLIENT]'])
  expect(screen.getByText(preview.body)).toBeTruthy()
  await screen.findByText(sha256)
  expect(inputsOf('assistant/ask')).toEqual([])
})

test('names that an edit brings back are marked, and sending asks for an explicit yes [1.13] @slow', async () => {
  const { inputsOf } = mockAssistant({
    'assistant/preview': ({ edited }: { edited: string | null }) =>
      edited === null ? preview : { ...preview, broughtBack: ['Ana'], sha256: 'b'.repeat(64) },
    'assistant/ask': () => refusalResponse(409, 'FAILED'),
  })
  await notePage()
  fireEvent.change(await toPreview(), { target: { value: 'Ana slept badly' } })
  await screen.findByText(uiText('assistantPreview:names.title'))
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Ana'])
  await send()
  await screen.findByText(uiText('assistantPreview:names.missing'))
  expect(inputsOf('assistant/ask')).toEqual([])
  fireEvent.click(screen.getByRole('checkbox', { name: uiText('assistantPreview:names.accept') }))
  await send()
  await waitFor(() =>
    expect(inputsOf('assistant/ask')).toMatchObject([
      { edited: 'Ana slept badly', sha256: 'b'.repeat(64), acceptsNames: true },
    ]),
  )
})

test('the preview shows headings instead of the lines with the code, and an edit keeps every other byte [1.13] @slow', async () => {
  const code = 'a1'.repeat(16)
  const prompt = [
    `BEGIN S1 (message, 2026-01-05) ${code}`,
    'I could not sleep.',
    `END ${code}`,
    '',
    `BEGIN S2 (keywords of the therapist) ${code}`,
    'sleep',
    `END ${code}`,
  ].join('\n')
  const { inputsOf } = mockAssistant({
    'assistant/preview': ({ edited }: { edited: string | null }) => ({
      ...preview,
      prompt: edited ?? prompt,
      body: prompt,
    }),
  })
  await notePage()
  await openPreview()
  const keywords = await screen.findByRole('textbox', { name: `S2 · ${uiText('assistantPreview:blocks.keywords')}` })
  const message = screen.getByRole('textbox', {
    name: new RegExp(`^S1 · ${uiText('assistant:kindOne.message')} · .*5 January`),
  })
  expect([message, keywords].map((field) => (field as HTMLTextAreaElement).value)).toEqual([
    'I could not sleep.',
    'sleep',
  ])
  expect(screen.getAllByText(new RegExp(code)).every((element) => element.closest('details') !== null)).toBe(true)
  fireEvent.change(keywords, { target: { value: 'sleep\n\nwork' } })
  await waitFor(() =>
    expect(inputsOf('assistant/preview').at(-1)).toMatchObject({
      edited: prompt.replace('\nsleep\n', '\nsleep\n\nwork\n'),
    }),
  )
})

test('an answer streams with the source of each sentence and is accepted only by a press [1.13] @slow', async () => {
  const stream = streamedAnswer()
  mockAssistant({ 'assistant/ask': stream.response })
  await notePage()
  await toPreview()
  await send()
  stream.say('Ana could ')
  await screen.findByText('Ana could', { exact: false })
  stream.end()
  const quote = await screen.findByText('could not sleep at all')
  expect(screen.getAllByText(uiText('assistant:answer.notFound'))).toHaveLength(1)
  expect(screen.getByText(uiText('assistant:answer.notFoundCount_one', { count: '1' }))).toBeTruthy()
  fireEvent.click(quote)
  const source = await screen.findByRole('region', { name: new RegExp(entry.title) })
  expect(source.querySelector('mark')?.textContent).toBe('could not sleep at all')
  expect(accepted).not.toHaveBeenCalled()
  await press(uiText('assistant:accept.note'))
  await waitFor(() => expect(accepted.mock.calls[0]?.[0]).toMatchObject({ draftId, text: answer.text }))
})

test('a failure shows the apology in four languages, keeps the text and offers to try again [1.13] @slow', async () => {
  const answers = [() => refusalResponse(409, 'FAILED')]
  const { inputsOf } = mockAssistant({ 'assistant/ask': () => answers.shift()?.() ?? streamedAnswer().response() })
  await notePage()
  await toPreview()
  await send()
  expect(await screen.findByText("I'm sorry, I couldn't answer that. Please try again.")).toBeTruthy()
  expect(new Set((['en', 'de', 'fr', 'es'] as const).map((one) => uiTextIn(one, 'assistant:apology'))).size).toBe(4)
  await press(uiText('assistant:again'))
  await screen.findByText(uiText('assistant:answer.waiting'))
  const [first, second] = inputsOf('assistant/ask')
  expect(first).toMatchObject({ keywords: 'slept badly' })
  expect(second).toEqual(first)
})

test.each([
  ['refused-key', 'refusedKey', false],
  ['no-credit', 'noCredit', false],
  ['wrong-answer', 'misconfigured', false],
  ['too-many-requests', 'busy', true],
  ['server-error', 'serverError', true],
  ['timeout', 'timeout', true],
  ['truncated', 'failed', true],
] as const)('a failure with the reason %s says whether trying again helps @slow', async (reason, kind, helps) => {
  mockAssistant({ 'assistant/ask': () => refusalResponse(409, 'FAILED', { reason }) })
  await notePage()
  await toPreview()
  await send()
  expect(await screen.findByText(uiText(`assistant:failure.${kind}`))).toBeTruthy()
  expect(screen.queryByText(uiText('assistant:apology')) !== null).toBe(helps)
  if (!helps) expect(uiText(`assistant:failure.${kind}`)).toMatch(/won't help\. Ask your admin/)
})

test('a text that is too long for the model says how to send less, and offers no other attempt @slow', async () => {
  mockAssistant({ 'assistant/ask': () => refusalResponse(409, 'FAILED', { reason: 'too-long' }) })
  await notePage()
  await toPreview()
  await send()
  expect(await screen.findByText(uiText('assistant:failure.tooLong'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('assistant:again') })).toBeNull()
})

test('what was typed is in the form after the dialog was closed and opened again [1.13] @slow', async () => {
  mockAssistant({ 'assistant/ask': () => refusalResponse(409, 'FAILED') })
  const { unmount } = await notePage()
  await toPreview()
  unmount()
  await notePage()
  await press(uiText('assistant:open.note'))
  expect(await screen.findByRole('textbox', { name: uiText('assistant:choose.keywords.note') })).toHaveProperty(
    'value',
    'slept badly',
  )
})

test('a pause says until when it lasts [1.13, 9.10] @slow', async () => {
  mockAssistant({ 'assistant/ask': () => refusalResponse(409, 'PAUSED', { until: '2026-11-22T12:34:00.000Z' }) })
  await notePage()
  await toPreview()
  await send()
  expect(await screen.findByText(uiTextPattern('assistant:failure.paused', { time: /\d\d:34/ }))).toBeTruthy()
})

test('a withdrawal while the answer streams removes its words from the screen [1.13] @slow', async () => {
  const stream = streamedAnswer()
  mockAssistant({ 'assistant/ask': stream.response })
  await notePage()
  await toPreview()
  await send()
  stream.say('Ana could not')
  await screen.findByText('Ana could not')
  stream.refuse('WITHDRAWN')
  await screen.findByText(uiText('assistant:failure.withdrawn'))
  expect(screen.queryByText('Ana could not', { exact: false })).toBeNull()
})

test('‘Stop’ and leaving the page end the request with the arrived words marked as incomplete [1.13] @slow', async () => {
  const stream = streamedAnswer()
  const { signals } = mockAssistant({ 'assistant/ask': stream.response })
  const { unmount } = await notePage()
  await toPreview()
  await send()
  stream.say('Ana could not')
  await screen.findByText('Ana could not')
  signals[0]?.addEventListener('abort', stream.abort)
  await press(uiText('assistant:answer.stop'))
  expect(signals[0]?.aborted).toBe(true)
  await screen.findByText(uiText('assistant:answer.incomplete'))
  expect(screen.queryByRole('button', { name: uiText('assistant:accept.note') })).toBeNull()
  await press(uiText('assistant:again'))
  await waitFor(() => expect(signals).toHaveLength(2))
  unmount()
  expect(signals[1]?.aborted).toBe(true)
})

test('a question about a diagnosis gets our own text, and nothing can be sent [1.13] @slow', async () => {
  mockAssistant({ 'assistant/preview': () => ({ ...preview, fixedAnswer: 'diagnosis' }) })
  await notePage()
  await press(uiText('assistant:open.note'))
  await type(uiText('assistant:choose.keywords.note'), 'Which diagnosis does Ana have?')
  await press(uiText('assistant:choose.next'))
  await screen.findByText(uiText('assistant:fixed.diagnosis.title'))
  expect(screen.queryByRole('button', { name: uiText('assistantPreview:send') })).toBeNull()
})

test('without the client’s consent nothing can be asked, and the consent can be recorded [1.13] @slow', async () => {
  mockAssistant({
    'assistant/sources': () => ({ name: 'Ana', items: [], mayAsk: 'no-consent' }),
    'assistantConsent/get': () => ({
      clientId,
      therapistName: 'Nora',
      offered: { ...offered, version: 1 },
      isGiven: false,
      latest: null,
      mayGive: true,
      history: [],
    }),
  })
  await notePage()
  await press(uiText('assistant:open.note'))
  await screen.findByText(uiText('assistant:noConsent.title', { name: 'Ana' }))
  expect(screen.queryByRole('button', { name: uiText('assistant:choose.next') })).toBeNull()
  await screen.findByRole('button', { name: uiText('assistantConsent:give.therapist') })
  // The title above already says that there is no consent.
  expect(screen.queryByText(uiText('assistantConsent:status.none'))).toBeNull()
})

test('a rewritten text is beside the old one and replaces it only after a press [1.13] @slow', async () => {
  const stream = streamedAnswer()
  mockAssistant({ 'assistant/ask': stream.response })
  const replace = vi.fn<(text: string) => void>()
  await renderPage(
    <TextAssistantButton
      name="message"
      client={{ id: clientId, name: 'Ana' }}
      target={() => ({ text: 'Come on time.', replace })}
    />,
  )
  await press(uiText('assistant:open.text'))
  await press(uiText('assistant:choose.next'))
  await send()
  stream.end({ ...answer, text: 'Please try to be on time.', sentences: null })
  const after = await screen.findByRole('region', { name: uiText('assistant:answer.after') })
  expect(within(after).getByText('Please try to be on time.')).toBeTruthy()
  expect(screen.getByRole('region', { name: uiText('assistant:answer.before') }).textContent).toContain('Come on time.')
  expect(replace).not.toHaveBeenCalled()
  await press(uiText('assistant:accept.text'))
  await waitFor(() => expect(replace).toHaveBeenCalledWith('Please try to be on time.'))
})

test('an incomplete draft is marked where it was begun and cannot be accepted [1.13] @slow', async () => {
  const draft = {
    id: draftId,
    clientId,
    sessionId,
    purpose: 'note',
    form: 'soap',
    language: 'en',
    question: '',
    keywords: 'slept badly',
    text: 'Ana could',
    sentences: null,
    model: 'test-model',
    at: '2026-11-20T10:00:00.000Z',
    isComplete: false,
  }
  const elsewhere = { ...draft, id: crypto.randomUUID(), sessionId: null }
  const { inputsOf } = mockAssistant({ 'assistant/drafts': () => ({ items: [draft, elsewhere] }) })
  await notePage()
  await press(uiTextPattern('assistant:drafts.openOf'))
  await screen.findByText(uiText('assistant:answer.incomplete'))
  expect(screen.queryByRole('button', { name: uiText('assistant:accept.note') })).toBeNull()
  await press(uiText('assistant:answer.discard'))
  await waitFor(() => expect(inputsOf('assistant/deleteDraft')).toEqual([{ id: draftId }]))
})
