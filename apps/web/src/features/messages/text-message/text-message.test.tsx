import type { Message } from '@attune/contract/features/messages/message/message'
import type { ChannelOption, UnassignedText } from '@attune/contract/features/messages/text-message/text-message'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { TextChannelPicker, TextDeliveryMark, UnassignedTexts } from './text-message.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const sms: ChannelOption = {
  channel: 'sms',
  purposes: ['content', 'notice'],
  notice: 'Attune: you have a new message. https://attune.example Reply STOP to end.',
  first: null,
  windowEndsAt: null,
  templates: [],
}

function answer(answers: Parameters<typeof mockServer>[0]) {
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'nora', role: 'therapist', zone: 'Europe/Berlin' }),
    ...answers,
  })
  return inputsOf
}

async function openPicker(options: object, text = '') {
  answer({ 'textMessage/options': () => ({ hasAccount: true, preselected: 'app', channels: [sms], ...options }) })
  const [onChange, onTemplate] = [vi.fn<(choice: object) => void>(), vi.fn<(template: object) => void>()]
  const picker = { conversationId: id, name: 'Ana', text, hasFiles: false, onChange, onTemplate }
  await renderPage(<TextChannelPicker {...picker} />, '/dashboard/therapist/messages')
  return { onChange, onTemplate }
}

test('the channel on which the client last wrote is chosen, and the counter says when one character makes it two messages', async () => {
  const { onChange } = await openPicker({ preselected: 'sms' }, `${'x'.repeat(100)}ç`)
  const radio = await screen.findByRole<HTMLInputElement>('radio', { name: uiText('textMessage:channel.sms') })
  expect(radio.checked).toBe(true)
  screen.getByText(uiText('textMessage:unusual_one', { count: '1', characters: 'ç', messages: '2' }))
  expect(onChange).toHaveBeenLastCalledWith({ channel: 'sms', isBlocked: false })
  fireEvent.click(screen.getByRole('radio', { name: uiText('textMessage:channel.app') }))
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ channel: 'app', isBlocked: false }))
})

test('a message longer than 480 characters is announced as a notice to clients with an account', async () => {
  await openPicker({ preselected: 'sms' }, 'x'.repeat(481))
  await screen.findByText(uiText('textMessage:notice.long', { name: 'Ana' }))
})

test('a client without an account has no app to choose, and gets no text that is too long', async () => {
  const { onChange } = await openPicker({ preselected: 'sms', hasAccount: false }, 'x'.repeat(481))
  await screen.findByText(uiText('textMessage:refused.too-long', { name: 'Ana' }))
  expect(screen.queryByRole('radio', { name: uiText('textMessage:channel.app') })).toBeNull()
  expect(onChange).toHaveBeenLastCalledWith({ channel: 'sms', isBlocked: true })
})

test('outside the WhatsApp window the approved templates are offered with their full text', async () => {
  const template = { id: 'HX1', name: 'Ask for a reply', text: 'Attune would like to write to you. Please reply.' }
  const whatsapp = { ...sms, channel: 'whatsapp', windowEndsAt: '2026-01-01T00:00:00.000Z', templates: [template] }
  const { onChange, onTemplate } = await openPicker({ preselected: 'whatsapp', channels: [sms, whatsapp] }, 'Hello')
  await screen.findByText(template.text)
  expect(onChange).toHaveBeenLastCalledWith({ channel: 'whatsapp', isBlocked: true })
  fireEvent.click(
    screen.getByRole('button', { name: uiText('textMessage:template.sendNamed', { name: template.name }) }),
  )
  expect(onTemplate).toHaveBeenCalledWith(template)
})

test('nothing is shown if the client can be reached in the app alone', async () => {
  const { onChange } = await openPicker({ channels: [] })
  await waitFor(() => expect(onChange).toHaveBeenCalled())
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a failed message says why and is sent again, one that waits until when, an uncertain one that it is not known yet', async () => {
  const calls = answer({ 'message/retry': () => ({}) })
  const delivery = { isWaiting: false, waitsUntil: null, isUncertain: false, failed: 'not-reachable', segments: null }
  const failed = { id, delivery, may: { edit: false, delete: false, retry: true } } as Message
  const uncertain = { ...failed, delivery: { ...delivery, failed: null, isUncertain: true } } as Message
  const waitsUntil = '2035-03-01T07:00:00.000Z'
  const waiting = { ...failed, delivery: { ...delivery, failed: null, isWaiting: true, waitsUntil } } as Message
  const marks = (
    <>
      <TextDeliveryMark message={failed} />
      <TextDeliveryMark message={waiting} />
      <TextDeliveryMark message={uncertain} />
    </>
  )
  await renderPage(marks, '/dashboard/therapist/messages')
  const reason = uiText('textMessage:failed.not-reachable')
  screen.getByText(uiText('textMessage:notDelivered', { reason }))
  screen.getByText(uiText('textMessage:uncertain'))
  screen.getByText(new RegExp(`^${uiText('textMessage:waitsUntil', { time: '' })}`))
  fireEvent.click(screen.getByRole('button', { name: uiText('textMessage:retry') }))
  await waitFor(() => expect(calls('message/retry')).toEqual([{ id }]))
})

test('an unassigned text is moved to one of the conversations, and discarded only after a confirmation @slow', async () => {
  const item = (text: string | null, n: number): UnassignedText => ({
    id: `7c3f4b7e-5d1f-4a58-9a43-00000000000${n}`,
    channel: 'sms',
    number: '+4915123456789',
    text,
    mediaCount: 0,
    media: [{ id, state: 'waiting', refusal: null }],
    receivedAt: '2026-11-20T10:00:00.000Z',
    candidates: [
      { id: '7c3f4b7e-5d1f-4a58-9a43-000000000009', name: 'Ben Osei' },
      { id, name: 'Ana Moreau' },
    ],
  })
  const calls = answer({
    'textMessage/unassigned': () => ({ items: [item('It is me.', 1), item(null, 2)] }),
    'textMessage/assign': () => ({ done: true }),
    'textMessage/discard': () => ({ done: true }),
  })
  await renderPage(<UnassignedTexts />, '/dashboard/therapist/messages')
  fireEvent.click(
    await screen.findByRole('button', { name: uiText('textMessage:unassigned.open_other', { count: '2' }) }),
  )
  const dialog = within(await screen.findByRole('dialog'))
  const move = await dialog.findByRole('button', { name: uiText('textMessage:unassigned.move') })
  expect((move as HTMLButtonElement).disabled).toBe(true)
  fireEvent.change(dialog.getByLabelText(uiText('textMessage:unassigned.conversation')), { target: { value: id } })
  fireEvent.click(move)
  await waitFor(() => expect(calls('textMessage/assign')).toEqual([{ id: item('', 1).id, conversationId: id }]))
  dialog.getByText(uiText('textMessage:unassigned.notKept'))
  expect(dialog.getAllByText(uiText('textMessage:received.unassigned_one', { count: '1' }))).toHaveLength(2)
  const [, second] = dialog.getAllByRole('button', { name: uiText('textMessage:unassigned.discard') })
  fireEvent.click(second as HTMLElement)
  expect(calls('textMessage/discard')).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: uiText('textMessage:unassigned.discardNow') }))
  await waitFor(() => expect(calls('textMessage/discard')).toEqual([{ id: item('', 2).id }]))
})
