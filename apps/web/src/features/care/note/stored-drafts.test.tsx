import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { Session, SessionText } from '@attune/contract/features/schedule/session/session'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { drafts } from '../../../platform/draft/drafts.ts'
import { renderPage, mockServer, refusalResponse } from '../../../testing/render-page.tsx'
import { openWithStoredDrafts, testStoredDrafts } from '../../../testing/stored-drafts.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { useNoteEditor } from './session-note/use-note-editor.ts'
import { SessionTextCard } from './session-note/SessionTextCard.tsx'
import { resetPage } from '../../../testing/reset-page.ts'

afterEach(resetPage)

const at = '2026-11-19T09:44:00.000Z'
const texts = ['', 'Slept', 'From the phone']
const formatted = (text: string) =>
  `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","marks":[{"type":"bold"}],"text":"${text}"}]}]}`

const saveOf = (text: unknown) => ({
  path: 'note/save',
  input: (sessionId: string) => ({ sessionId, text, version: 1 }),
  answer: (_id: string, version: number) =>
    version === 1
      ? { version: 2, updatedAt: at }
      : refusalResponse(409, 'NOTE_CHANGED', { text: texts[version], content: null, version }),
})
const shownNote = {
  use: (sessionId: string, version: number) =>
    useNoteEditor(
      {
        sessionId,
        clientId: null,
        text: texts[version] ?? '',
        content: null,
        version,
        updatedAt: at,
        signedAt: null,
        addenda: [],
        assistance: null,
      },
      { current: null },
    ),
  read: ({ document, state }: ReturnType<typeof useNoteEditor>) => ({
    value: document,
    isConflict: state.phase === 'conflict',
  }),
}

testStoredDrafts({
  title: 'note of a session',
  name: (id) => `note-${id}`,
  stored: { newest: '{"text":"Slept badly again","version":1}', earlier: '{"text":"Slept bad","version":1}' },
  shown: {
    newest: richTextFromPlain('Slept badly again'),
    earlier: richTextFromPlain('Slept bad'),
    server: richTextFromPlain('Slept'),
  },
  ...shownNote,
  save: saveOf('Slept badly again'),
})

testStoredDrafts({
  title: 'formatted note of a session',
  name: (id) => `note-${id}`,
  stored: {
    newest: JSON.stringify({ text: `\u0000${formatted('Slept badly again')}`, version: 1 }),
    earlier: JSON.stringify({ text: `\u0000${formatted('Slept bad')}`, version: 1 }),
  },
  shown: {
    newest: JSON.parse(formatted('Slept badly again')),
    earlier: JSON.parse(formatted('Slept bad')),
    server: richTextFromPlain('Slept'),
  },
  ...shownNote,
  save: saveOf(JSON.parse(formatted('Slept badly again'))),
})

test('texts that an earlier build set aside in a conflict are offered, for as long as nobody discards them', async () => {
  const id = crypto.randomUUID()
  const name = `next-steps-${id}`
  await openWithStoredDrafts([
    { name: `${name}-aside`, stored: '{"text":"Walk every day"}', place: 'database' },
    { name, stored: '{}', place: 'database' },
  ])
  mockServer({})
  const session = { id, participants: [] } as unknown as Session
  const saved: SessionText = { kind: 'next-steps', text: '', version: 0, shared: false, updatedAt: null }
  await renderPage(<SessionTextCard session={session} saved={saved} />)
  await screen.findByText(uiText('note:aside.title'))
  expect(drafts.versions(`${name}-aside`).map(({ value }) => value)).toEqual([{ text: 'Walk every day' }])
})
