import type { WaitingEntry, WaitingListView } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { signedInAnswers } from '../session/session.testing.ts'
import type { ClientSelectType } from './AddEntryDialog.tsx'
import { WaitingListPage } from './WaitingListPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const id = (digit: number) => `${digit}a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d`
const startsAt = '2099-11-24T09:00:00.000Z'
const ana: WaitingEntry = {
  id: id(1),
  therapistId: id(9),
  clientId: id(2),
  personId: id(2),
  clientName: 'Ana Moreau',
  typeId: null,
  typeName: '',
  format: 'video',
  durationMinutes: 50,
  sessionId: null,
  sessionStartsAt: null,
  weekdays: [1, 2, 3],
  from: '00:00',
  until: '24:00',
  zone: 'Europe/Berlin',
  noticeHours: 2,
  untilDay: '2099-12-20',
  since: '2026-11-02T09:00:00.000Z',
  version: 1,
  offer: null,
  hasAccount: true,
  times: [],
}
const max: WaitingEntry = {
  ...ana,
  id: id(3),
  clientId: id(4),
  clientName: 'Max Weber',
  hasAccount: false,
  times: [startsAt],
}
const freed = { id: id(5), startsAt, endsAt: '2099-11-24T09:50:00.000Z', isOffered: false }
const settings = { mode: 'automatic', answerHours: 4, noticeHours: 3 } as const

const ClientSelect: ClientSelectType = ({ onChange }) => (
  <>
    {[ana, max].map(({ clientId, clientName }) => (
      <button key={clientId} type="button" onClick={() => onChange({ id: clientId, name: clientName })}>
        {clientName}
      </button>
    ))}
  </>
)

async function show(list: Partial<WaitingListView>) {
  const view = { settings, entries: [ana, max], freed: [], ...list }
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'waitingList/list': () => view,
    'waitingList/saveSettings': (input: unknown) => input,
    'client/get': ({ id: wanted }: { id: string }) => ({ id: wanted, hasAccount: wanted === ana.clientId }),
    'sessionType/list': () => ({ items: [] }),
  })
  const scheduled = vi.fn<(of: unknown) => void>()
  await renderPage(
    <WaitingListPage ClientSelect={ClientSelect} ScheduleDialog={({ of }) => (scheduled(of), null)} />,
    '/dashboard/therapist/waiting-list',
  )
  await screen.findByText(uiText('waitingList:entries.title'))
  return { scheduled, inputsOf }
}
const when = momentInSentence(startsAt, { language: 'en', zone: 'Europe/Berlin' })

test('the notice of the waiting list is saved with the other settings', async () => {
  const { inputsOf } = await show({})
  fireEvent.change(screen.getByRole('combobox', { name: uiText('waitingList:settings.noticeHours') }), {
    target: { value: '1' },
  })
  await waitFor(() => expect(inputsOf('waitingList/saveSettings')).toMatchObject([{ ...settings, noticeHours: 1 }]))
})

test('a freed time names the client without an account, and a click schedules it for that client @slow', async () => {
  const { scheduled } = await show({ freed: [{ ...freed, entryIds: [], calls: [{ entryId: max.id, startsAt }] }] })
  expect(screen.getByText(uiText('waitingList:freed.call', { name: 'Max Weber' }))).toBeTruthy()
  expect(screen.queryByText(uiText('waitingList:freed.offer'))).toBeNull()
  const name = uiText('waitingList:entries.scheduleOf', { when, name: 'Max Weber' })
  const [inFreed, inEntry] = await screen.findAllByRole('button', { name })
  const wanted = { client: { id: max.clientId, name: 'Max Weber' }, startsAt, durationMinutes: 50, format: 'video' }
  for (const one of [inFreed, inEntry]) {
    fireEvent.click(one as HTMLElement)
    expect(scheduled).toHaveBeenLastCalledWith(expect.objectContaining(wanted))
  }
})

test('a freed time that fits clients with an account is offered with one button', async () => {
  await show({ freed: [{ ...freed, entryIds: [ana.id], calls: [{ entryId: max.id, startsAt }] }] })
  expect(screen.getByText(uiText('waitingList:freed.first', { name: 'Ana Moreau' }))).toBeTruthy()
  expect(screen.getByText(uiText('waitingList:freed.offer'))).toBeTruthy()
})

test('adding a client without an account says that the time is offered by phone @slow', async () => {
  const { inputsOf } = await show({})
  fireEvent.click(screen.getByRole('button', { name: uiText('waitingList:add.action') }))
  const dialog = within(await screen.findByRole('dialog'))
  const hint = (name: string) => dialog.queryByText(uiText('waitingList:add.noAccount', { name }))
  fireEvent.click(await dialog.findByRole('button', { name: 'Ana Moreau' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Max Weber' }))
  await waitFor(() => expect(hint('Max Weber')).toBeTruthy())
  fireEvent.click(dialog.getByRole('button', { name: 'Ana Moreau' }))
  await waitFor(() => expect(inputsOf('client/get')).toContainEqual({ id: ana.clientId }))
  expect(hint('Max Weber')).toBeNull()
  expect(hint('Ana Moreau')).toBeNull()
})
