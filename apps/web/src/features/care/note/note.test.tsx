import 'fake-indexeddb/auto'
import { plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import type { Note, NoteText } from '@attune/contract/features/care/note/note'
import type { Session, SessionText } from '@attune/contract/features/schedule/session/session'
import { allowedSessionActions } from '@attune/contract/features/schedule/session/session.states'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { orpc } from '../../../platform/api/api.ts'
import { resetCircuitBreakers } from '../../../platform/api/circuit-breaker.ts'
import { drafts } from '../../../platform/draft/drafts.ts'
import { failureResponse, mockServer, renderPage, refusalResponse } from '../../../testing/render-page.tsx'
import Toasts from '../../../ui/toast/Toasts.tsx'
import { SharedSessionTexts } from './session-note/SharedSessionTexts.tsx'
import { SessionTexts } from './session-note/SessionTexts.tsx'
import { uiText, uiTextPattern } from '../../../testing/ui-text.ts'

const person = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
let id = ''

// Replaces layout functions that jsdom lacks.
document.elementFromPoint = () => null
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

beforeEach(async () => {
  id = crypto.randomUUID()
  mockServer({ 'account/draftKey': () => ({ key: btoa('k'.repeat(32)) }) })
  await drafts.open(person)
  await vi.waitUntil(drafts.isPersistent, 30_000)
})
afterEach(() => {
  vi.unstubAllGlobals()
  resetCircuitBreakers()
})

function session(): Session {
  const at = { status: 'completed', startsAt: '2026-11-12T10:00:00.000Z' } as const
  return {
    id,
    ...at,
    endsAt: '2026-11-12T10:50:00.000Z',
    durationMinutes: 50,
    format: 'video',
    therapyType: 'individual',
    location: '',
    videoUrl: null,
    callInAttune: false,
    sequence: 0,
    revision: 0,
    bookedAt: at.startsAt,
    bookedAnyway: false,
    type: null,
    group: null,
    seriesId: null,
    change: null,
    therapist: { id: person, name: 'Nora Lindqvist', avatarUrl: null, zone: 'Europe/Berlin' },
    participants: [
      {
        clientId: person,
        personId: person,
        firstName: 'Ana',
        lastName: 'Moreau',
        avatarUrl: null,
        answer: 'accepted',
        attendance: 'attended',
        lateCancel: false,
      },
    ],
    may: allowedSessionActions('therapist', at, new Date()),
  }
}

const blank = (): Note => ({
  sessionId: id,
  clientId: null,
  text: '',
  content: null,
  version: 0,
  updatedAt: null,
  signedAt: null,
  addenda: [],
  assistance: null,
})
const text = (kind: SessionText['kind'], part: Partial<SessionText> = {}): SessionText => ({
  kind,
  text: '',
  version: 0,
  shared: false,
  updatedAt: null,
  ...part,
})

/** Mocks a server with one note. A test changes `state.note` to simulate another device. */
function server(note: Note = blank(), more: Record<string, (input: never) => unknown> = {}) {
  const state = { note, saves: [] as string[], gone: false }
  const { calls } = mockServer({
    'login/session': () => ({ login: { userId: person, role: 'therapist', need: null } }),
    'account/me': () => ({
      id: person,
      role: 'therapist',
      firstName: 'Nora',
      lastName: 'Lindqvist',
      zone: 'Europe/Berlin',
    }),
    'note/open': () => state.note,
    'note/templates': () => ({ items: [] }),
    'note/save': ({ sessionId, text: sent, version }: { sessionId: string; text: NoteText; version: number }) => {
      // The autosave of an earlier test may still be sending its note.
      if (sessionId !== note.sessionId) return refusalResponse(404, 'NOT_FOUND')
      if (state.gone) return failureResponse()
      if (version !== state.note.version)
        return refusalResponse(409, 'NOTE_CHANGED', {
          text: state.note.text,
          content: state.note.content,
          version: state.note.version,
        })
      const text = typeof sent === 'string' ? sent : plainTextOf(sent)
      const content = typeof sent === 'string' ? null : sent
      state.saves.push(text)
      state.note = { ...state.note, text, content, version: version + 1, updatedAt: '2026-11-19T09:44:00.000Z' }
      return { version: state.note.version, updatedAt: state.note.updatedAt }
    },
    ...more,
  })
  return { state, calls }
}

const page = (texts: SessionText[] = []) =>
  renderPage(
    <>
      <SessionTexts session={session()} texts={texts} />
      <Toasts />
    </>,
  )
const field = () => screen.findByRole('textbox', { name: uiText('note:label') })
const textField = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
const paste = async (data: Record<string, string>) => {
  const clipboardData = { files: [], types: Object.keys(data), getData: (kind: string) => data[kind] ?? '' }
  fireEvent.paste(await field(), { clipboardData })
}
/** Types into the note, or into another field. */
const type = async (text: string, name?: string) =>
  name === undefined
    ? paste({ 'text/plain': text })
    : fireEvent.change(await textField(name), { target: { value: text } })
/** The displayed lines of the note. */
const lines = async () => [...(await field()).children].map((line) => line.textContent)
const save = () => fireEvent.keyDown(window, { key: 's', ctrlKey: true })

test('a note says who can read it, saves on Ctrl+S and shows the time @slow', async () => {
  const { state } = server()
  await page()
  await type('Slept through twice.')
  expect(screen.getByText(uiText('note:private'))).toBeTruthy()
  expect(screen.getByText(uiText('common:outcome.saving'))).toBeTruthy()
  save()
  await screen.findByText(uiTextPattern('note:state.saved', { when: /.*10:44/ }))
  expect(state.saves).toEqual(['Slept through twice.'])
})

test('without a server the text is stored on this device, and the button Try now sends it @slow', async () => {
  const { state } = server()
  state.gone = true
  const { unmount } = await page()
  await type('the train is in a tunnel')
  save()
  await screen.findByText(uiText('common:outcome.onDevice'))
  expect(drafts.versions(`note-${id}`)[0]?.value).toMatchObject({ text: 'the train is in a tunnel' })
  state.gone = false
  fireEvent.click(await screen.findByRole('button', { name: uiText('note:state.tryNow') }))
  await screen.findByText(uiTextPattern('note:state.saved'))
  expect(state.note.text).toBe('the train is in a tunnel')
  unmount()
})

test('text from a closed tab is restored with a message and saved @slow', async () => {
  const { state } = server()
  drafts.save(`note-${id}`, 'closed tab', { text: 'half a sentence', version: 0 })
  await page()
  expect(await lines()).toEqual(['half a sentence'])
  await screen.findByText(uiText('note:backSaved'))
  await waitFor(() => expect(state.note.text).toBe('half a sentence'))
})

test('a conflict shows both texts side by side, and merging them loses nothing @slow', async () => {
  const { state } = server()
  await page()
  await field()
  state.note = { ...blank(), text: 'From the phone', version: 1 }
  await type('From here')
  save()
  const mine = await screen.findByRole('region', { name: uiText('versionConflict:mine') })
  expect(mine.textContent).toContain('From here')
  expect(screen.getByRole('region', { name: uiText('versionConflict:theirs') }).textContent).toContain('From the phone')
  expect(screen.queryByRole('textbox', { name: uiText('note:label') })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: uiText('note:conflict.together') }))
  await waitFor(() => expect(state.note.text).toBe('From the phone\nFrom here'))
  expect(await lines()).toEqual(['From the phone', 'From here'])
})

test('after a conflict the text that was not chosen is stored until it is discarded @slow', async () => {
  const { state } = server()
  await page()
  await field()
  state.note = { ...blank(), text: 'From the phone', version: 1 }
  await type('From here')
  save()
  const theirs = await screen.findByRole('region', { name: uiText('versionConflict:theirs') })
  fireEvent.click(within(theirs).getByRole('button', { name: uiText('versionConflict:useTheirs') }))
  expect(await lines()).toEqual(['From the phone'])
  fireEvent.click(await screen.findByRole('button', { name: uiText('note:aside.show') }))
  expect(screen.getByText('From here')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: uiText('note:aside.discard') }))
  await waitFor(() => expect(screen.queryByText('From here')).toBeNull())
})

test('a template inserts its headings, which one undo removes, and the note is saved with them @slow', async () => {
  const { state } = server({ ...blank(), text: 'Before.', version: 1 })
  await page()
  await field()
  fireEvent.click(screen.getByRole('button', { name: uiText('note:template.dap.name') }))
  const headed = ['Before.', 'Data', '', 'Assessment', '', 'Plan', '']
  await waitFor(async () => expect(await lines()).toEqual(headed))
  save()
  await waitFor(() => expect(state.note.text).toBe(headed.join('\n').trimEnd()))
  expect(state.note.content?.content.map((block) => block.type).slice(0, 3)).toEqual([
    'paragraph',
    'heading',
    'paragraph',
  ])
  fireEvent.click(screen.getByRole('button', { name: uiText('richText:tool.undo') }))
  await waitFor(async () => expect(await lines()).toEqual(['Before.']))
})

describe('where the client was during the call of the session', () => {
  const said = (whereabouts: string | null) => ({ personId: person, name: 'Ana', isTherapist: false, whereabouts })
  const add = () => screen.queryByRole('button', { name: uiText('note:whereabouts.add') })
  async function openNote(inAttune: boolean, whereabouts: string | null) {
    const served = server(
      { ...blank(), text: 'Before.', version: 1 },
      {
        'session/get': () => ({ session: { ...session(), callInAttune: inAttune } }),
        'call/ofSession': () => ({ items: [said(whereabouts)] }),
      },
    )
    await renderPage(<WithDetails />)
    await field()
    return served
  }
  function WithDetails() {
    const { data } = useQuery(orpc.session.get.queryOptions({ input: { id } }))
    return data && <SessionTexts session={data.session} texts={[]} />
  }

  test('is added to the end of the note by choice, beside what is typed, and one undo removes it @slow', async () => {
    const { state } = await openNote(true, 'At home, 3 Elm Road')
    await screen.findByText(uiText('note:whereabouts.said', { name: 'Ana', place: 'At home, 3 Elm Road' }))
    expect(state.saves).toEqual([])
    expect(await lines()).toEqual(['Before.'])
    fireEvent.click(add() as HTMLElement)
    const added = ['Before.', uiText('note:whereabouts.text', { place: 'At home, 3 Elm Road' })]
    await waitFor(async () => expect(await lines()).toEqual(added))
    save()
    await waitFor(() => expect(state.note.text).toBe(added.join('\n')))
    expect(add()).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: uiText('richText:tool.undo') }))
    await waitFor(async () => expect(await lines()).toEqual(['Before.']))
    expect(add()).not.toBeNull()
  })

  test('is no longer offered once it is erased @slow', async () => {
    const { calls } = await openNote(true, null)
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain('call/ofSession'))
    expect(add()).toBeNull()
  })

  test('is not asked for a session with the link of the therapist @slow', async () => {
    const { calls } = await openNote(false, 'At home')
    expect(add()).toBeNull()
    expect(calls.map(({ path }) => path)).not.toContain('call/ofSession')
  })
})

test('a note of 50,001 characters says how many are too many, keeps the text and saves it when it is short enough @slow', async () => {
  const { state } = server()
  await page()
  await type('x'.repeat(50_001))
  save()
  await screen.findByText(uiText('note:state.tooLong_one', { count: '1' }))
  expect(state.saves).toEqual([])
  expect(drafts.versions(`note-${id}`)[0]?.value).toMatchObject({ text: 'x'.repeat(50_001) })
})

test('signing saves first, explains the consequence, and locks the note @slow', async () => {
  const { state, calls } = server(blank(), {
    'note/sign': ({ version }: { version: number }) => ({ ...state.note, version, signedAt: '2026-11-19T11:08:00Z' }),
  })
  await page()
  await type('Calmer than before.')
  fireEvent.click(screen.getByRole('button', { name: uiText('note:sign.open') }))
  const dialog = await screen.findByRole('dialog', { name: uiText('note:sign.title') })
  expect(dialog.textContent).toContain(uiText('note:sign.text'))
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('note:sign.submit') }))
  await screen.findByText(uiTextPattern('note:signed.at', { when: /.*12:08/ }), { ignore: 'article *' })
  expect(screen.queryByRole('textbox', { name: uiText('note:label') })).toBeNull()
  expect(screen.getAllByText('Calmer than before.').length).toBeGreaterThan(0)
  expect(calls.find((call) => call.path === 'note/sign')?.input).toMatchObject({ sessionId: id, version: 1 })
})

test('a retry of an addendum sends the same id @slow', async () => {
  const signed: Note = { ...blank(), text: 'Calm.', version: 1, signedAt: '2026-11-19T11:08:00Z' }
  let tries = 0
  const { calls } = server(signed, {
    'note/addendum': (input: { id: string; text: string }) =>
      ++tries === 1
        ? refusalResponse(400, 'BAD_REQUEST')
        : { ...signed, addenda: [{ id: input.id, text: input.text, at: '2026-11-20T08:00:00Z' }] },
  })
  await page()
  fireEvent.click(await screen.findByRole('button', { name: uiText('note:addendum.add') }))
  await type('The date was a day later.', uiText('note:addendum.title'))
  fireEvent.click(screen.getByRole('button', { name: uiText('note:addendum.submit') }))
  await screen.findByText(uiTextPattern('note:addendum.failed'))
  fireEvent.click(screen.getByRole('button', { name: uiText('note:addendum.submit') }))
  await screen.findByText(uiText('note:addendum.done'))
  const ids = calls.filter((call) => call.path === 'note/addendum').map((call) => (call.input as { id: string }).id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('unsaved text becomes an addendum draft when the note was signed on another device @slow', async () => {
  const { state } = server(blank(), { 'note/save': () => refusalResponse(409, 'NOTE_SIGNED') })
  await page()
  await type('one word too late')
  state.note = { ...blank(), text: 'Calm.', version: 1, signedAt: '2026-11-19T11:08:00Z' }
  save()
  const addendum = await textField(uiText('note:addendum.title'))
  await waitFor(() => expect(addendum.value).toBe('one word too late'))
  expect(screen.getByText(uiTextPattern('note:addendum.unsigned'))).toBeTruthy()
})

test('an earlier version is compared with the current one and can be restored into the editor @slow', async () => {
  server(
    { ...blank(), text: 'She slept very well.', version: 3 },
    { 'note/history': () => ({ items: [{ at: '2026-11-19T09:00:00Z', text: 'She slept well.', content: null }] }) },
  )
  await page()
  await field()
  fireEvent.click(screen.getByRole('button', { name: uiText('note:history.open') }))
  const dialog = await screen.findByRole('dialog', { name: uiText('note:history.title') })
  await waitFor(() => expect(dialog.querySelector('ins')?.textContent).toBe('very '))
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('note:history.restore') }))
  await waitFor(async () => expect(await lines()).toEqual(['She slept well.']))
})

test('the switch saves next steps before it shares them, and the card says who can read them @slow', async () => {
  const order: string[] = []
  server(blank(), {
    'note/saveText': ({ text: sent, version }: { text: string; version: number }) => {
      order.push('save')
      return text('next-steps', { text: sent, version: version + 1, updatedAt: '2026-11-19T09:44:00Z' })
    },
    'note/shareText': ({ shared }: { shared: boolean }) => {
      order.push(`share ${shared}`)
      return text('next-steps', { text: 'Keep the diary.', version: 1, shared })
    },
  })
  await page()
  const share = await screen.findByRole('switch', {
    name: uiText('note:share.label', { what: uiText('note:texts.next-steps'), name: 'Ana' }),
  })
  expect(screen.getAllByText(uiText('note:share.unseen_one', { name: 'Ana' }))).toHaveLength(2)
  await type('Keep the diary.', uiText('note:texts.next-steps'))
  fireEvent.click(share)
  await screen.findByText(uiText('note:share.seen_one', { name: 'Ana' }))
  await waitFor(() => expect(order).toEqual(['save', 'share true']))
})

test('a client sees shared texts and no headings of unshared texts', async () => {
  server()
  const shared = [text('next-steps', { text: 'Keep the diary.', shared: true, updatedAt: '2026-11-19T09:44:00Z' })]
  await renderPage(<SharedSessionTexts texts={shared} therapist="Nora Lindqvist" />)
  await screen.findByRole('heading', { name: uiText('note:texts.next-steps') })
  expect(screen.getByText('Keep the diary.')).toBeTruthy()
  expect(screen.getByText(uiTextPattern('note:shared.from', { name: 'Nora Lindqvist' }))).toBeTruthy()
  expect(screen.queryByRole('heading', { name: uiText('note:texts.objectives') })).toBeNull()
})

test('the printed sheet contains the session data, the note and its addenda @slow', async () => {
  const addenda = [{ id: person, text: 'A day later.', at: '2026-11-20T08:00:00Z' }]
  server({ ...blank(), text: 'Calm.', version: 1, signedAt: '2026-11-19T11:08:00Z', addenda })
  await page([text('objectives', { text: 'To sleep through.', version: 1 })])
  await screen.findAllByText('Calm.')
  const sheet = document.querySelector('body > article')
  for (const text of ['Ana Moreau', 'Nora Lindqvist', '11:00', '50 min', 'Calm.', 'A day later.', 'To sleep through.'])
    expect(sheet?.textContent).toContain(text)
  expect(sheet?.textContent).toMatch(/Signed 19 November 2026, 12:08, Nora Lindqvist/)
})

test('unsaved text is printed too @slow', async () => {
  server()
  await page()
  await type('The last word.')
  const sheet = document.querySelector('body > article')
  expect(sheet?.textContent).toContain(uiText('note:print.none'))
  fireEvent(window, new Event('beforeprint'))
  expect(sheet?.textContent).toContain('The last word.')
})

test('a note that was drafted with assistance says so and shows what was changed [1.13] @slow', async () => {
  const assistance = { draftedText: 'Slept badly.', model: 'test-model', at: '2026-11-19T09:44:00.000Z' }
  server({ ...blank(), text: 'Slept well.', version: 1, assistance })
  await page()
  await screen.findByText(uiText('note:assistance.badge'))
  fireEvent.click(screen.getByRole('button', { name: uiText('note:assistance.open') }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.querySelector('del')?.textContent).toBe('badly.')
  expect(dialog.querySelector('ins')?.textContent).toBe('well.')
})
