import type { MessageRecipient, NewMessage } from '@attune/contract/features/messages/message/message'
import 'fake-indexeddb/auto'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { drafts } from '../../../../platform/draft/drafts.ts'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { sampleMessage } from '../message.testing.ts'
import { WriteToSeveralDialog } from './WriteToSeveralDialog.tsx'

const clientId = (n: number) => `5a1f4b7e-5d1f-4a58-9a43-00000000000${n}`
const tag = { id: clientId(9), name: 'Group' }
const recipients: MessageRecipient[] = [
  { clientId: clientId(1), name: 'Ana Moreau', tags: [tag], readOnly: null },
  { clientId: clientId(2), name: 'Samuel Osei', tags: [], readOnly: null },
  { clientId: clientId(3), name: 'Ingrid Dahl', tags: [tag], readOnly: 'inactive' },
]

afterEach(() => {
  vi.unstubAllGlobals()
  const left = drafts.versions('write-to-several').map(({ writer }) => writer)
  drafts.discard('write-to-several', left)
})

async function open() {
  const { calls } = mockServer({
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'nora', role: 'therapist', zone: 'Europe/Berlin' }),
    'message/recipients': () => ({ items: recipients }),
    'message/send': ({ id }: NewMessage) => sampleMessage(1, { id }),
  })
  const onClose = vi.fn<() => void>()
  await renderPage(<WriteToSeveralDialog onClose={onClose} />)
  await screen.findByRole('checkbox', { name: 'Ana Moreau' })
  const sent = () => calls.filter(({ path }) => path === 'message/send').map(({ input }) => input as NewMessage)
  return { sent, onClose }
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const write = (text: string) =>
  fireEvent.change(screen.getByLabelText(uiText('message:several.text')), { target: { value: text } })

test('each chosen client gets a message with an id of its own unless the conversation is read-only @slow', async () => {
  const { sent, onClose } = await open()
  press(uiText('message:several.send'))
  await screen.findByText(uiText('message:several.noRecipient'))
  press(uiText('message:several.all', { count: '2' }))
  fireEvent.change(screen.getByLabelText(uiText('message:several.byTag')), { target: { value: tag.id } })
  write('Closed on Friday.')
  press(uiText('message:several.sendTo_other', { count: '3' }))
  await screen.findByText(uiText('message:several.sent_other', { sent: '2', count: '3' }))
  expect(sent().map(({ conversationId, text }) => [conversationId, text])).toEqual([
    [clientId(1), 'Closed on Friday.'],
    [clientId(2), 'Closed on Friday.'],
  ])
  expect(new Set(sent().map(({ id }) => id)).size).toBe(2)
  expect(screen.getByText(/Ingrid Dahl/).textContent).toContain(uiText('message:several.reason.inactive'))
  const close = screen.getAllByRole('button', { name: uiText('common:close') })
  fireEvent.click(close.at(-1) as HTMLElement)
  expect(onClose).toHaveBeenCalled()
  expect(drafts.versions('write-to-several')).toEqual([])
})

test('a search narrows the list, and single clients can be chosen', async () => {
  const { sent } = await open()
  fireEvent.change(screen.getByLabelText(uiText('message:several.find')), { target: { value: 'osei' } })
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Samuel Osei' }))
  write('Hello')
  press(uiText('message:several.sendTo_one', { count: '1' }))
  await waitFor(() => expect(sent()).toMatchObject([{ conversationId: clientId(2) }]))
})
