import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { ConversationView } from '../conversation/ConversationView.tsx'
import { sampleConversationId as id, sampleMessage, sampleMessagePage } from '../message.testing.ts'

afterEach(() => vi.unstubAllGlobals())

/** Opens a conversation with one message of the client, and returns the paragraph of its text. */
async function paragraphOf(text: string): Promise<HTMLElement> {
  mockServer({
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'nora', role: 'therapist', zone: 'Europe/Berlin' }),
    'message/messages': () => sampleMessagePage([sampleMessage(1, { text })]),
    'message/markRead': () => ({ done: true }),
  })
  const ignore = () => {}
  const view = (
    <ConversationView id={id} around={undefined} side="therapist" onClose={ignore} onLatest={ignore} onJump={ignore} />
  )
  await renderPage(view, '/dashboard/therapist/messages')
  const list = await screen.findByRole('list', { name: uiText('message:messagesOf', { name: 'Ana Moreau' }) })
  return within(list).findByText((_, element) => element?.tagName === 'P' && element.textContent === text)
}

test.each([
  ['HTML', '<a href="https://evil.example">https://bank.example</a>'],
  ['Markdown', '[https://bank.example](https://evil.example)'],
  ['a script address', 'javascript:alert(1)'],
])('a link whose text names another target (%s) is shown as text and leads nowhere @slow', async (_, text) => {
  const paragraph = await paragraphOf(text)
  expect(paragraph.children).toHaveLength(0)
  expect(paragraph.closest('a')).toBeNull()
})

test.each([
  ['right-to-left text', 'שלום, נתראה ביום שני'],
  ['control characters that reverse the text', 'a \u202Etxet esrever'],
  ['emoji only', '👩‍👧‍👦🙏🏽'],
])('a message with %s is a paragraph of its own, so its direction affects nothing beside it', async (_, text) => {
  const paragraph = await paragraphOf(text)
  expect(paragraph.getAttribute('dir')).toBe('auto')
  expect(paragraph.textContent).toBe(text)
})
