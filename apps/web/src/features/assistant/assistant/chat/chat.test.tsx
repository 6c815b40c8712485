import type { AssistantTurn } from '@attune/contract/features/assistant/assistant/assistant'
import 'fake-indexeddb/auto'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resetCircuitBreakers } from '../../../../platform/api/circuit-breaker.ts'
import { drafts } from '../../../../platform/draft/drafts.ts'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { answer, clientId, entry, mockAssistant, preview, statusOn, streamedAnswer } from '../assistant.testing.ts'
import { ChatList } from './ChatList.tsx'
import { ChatView } from './ChatView.tsx'

const conversationId = '8d1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const turn = (part: Partial<AssistantTurn>): AssistantTurn => ({
  id: crypto.randomUUID(),
  question: 'How did she sleep?',
  language: 'en',
  sources: [{ kind: 'entry', id: entry.id }],
  isEdited: false,
  state: 'answered',
  text: 'Ana could not sleep.',
  sentences: [],
  model: 'test-model',
  at: '2026-11-20T10:00:00.000Z',
  ...part,
})
const conversation = (...turns: AssistantTurn[]) => ({
  id: conversationId,
  client: { id: clientId, name: 'Ana Moreau' },
  question: turns[0]?.question ?? '',
  questions: turns.length,
  lastAt: '2026-11-20T10:00:00.000Z',
  turns,
})
const missing = () => refusalResponse(404, 'NOT_FOUND')

beforeEach(async () => {
  mockServer({ 'account/draftKey': () => ({ key: btoa('k'.repeat(32)) }) })
  await drafts.open(crypto.randomUUID())
  await vi.waitUntil(drafts.isPersistent, 30_000)
})
afterEach(() => {
  vi.unstubAllGlobals()
  resetCircuitBreakers()
})

const closed = vi.fn<() => void>()
const openChat = (id: string | null = conversationId) =>
  renderPage(
    <ChatView
      id={id}
      clientId={id === null ? clientId : null}
      carried=""
      ClientSelect={() => null}
      onStarted={() => {}}
      onAbout={() => {}}
      onClose={closed}
    />,
  )
const field = () => screen.findByRole('textbox', { name: uiText('assistant:choose.question') })
const type = async (text: string) => fireEvent.change(await field(), { target: { value: text } })
const pressSendKey = async () => fireEvent.keyDown(await field(), { key: 'Enter', ctrlKey: true })
const sendButton = () => screen.findByRole('button', { name: uiText('assistantPreview:send') })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
/** Asks 'Since when?' in an open conversation, and waits for the first words of an answer that goes on. */
async function askWithoutEnd(stream: ReturnType<typeof streamedAnswer>) {
  const opened = await openChat()
  await type('Since when?')
  await pressSendKey()
  fireEvent.click(await sendButton())
  stream.say('Since Monday ')
  await screen.findByText('Since Monday', { exact: false })
  return opened
}

test('the key that sends shows first what leaves, folded up for a follow-up, and sends it when pressed again [1.13] @slow', async () => {
  const { inputsOf } = mockAssistant({
    'assistant/conversation': () => conversation(turn({})),
    'assistant/preview': () => ({ ...preview, history: { included: 1, leftOut: 2 } }),
    'assistant/ask': streamedAnswer().response,
  })
  await openChat()
  await type('Since when?')
  await pressSendKey()
  const shown = await screen.findByRole('region', { name: uiText('assistantChat:preview.title') })
  expect(shown.textContent).toContain(uiText('assistantChat:preview.history_one', { count: '1' }))
  expect(shown.textContent).toContain(uiText('assistantChat:preview.leftOut_other', { count: '2' }))
  expect(screen.queryByRole('textbox', { name: uiText('assistantPreview:text') })).toBeNull()
  expect(inputsOf('assistant/ask')).toEqual([])
  await waitFor(async () => expect(await sendButton()).toHaveProperty('disabled', false))
  await pressSendKey()
  await waitFor(() =>
    expect(inputsOf('assistant/ask')).toMatchObject([
      {
        question: 'Since when?',
        purpose: 'question',
        clientId,
        sha256: preview.sha256,
        conversation: { id: conversationId, isNew: false },
      },
    ]),
  )
})

test('the first question shows the whole text before it leaves, and the question stays above its answer [1.13] @slow', async () => {
  const stream = streamedAnswer()
  mockAssistant({ 'assistant/conversation': missing, 'assistant/ask': stream.response })
  await openChat(null)
  await type('How did she sleep?')
  await press(uiText('assistant:choose.next'))
  await screen.findByRole('textbox', { name: uiText('assistantPreview:text') })
  fireEvent.click(await sendButton())
  const [item] = await screen.findAllByRole('listitem')
  expect(item?.textContent).toContain('How did she sleep?')
  stream.say('Ana could ')
  await within(item as HTMLElement).findByText('Ana could', { exact: false })
  expect(document.activeElement).toBe(await field())
  stream.end()
  await screen.findByText(uiText('assistantChat:status.done'))
  expect(item?.textContent).toContain('How did she sleep?')
  expect(item?.textContent).toContain('Ana could not sleep.')
})

test('a question stays in the field until the server has it, also after the page was closed [1.13] @slow', async () => {
  mockAssistant({
    'assistant/conversation': () => conversation(turn({})),
    'assistant/ask': () => refusalResponse(409, 'DAILY_LIMIT'),
  })
  const { unmount } = await openChat()
  await type('Since when?')
  await pressSendKey()
  fireEvent.click(await sendButton())
  await screen.findByText(uiText('assistant:failure.limit'))
  expect(await field()).toHaveProperty('value', 'Since when?')
  unmount()
  await openChat()
  expect(await field()).toHaveProperty('value', 'Since when?')
})

test('the field is empty once the server has the question, and a failed one can be asked again after its preview [1.13] @slow', async () => {
  let asked: AssistantTurn[] = []
  const { inputsOf } = mockAssistant({
    'assistant/conversation': () => conversation(turn({}), ...asked),
    'assistant/ask': ({ id, question }: { id: string; question: string }) => {
      asked = [turn({ id, question, state: 'failed', text: '' })]
      return refusalResponse(409, 'FAILED')
    },
  })
  await openChat()
  await type('Since when?')
  await pressSendKey()
  fireEvent.click(await sendButton())
  expect(await screen.findByText(uiText('assistant:apology'))).toBeTruthy()
  await waitFor(async () => expect(await field()).toHaveProperty('value', ''))
  expect(screen.getByText('Since when?')).toBeTruthy()
  await press(uiText('assistantChat:askAgain'))
  await waitFor(async () => expect(await sendButton()).toHaveProperty('disabled', false))
  expect(inputsOf('assistant/ask')).toHaveLength(1)
  fireEvent.click(await sendButton())
  await waitFor(() => expect(inputsOf('assistant/ask')).toHaveLength(2))
  const [first, second] = inputsOf('assistant/ask') as { id: string; question: string }[]
  expect([second?.id, second?.question]).toEqual([first?.id, first?.question])
})

test('the next question can be typed while an answer is being written, and stays in the field [1.13]', async () => {
  const stream = streamedAnswer()
  let asked: AssistantTurn[] = []
  mockAssistant({
    'assistant/conversation': () => conversation(turn({}), ...asked),
    'assistant/ask': ({ id, question }: { id: string; question: string }) => {
      asked = [turn({ id, question, state: 'waiting', text: '' })]
      return stream.response()
    },
  })
  const { client } = await askWithoutEnd(stream)
  expect(await field()).toMatchObject({ value: 'Since when?', readOnly: true })
  await client.invalidateQueries()
  await waitFor(async () => expect(await field()).toMatchObject({ value: '', readOnly: false }))
  await type('And before?')
  stream.end()
  await screen.findByText(uiText('assistantChat:status.done'))
  expect(await field()).toHaveProperty('value', 'And before?')
})

test('an answer of an earlier visit reads its sources only when they are opened [1.13] @slow', async () => {
  const { inputsOf } = mockAssistant({
    'assistant/conversation': () => conversation(turn({ text: answer.text, sentences: answer.sentences })),
  })
  await openChat()
  await screen.findByText(answer.text)
  expect(screen.getByText(uiText('assistant:answer.notFoundCount_one', { count: '1' }))).toBeTruthy()
  expect(inputsOf('assistant/source')).toEqual([])
  await press(uiText('assistantChat:showSources'))
  await screen.findByText('could not sleep at all')
  expect(inputsOf('assistant/source')).toHaveLength(1)
})

test('a question for a diagnosis gets the fixed answer, and nothing can be sent [1.13] @slow', async () => {
  mockAssistant({
    'assistant/conversation': missing,
    'assistant/preview': () => ({ ...preview, fixedAnswer: 'diagnosis' }),
  })
  await openChat(null)
  await type('Which diagnosis does she have?')
  await pressSendKey()
  await screen.findByText(uiText('assistant:fixed.diagnosis.title'))
  expect(screen.queryByRole('button', { name: uiText('assistantPreview:send') })).toBeNull()
})

test('while the practice has switched the assistant off, conversations can be read and deleted, and nothing can be asked [1.13] @slow', async () => {
  mockAssistant({
    'assistant/status': () => ({ ...statusOn, offered: null, switchedOnAt: null }),
    'assistant/conversation': () => conversation(turn({})),
  })
  await openChat()
  await screen.findByText(uiText('assistantChat:off'))
  expect(screen.getByText('Ana could not sleep.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('button', { name: uiText('assistantChat:delete.open') })).toBeTruthy()
})

test('a conversation that was deleted elsewhere leaves nothing on the screen [1.13]', async () => {
  let isThere = true
  mockAssistant({ 'assistant/conversation': () => (isThere ? conversation(turn({})) : missing()) })
  const { client } = await openChat()
  await screen.findByText('Ana could not sleep.')
  isThere = false
  await client.invalidateQueries()
  await screen.findByText(uiText('assistantChat:notFound'))
  expect(screen.queryByText('Ana could not sleep.')).toBeNull()
})

test('deleting a conversation asks first, then closes it [1.13] @slow', async () => {
  closed.mockReset()
  const { inputsOf } = mockAssistant({
    'assistant/conversation': () => conversation(turn({})),
    'assistant/deleteConversation': () => ({ done: true }),
  })
  await openChat()
  await press(uiText('assistantChat:delete.open'))
  const dialog = await screen.findByRole('dialog', { name: uiText('assistantChat:delete.title') })
  expect(inputsOf('assistant/deleteConversation')).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('assistantChat:delete.submit') }))
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(inputsOf('assistant/deleteConversation')).toEqual([{ id: conversationId }])
})

test('the list names the first question and whom it is about, and is empty at first with the next step [1.13]', async () => {
  const { turns: _, ...summary } = conversation(turn({}))
  const lists = [
    { items: [], next: null },
    { items: [summary], next: null },
  ]
  mockAssistant({ 'assistant/conversations': () => lists.shift() })
  const first = await renderPage(<ChatList open={undefined} />)
  await screen.findByText(uiText('assistantChat:empty'))
  first.unmount()
  await renderPage(<ChatList open={conversationId} />)
  const link = await screen.findByRole('link', { name: 'How did she sleep?' })
  expect(link.getAttribute('aria-current')).toBe('true')
  expect(screen.getByText('Ana Moreau', { exact: false })).toBeTruthy()
})

test('a failed question of an earlier visit keeps the apology and what arrived, and leaves again only after its preview [1.13] @slow', async () => {
  const failed = turn({ question: 'Since when?', state: 'failed', text: 'Since Mon' })
  const { inputsOf } = mockAssistant({
    'assistant/conversation': () => conversation(turn({}), failed, turn({ question: 'And why?' })),
    'assistant/preview': () => ({ ...preview, history: { included: 1, leftOut: 0 } }),
    'assistant/ask': streamedAnswer().response,
  })
  await openChat()
  expect(await screen.findByText(uiText('assistant:apology'))).toBeTruthy()
  const part = screen.getByRole('group', { name: uiText('assistant:answer.incomplete') })
  expect(part.textContent).toContain('Since Mon …')
  await press(uiText('assistantChat:askAgain'))
  const shown = await screen.findByRole('region', { name: uiText('assistantChat:preview.title') })
  expect(shown.textContent).toContain(uiText('assistantChat:preview.history_one', { count: '1' }))
  await waitFor(async () => expect(await sendButton()).toHaveProperty('disabled', false))
  expect(inputsOf('assistant/ask')).toEqual([])
  fireEvent.click(await sendButton())
  await waitFor(() =>
    expect(inputsOf('assistant/ask')).toMatchObject([
      { id: failed.id, question: 'Since when?', sha256: preview.sha256, conversation: { isNew: false } },
    ]),
  )
})

test('a question that another tab is asking stands above no answer yet, and cannot be asked twice [1.13]', async () => {
  mockAssistant({ 'assistant/conversation': () => conversation(turn({ state: 'waiting', text: '' })) })
  await openChat()
  await screen.findByText(uiText('assistantChat:elsewhere'))
  expect(screen.getByText('How did she sleep?')).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('assistantChat:askAgain') })).toBeNull()
})

test('a question whose preview became outdated in another tab is not sent, stays in the field, and is previewed anew [1.13] @slow', async () => {
  const { inputsOf } = mockAssistant({
    'assistant/conversation': () => conversation(turn({})),
    'assistant/ask': () => refusalResponse(409, 'CHANGED'),
  })
  await openChat()
  await type('Since when?')
  await pressSendKey()
  fireEvent.click(await sendButton())
  await screen.findByText(uiText('assistant:failure.changed'))
  expect(await field()).toHaveProperty('value', 'Since when?')
  const before = inputsOf('assistant/preview').length
  await pressSendKey()
  await waitFor(() => expect(inputsOf('assistant/preview').length).toBeGreaterThan(before))
  expect(inputsOf('assistant/ask')).toHaveLength(1)
})

test('a conversation that another tab deletes while its answer arrives leaves no word of it [1.13] @slow', async () => {
  const stream = streamedAnswer()
  let isThere = true
  mockAssistant({
    'assistant/conversation': () => (isThere ? conversation(turn({})) : missing()),
    'assistant/ask': stream.response,
  })
  const { client } = await askWithoutEnd(stream)
  isThere = false
  await client.invalidateQueries()
  await screen.findByText(uiText('assistantChat:notFound'))
  stream.say('and Tuesday ')
  stream.refuse('NOT_FOUND')
  await screen.findByText(uiText('assistant:failure.gone'))
  for (const words of ['Since Monday', 'Ana could not sleep.'])
    expect(screen.queryByText(words, { exact: false })).toBeNull()
})
