import { act, screen, waitFor } from '@testing-library/react'
import type { Message } from '@attune/contract/features/messages/message/message'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { sampleConversationId as id, sampleMessage, sampleMessagePage } from '../message.testing.ts'
import { ConversationView } from './ConversationView.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Returns the properties that React gave the element of each message at its latest render, by the number of the message. */
function latestRenders(): Map<number, unknown> {
  const messages = [...document.querySelectorAll<HTMLElement>('li[data-seq]')]
  return new Map(
    messages.map((message) => {
      const properties = Object.entries(message).find(([name]) => name.startsWith('__reactProps$'))
      if (!properties) throw new Error('React has not rendered the message')
      return [Number(message.dataset.seq), properties[1]]
    }),
  )
}

test('a read position or a new message renders only the messages that it changes', async () => {
  const at = new Date().toISOString()
  const own = (seq: number, part: Partial<Message> = {}) =>
    sampleMessage(seq, { by: 'therapist', createdAt: at, updatedAt: at, ...part })
  let items = [own(1, { status: 'read' }), own(2), own(3)]
  mockServer({
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'nora', role: 'therapist', zone: 'Europe/Berlin' }),
    'message/messages': () => sampleMessagePage(items, { readSeq: items.length }),
  })
  const none = () => {}
  const { client } = await renderPage(
    <ConversationView id={id} around={undefined} side="therapist" onClose={none} onJump={none} onLatest={none} />,
  )
  await screen.findByText('Message 3')
  await waitFor(() => expect(client.isFetching()).toBe(0))
  let before = latestRenders()
  const rendered = () =>
    [...latestRenders()].flatMap(([seq, properties]) => (before.get(seq) === properties ? [] : [seq]))
  const change = async (next: Message[]) => {
    before = latestRenders()
    items = next
    await act(() => client.invalidateQueries())
  }

  await change([own(1, { status: 'read' }), own(2, { status: 'read', readAt: at }), own(3)])
  await waitFor(() => expect(screen.getAllByText(uiText('message:status.read'))).toHaveLength(2))
  expect(rendered()).toEqual([2])

  await change([...items, own(4)])
  await screen.findByText('Message 4')
  // The tab stop of the list moves from the third message to the fourth.
  await waitFor(() => expect(rendered()).toEqual([3, 4]))
})
