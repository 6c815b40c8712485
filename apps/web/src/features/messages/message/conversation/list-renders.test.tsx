import { act, screen, waitFor } from '@testing-library/react'
import type { Message } from '@attune/contract/features/messages/message/message'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uiText } from '../../../../testing/ui-text.ts'
import { sampleConversationId as id, sampleMessage, sampleMessagePage } from '../message.testing.ts'

const rendered: number[] = []
// Other test files of the same worker may have loaded the modules of the page already, with the real menu. Therefore the
// modules are loaded again with a menu that notes its message, and once more for the next file.
beforeEach(() => {
  vi.resetModules()
  vi.doMock('../item/MessageMenu.tsx', () => ({
    MessageMenu: ({ message }: { message: Message }) => {
      rendered.push(message.seq)
      return null
    },
  }))
})
afterEach(() => {
  vi.doUnmock('../item/MessageMenu.tsx')
  vi.resetModules()
  vi.unstubAllGlobals()
})

test('a read position or a new message renders only the messages that it changes', async () => {
  const { mockServer, renderPage } = await import('../../../../testing/render-page.tsx')
  const { ConversationView } = await import('./ConversationView.tsx')
  const at = new Date().toISOString()
  const own = (seq: number, part: Partial<Message> = {}) =>
    sampleMessage(seq, { by: 'therapist', createdAt: at, updatedAt: at, ...part })
  let items = [own(1, { status: 'read' }), own(2), own(3)]
  const { fetched } = mockServer({
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'nora', role: 'therapist', zone: 'Europe/Berlin' }),
    'message/messages': () => sampleMessagePage(items, { readSeq: items.length }),
  })
  vi.stubGlobal('fetch', fetched)
  const none = () => {}
  const { client } = await renderPage(
    <ConversationView id={id} around={undefined} side="therapist" onClose={none} onJump={none} onLatest={none} />,
  )
  await screen.findByText('Message 3')
  await waitFor(() => expect(client.isFetching()).toBe(0))
  const change = async (next: Message[]) => {
    rendered.length = 0
    items = next
    await act(() => client.invalidateQueries())
  }

  await change([own(1, { status: 'read' }), own(2, { status: 'read', readAt: at }), own(3)])
  await waitFor(() => expect(screen.getAllByText(uiText('message:status.read'))).toHaveLength(2))
  expect(rendered).toEqual([2])

  await change([...items, own(4)])
  await screen.findByText('Message 4')
  // The tab stop of the list moves from the third message to the fourth.
  await waitFor(() => expect(rendered).toEqual([3, 4]))
})
