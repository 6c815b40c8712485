import type { OwnMessageSettings } from '@attune/contract/features/messages/message-settings/message-settings'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { drafts } from '../../../platform/draft/drafts.ts'
import { registerToaster, resetToasts, type ToastContent } from '../../../ui/toast/toast.ts'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { AbsenceReplySettings, QuickReplySettings, ReadingHoursSettings } from './MessageSettings.tsx'
import { QuickRepliesDialog } from './QuickRepliesDialog.tsx'
import { ReadingHoursNotice } from './ReadingHoursNotice.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  resetToasts()
  for (const name of ['absence-reply', 'reading-hours']) {
    const left = drafts.versions(name).map(({ writer }) => writer)
    drafts.discard(name, left)
  }
})

const replies = [
  { id: '0a5d7c1e-3b57-4b1c-9d5e-0f6a1b2c3d01', text: 'See you on Monday.' },
  { id: '0a5d7c1e-3b57-4b1c-9d5e-0f6a1b2c3d02', text: 'Thank you, I have read it.' },
]
const own = (part: Partial<OwnMessageSettings> = {}): OwnMessageSettings => ({
  readingHours: [],
  absence: null,
  absenceText: '',
  quickReplies: { items: replies, version: 3 },
  ...part,
})

function server(settings: OwnMessageSettings, answers: Parameters<typeof mockServer>[0] = {}) {
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'nora', role: 'therapist', displayName: 'Nora Lindqvist', zone: 'Europe/Berlin' }),
    'messageSettings/own': () => settings,
    'textMessage/totals': () => ({ items: [], channels: [] }),
    'messageSettings/saveReadingHours': () => ({ done: true }),
    'messageSettings/saveAbsence': () => ({ done: true }),
    'messageSettings/endAbsence': () => ({ done: true }),
    'messageSettings/saveQuickReplies': ({ items, version }: OwnMessageSettings['quickReplies']) => ({
      items,
      version: version + 1,
    }),
    ...answers,
  })
  return (name: string) => inputsOf(`messageSettings/${name}`)
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a therapist adds reading hours, sees the sentence for clients, and cannot save hours without a day @slow', async () => {
  const sent = server(own())
  await renderPage(<ReadingHoursSettings />)
  await screen.findByText(uiText('messageSettings:hours.none'))
  press(uiText('messageSettings:hours.add'))
  const notice = (hours: string) => uiText('messageSettings:hours.notice', { name: 'Nora Lindqvist', hours })
  expect(await screen.findByText(notice('Mon–Fri 09:00–17:00'))).toBeTruthy()
  const days = screen.getAllByRole('checkbox')
  for (const day of days.slice(0, 5)) fireEvent.click(day)
  press(uiText('settings:form.save'))
  await screen.findByText(uiText('messageSettings:hours.problem.days'))
  expect(sent('saveReadingHours')).toEqual([])
  for (const day of days.slice(5)) fireEvent.click(day)
  press(uiText('settings:form.save'))
  await waitFor(() =>
    expect(sent('saveReadingHours')).toEqual([{ readingHours: [{ days: [6, 7], from: '09:00', until: '17:00' }] }]),
  )
})

test('an out-of-office reply needs a text and a later end, and its preview has the emergency numbers @slow', async () => {
  const sent = server(own())
  await renderPage(<AbsenceReplySettings />)
  press(
    await screen
      .findByRole('button', { name: uiText('messageSettings:absence.turnOn') })
      .then(() => uiText('messageSettings:absence.turnOn')),
  )
  await screen.findByText(uiText('messageSettings:absence.problem.text'))
  fireEvent.change(screen.getByLabelText(uiText('messageSettings:absence.text')), {
    target: { value: 'Away until Monday.' },
  })
  const preview = screen.getByText(uiText('messageSettings:absence.preview')).parentElement as HTMLElement
  within(preview).getByText('Away until Monday.')
  within(preview).getByText(/112 · TelefonSeelsorge/)
  const untilTime = screen.getByLabelText(uiText('messageSettings:absence.untilTime'))
  const untilDay = screen.getByLabelText<HTMLInputElement>(uiText('messageSettings:absence.untilDay'))
  const later = untilDay.value
  const firstDay = screen.getByLabelText<HTMLInputElement>(uiText('messageSettings:absence.fromDay')).value
  fireEvent.change(untilDay, { target: { value: firstDay } })
  fireEvent.change(untilTime, { target: { value: '00:00' } })
  press(uiText('messageSettings:absence.turnOn'))
  await screen.findByText(uiText('messageSettings:absence.problem.backward'))
  fireEvent.change(untilDay, { target: { value: later } })
  press(uiText('messageSettings:absence.turnOn'))
  await waitFor(() => expect(sent('saveAbsence')).toMatchObject([{ text: 'Away until Monday.' }]))
  await screen.findByRole('button', { name: uiText('messageSettings:absence.end') })
})

test('an absence can be ended, and its text stays @slow', async () => {
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const absence = { id: replies[0]?.id ?? '', startsAt: at(-1), endsAt: at(1), text: 'Away.' }
  const sent = server(own({ absence, absenceText: 'Away.' }))
  await renderPage(<AbsenceReplySettings />)
  press(
    await screen
      .findByRole('button', { name: uiText('messageSettings:absence.end') })
      .then(() => uiText('messageSettings:absence.end')),
  )
  await screen.findByRole('button', { name: uiText('messageSettings:absence.turnOn') })
  expect(sent('endAbsence')).toEqual([{ id: absence.id }])
  expect(screen.getByLabelText<HTMLTextAreaElement>(uiText('messageSettings:absence.text')).value).toBe('Away.')
})

test('quick replies are added, moved and deleted with an Undo that restores the place @slow', async () => {
  const toasts: ToastContent[] = []
  registerToaster((toast) => void toasts.push(toast))
  const sent = server(own())
  await renderPage(<QuickReplySettings />)
  const [first, second] = replies as [(typeof replies)[0], (typeof replies)[0]]
  const button = (key: 'up' | 'down' | 'edit' | 'delete', { text }: { text: string }) =>
    uiText(`messageSettings:replies.${key}`, { text })
  press(await screen.findByRole('button', { name: button('down', first) }).then(() => button('down', first)))
  await waitFor(() => expect(sent('saveQuickReplies')).toEqual([{ items: [second, first], version: 3 }]))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: button('up', second) })).toHaveProperty('disabled', true),
  )
  press(button('delete', second))
  await waitFor(() => expect(screen.queryByText(second.text)).toBeNull())
  toasts.at(-1)?.action?.onClick()
  await screen.findByText(second.text)
  expect(sent('saveQuickReplies').at(-1)).toEqual({ items: [second, first], version: 5 })
  press(uiText('messageSettings:replies.add'))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: uiText('messageSettings:replies.addTitle') }))
  await dialog.findByText(uiText('messageSettings:replies.missing'))
  fireEvent.change(dialog.getByLabelText(uiText('messageSettings:replies.text')), { target: { value: 'A third one' } })
  fireEvent.click(dialog.getByRole('button', { name: uiText('messageSettings:replies.addTitle') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('A third one')).toBeTruthy()
})

test('a list that another page has changed replaces the one shown @slow', async () => {
  const current = { items: [{ id: replies[0]?.id ?? '', text: 'Changed elsewhere' }], version: 9 }
  server(own(), { 'messageSettings/saveQuickReplies': () => refusalResponse(409, 'CHANGED', current) })
  await renderPage(<QuickReplySettings />)
  const name = uiText('messageSettings:replies.delete', { text: replies[0]?.text ?? '' })
  fireEvent.click(await screen.findByRole('button', { name }))
  await screen.findByText('Changed elsewhere')
})

test('the arrow keys move between quick replies, and the chosen text is returned', async () => {
  server(own())
  const onPick = vi.fn<(text: string) => void>()
  const onClose = vi.fn<() => void>()
  await renderPage(<QuickRepliesDialog onPick={onPick} onClose={onClose} />)
  const first = await screen.findByRole('menuitem', { name: replies[0]?.text ?? '' })
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  expect(document.activeElement?.textContent).toBe(replies[1]?.text)
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(first)
  fireEvent.click(first)
  expect(onPick).toHaveBeenCalledWith(replies[0]?.text)
  expect(onClose).toHaveBeenCalled()
})

test('a client sees the reading hours in the own zone', async () => {
  const hours = { readingHours: [{ days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00' }], zone: 'Europe/London' }
  const therapist = { id: replies[0]?.id ?? '', name: 'Nora Lindqvist' }
  server(own(), { 'messageSettings/readingHoursOf': () => hours })
  await renderPage(<ReadingHoursNotice therapist={therapist} />)
  const values = { name: therapist.name, hours: 'Mon–Fri 10:00–18:00' }
  expect(await screen.findByText(uiText('messageSettings:hours.noticeInZone', values))).toBeTruthy()
})

test('a client sees nothing of a therapist without reading hours', async () => {
  const answer = vi.fn<() => unknown>(() => ({ readingHours: [], zone: 'Europe/Berlin' }))
  server(own(), { 'messageSettings/readingHoursOf': answer })
  const { container } = await renderPage(<ReadingHoursNotice therapist={{ id: 'nora', name: 'Nora Lindqvist' }} />)
  await waitFor(() => expect(answer).toHaveBeenCalled())
  expect(container.querySelector('p')).toBeNull()
})
