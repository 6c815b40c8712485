import 'fake-indexeddb/auto'
import { plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import type { ClientNote, NoteText } from '@attune/contract/features/care/note/note'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drafts } from '../../../../platform/draft/drafts.ts'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { ClientNotes } from './ClientNotes.tsx'

const person = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
let clientId = ''
let note: ClientNote

// Replaces layout functions that jsdom lacks.
document.elementFromPoint = () => null
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

beforeEach(async () => {
  clientId = crypto.randomUUID()
  note = { clientId, text: '', content: null, version: 1, updatedAt: null }
  mockServer({
    'account/draftKey': () => ({ key: btoa('k'.repeat(32)) }),
    'note/ofClient': () => ({ items: [], next: null, aboutClient: false }),
    'note/openClient': () => note,
    'note/saveClient': (input: { clientId: string; text: NoteText; version: number }) => {
      // The autosave of an earlier test may still be sending its note.
      if (input.clientId !== clientId) return refusalResponse(404, 'NOT_FOUND')
      if (input.version !== note.version)
        return refusalResponse(409, 'NOTE_CHANGED', { text: note.text, content: note.content, version: note.version })
      const isText = typeof input.text === 'string'
      const written = isText
        ? { text: input.text, content: null }
        : { text: plainTextOf(input.text as never), content: input.text }
      note = { ...note, ...written, version: note.version + 1, updatedAt: '2026-11-19T09:44:00.000Z' } as ClientNote
      return { version: note.version, updatedAt: note.updatedAt }
    },
  })
  await drafts.open(person)
  await vi.waitUntil(drafts.isPersistent, 30_000)
})
afterEach(() => vi.unstubAllGlobals())

const field = () => screen.findByRole('textbox', { name: uiText('note:client.about', { name: 'Ana' }) })
const paste = async (data: Record<string, string>) => {
  const clipboardData = { files: [], types: Object.keys(data), getData: (kind: string) => data[kind] ?? '' }
  fireEvent.paste(await field(), { clipboardData })
}
const save = () => fireEvent.keyDown(window, { key: 's', ctrlKey: true })
const page = () => renderPage(<ClientNotes clientId={clientId} name="Ana" opened="client" />)

test('pasted HTML is cleaned, and the note is saved with what is left of its formatting @slow', async () => {
  await page()
  const html = '<h2 style="color:red" onclick="x()">Family</h2><script>x()</script><p><b>Sister</b> in Kiel</p>'
  await paste({ 'text/html': html, 'text/plain': 'Family' })
  save()
  await waitFor(() => expect(note.text).toBe('Family\nSister in Kiel'))
  expect(note.content?.content).toEqual([
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Family' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Sister', marks: [{ type: 'bold' }] },
        { type: 'text', text: ' in Kiel' },
      ],
    },
  ])
})

test('two devices on one note: both texts are shown, and merging them loses nothing @slow', async () => {
  await page()
  await field()
  note = { ...note, text: 'From the phone', version: 2 }
  await paste({ 'text/plain': 'From here' })
  save()
  const mine = await screen.findByRole('region', { name: uiText('versionConflict:mine') })
  expect(mine.textContent).toContain('From here')
  fireEvent.click(screen.getByRole('button', { name: uiText('note:conflict.together') }))
  await waitFor(() => expect(note.text).toBe('From the phone\nFrom here'))
})

test('20,001 characters: the limit is named, nothing is sent, and the text stays on this device @slow', async () => {
  await page()
  await paste({ 'text/plain': 'x'.repeat(20_001) })
  save()
  await screen.findByText(uiText('note:state.tooLong_one', { count: '1' }))
  expect(note.version).toBe(1)
  expect(drafts.versions(`client-note-${clientId}`)[0]?.value).toMatchObject({ text: 'x'.repeat(20_001) })
})

test('a note that another device has saved is shown when the page becomes visible', async () => {
  await page()
  await field()
  note = { ...note, text: 'From the phone', version: 2 }
  const later = Date.now() + 31_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(async () => expect((await field()).textContent).toBe('From the phone'))
  vi.restoreAllMocks()
})
