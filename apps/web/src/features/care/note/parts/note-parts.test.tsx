import 'fake-indexeddb/auto'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resetCircuitBreakers } from '../../../../platform/api/circuit-breaker.ts'
import { drafts } from '../../../../platform/draft/drafts.ts'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'
import { QueueList } from '../QueueList.tsx'
import { NoteCard } from '../session-note/NoteCard.tsx'
import { anaId, benId, coupleSession, mockParts, therapistOfParts } from './parts.testing.tsx'

const ana = uiText('note:parts.label', { name: 'Ana Moreau' })
const ben = uiText('note:parts.label', { name: 'Ben Moreau' })
const shared = uiText('note:parts.sharedLabel')
let id = ''

// Replaces layout functions that jsdom lacks.
document.elementFromPoint = () => null
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

beforeEach(async () => {
  id = crypto.randomUUID()
  mockServer({ 'account/draftKey': () => ({ key: btoa('k'.repeat(32)) }) })
  await drafts.open(therapistOfParts)
  await vi.waitUntil(drafts.isPersistent, 30_000)
})
afterEach(() => {
  vi.unstubAllGlobals()
  resetCircuitBreakers()
})

const page = (session: Session = coupleSession(id), onSigned?: () => void) =>
  renderPage(
    <>
      <NoteCard session={session} {...(onSigned && { onSigned })} />
      <Toasts />
    </>,
  )
const field = (name: string) => screen.findByRole('textbox', { name })
const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => fireEvent.click(await button(name))
const type = async (name: string, text: string) =>
  fireEvent.paste(await field(name), {
    clipboardData: { files: [], types: ['text/plain'], getData: (kind: string) => (kind === 'text/plain' ? text : '') },
  })
const lines = async (name: string) => [...(await field(name)).children].map((line) => line.textContent)
const save = () => fireEvent.keyDown(window, { key: 's', ctrlKey: true })
const list = () => screen.findByRole('navigation', { name: uiText('note:parts.list') })
const openSignDialog = async () => {
  await waitFor(async () => expect(await button(uiText('note:sign.open'))).toHaveProperty('disabled', false))
  await press(uiText('note:sign.open'))
  return screen.findByRole('dialog', { name: uiText('note:sign.title') })
}
const sign = (dialog: HTMLElement) =>
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('note:sign.submit') }))

test('only the part that changed is sent, with its client @slow', async () => {
  const { state, inputOf } = mockParts(id)
  await page()
  await type(ana, 'Ana was calm.')
  save()
  await waitFor(() => expect(state.saves).toEqual([[anaId, 'Ana was calm.']]))
  expect(inputOf('note/save')).toMatchObject({ sessionId: id, clientId: anaId, version: 0 })
  await type(shared, 'Both came late.')
  save()
  await waitFor(() =>
    expect(state.saves).toEqual([
      [anaId, 'Ana was calm.'],
      [null, 'Both came late.'],
    ]),
  )
})

test('a press in the list of parts moves the focus into the part @slow', async () => {
  mockParts(id)
  await page()
  const benField = await field(ben)
  fireEvent.click(within(await list()).getByRole('button', { name: /Ben Moreau/ }))
  await waitFor(() => expect(document.activeElement).toBe(benField))
})

test('the list says which parts are written, and moves the focus to a signed part @slow', async () => {
  const signedAt = '2026-11-19T11:08:00Z'
  mockParts(id, [{ clientId: anaId, change: { text: 'Ana was calm.', version: 1, signedAt } }])
  await page()
  const row = within(await list()).getByRole('button', { name: /Ana Moreau/ })
  expect(row.textContent).toContain(uiText('note:parts.state.signed'))
  fireEvent.click(row)
  expect(document.activeElement).toBe(await screen.findByRole('region', { name: /Ana Moreau/ }))
})

test('a template for everyone is put at the end of each part @slow', async () => {
  mockParts(id, [{ clientId: anaId, change: { text: 'Before.', version: 1 } }])
  await page()
  await field(ben)
  const bar = await screen.findByRole('group', { name: uiText('note:parts.everyone') })
  fireEvent.click(within(bar).getByRole('button', { name: uiText('note:template.dap.name') }))
  await waitFor(async () => expect(await lines(ana)).toEqual(['Before.', 'Data', '', 'Assessment', '', 'Plan', '']))
  expect(await lines(ben)).toEqual(['Data', '', 'Assessment', '', 'Plan', ''])
  expect(await lines(shared)).toEqual(['Data', '', 'Assessment', '', 'Plan', ''])
})

test('one signature saves and signs all parts with text, and the dialog says which stay empty @slow', async () => {
  const { inputOf } = mockParts(id)
  const signed = vi.fn<() => void>()
  await page(coupleSession(id), signed)
  await type(ana, 'Ana was calm.')
  await type(shared, 'Both came late.')
  const dialog = await openSignDialog()
  const [written, empty] = within(dialog).getAllByRole('list')
  expect(written?.textContent).toBe(`${uiText('note:parts.shared')}Ana Moreau`)
  expect(empty?.textContent).toBe('Ben Moreau')
  sign(dialog)
  await screen.findByText(uiText('note:sign.done'))
  expect(inputOf('note/signAll')).toMatchObject({
    sessionId: id,
    parts: [
      { clientId: null, version: 1 },
      { clientId: anaId, version: 1 },
      { clientId: benId, version: 0 },
    ],
  })
  expect(screen.queryByRole('textbox', { name: ana })).toBeNull()
  expect(signed).toHaveBeenCalledOnce()
})

test('nothing is signed while a part cannot be saved, and the dialog names it @slow', async () => {
  const { state, calls } = mockParts(id)
  state.gone.add(benId)
  await page()
  await type(ana, 'Ana was calm.')
  await type(ben, 'Ben was quiet.')
  const dialog = await openSignDialog()
  sign(dialog)
  await within(dialog).findByText(uiText('note:parts.sign.unsaved', { parts: 'Ben Moreau' }))
  expect(calls.filter(({ path }) => path === 'note/signAll')).toEqual([])
  state.gone.clear()
})

test('a conflict concerns one part, is named when signing, and leaves the other parts as they are @slow', async () => {
  const { partOf, state } = mockParts(id)
  await page()
  await field(ben)
  Object.assign(partOf(benId), { text: 'From the phone', version: 1 })
  await type(ana, 'Ana was calm.')
  await type(ben, 'From here')
  save()
  await screen.findByRole('region', { name: uiText('versionConflict:theirs') })
  expect(screen.queryByRole('textbox', { name: ben })).toBeNull()
  expect(await lines(ana)).toEqual(['Ana was calm.'])
  const dialog = await openSignDialog()
  sign(dialog)
  await within(dialog).findByText(uiText('note:parts.sign.conflict', { parts: 'Ben Moreau' }))
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('note:sign.back') }))
  await press(uiText('note:conflict.together'))
  await waitFor(() => expect(partOf(benId).text).toBe('From the phone\nFrom here'))
  expect(state.saves.filter(([clientId]) => clientId === anaId)).toEqual([[anaId, 'Ana was calm.']])
})

test('a missing part is begun after signing and is signed alone @slow', async () => {
  const signedAt = '2026-11-19T11:08:00Z'
  const { inputOf } = mockParts(id, [{ clientId: anaId, change: { text: 'Ana was calm.', version: 1, signedAt } }])
  await page()
  await press(uiText('note:parts.begin', { name: 'Ben' }))
  await type(ben, 'Ben was quiet.')
  const dialog = await openSignDialog()
  sign(dialog)
  await screen.findByText(uiText('note:sign.done'))
  expect(inputOf('note/sign')).toMatchObject({ sessionId: id, clientId: benId, version: 1 })
})

test.each([
  { facts: { attendance: 'absent' as const }, reason: 'note:parts.missing.absent' as const },
  { facts: { attendance: 'excused' as const }, reason: 'note:parts.missing.absent' as const },
  { facts: { attendance: null, answer: 'declined' as const }, reason: 'note:parts.missing.declined' as const },
])('a client with $facts gets a part only when the therapist begins it @slow', async ({ facts, reason }) => {
  mockParts(id)
  await page(coupleSession(id, facts))
  await field(ana)
  expect(screen.queryByRole('textbox', { name: ben })).toBeNull()
  expect(screen.getByRole('region', { name: /Ben Moreau/ }).textContent).toContain(uiText(reason))
  await press(uiText('note:parts.begin', { name: 'Ben' }))
  await field(ben)
})

test('a part of an absent client that has a text is open @slow', async () => {
  mockParts(id, [{ clientId: benId, change: { text: 'He called.', version: 1 } }])
  await page(coupleSession(id, { attendance: 'absent' }))
  expect(await lines(ben)).toEqual(['He called.'])
})

test('the draft that an earlier version stored for the session belongs to the shared part @slow', async () => {
  const { state } = mockParts(id)
  drafts.save(`note-${id}`, 'closed tab', { text: 'both of them', version: 0 })
  await page()
  await waitFor(() => expect(state.saves).toEqual([[null, 'both of them']]))
  expect(await lines(shared)).toEqual(['both of them'])
})

test('each part has a draft of its own on this device @slow', async () => {
  const { state } = mockParts(id)
  for (const clientId of [null, anaId]) state.gone.add(clientId)
  await page()
  await type(shared, 'both')
  await type(ana, 'only Ana')
  expect(drafts.versions(`note-${id}`)[0]?.value).toMatchObject({ text: 'both' })
  expect(drafts.versions(`note-${id}-${anaId}`)[0]?.value).toMatchObject({ text: 'only Ana' })
  expect(drafts.versions(`note-${id}-${benId}`)).toEqual([])
  state.gone.clear()
  save()
  await waitFor(() => expect(state.saves.length).toBe(2))
})

test('a signed part gets an addendum of its own @slow', async () => {
  const signedAt = '2026-11-19T11:08:00Z'
  mockParts(id, [{ clientId: anaId, change: { text: 'Ana was calm.', version: 1, signedAt } }])
  await page()
  await press(uiText('note:parts.addendum', { name: 'Ana Moreau' }))
  fireEvent.change(await field(uiText('note:addendum.title')), { target: { value: 'And tired.' } })
  expect(drafts.versions(`addendum-${id}-${anaId}`)[0]?.value).toMatchObject({ text: 'And tired.' })
  await screen.findByText(uiTextPattern('note:signed.at'))
})

test.each([
  { clientIds: [benId], names: 'Ben', who: 'one client' },
  { clientIds: [anaId, benId], names: 'Ana and Ben', who: 'both clients' },
  { clientIds: [], names: uiText('note:parts.shared'), who: 'the shared part' },
])('the list of notes to write names $who of a session with several clients', async ({ clientIds, names }) => {
  const item = { session: coupleSession(id), begun: true, clientIds }
  const read = { hasNextPage: false } as Parameters<typeof QueueList>[0]['read']
  await renderPage(<QueueList read={read} items={[item]} current="" onOpen={() => {}} />)
  await screen.findByText(uiText('note:queue.missing', { names }))
})
