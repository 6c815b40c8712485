import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { afterEach } from 'vitest'
import { refusalResponse } from '../../../../testing/render-page.tsx'
import { testStoredDrafts } from '../../../../testing/stored-drafts.tsx'
import { useEntryAutosave, useEntryEditor } from './use-entry-editor.ts'
import { resetPage } from '../../../../testing/reset-page.ts'

afterEach(resetPage)

const entry = (id: string, text: string, version: number): JournalEntryDetail => ({
  id,
  title: 'The train',
  mood: 4,
  tags: ['travel'],
  writtenAt: '2026-11-18T20:40:00.000Z',
  updatedAt: '2026-11-18T20:41:00.000Z',
  content: richTextFromPlain(text),
  files: [],
  shares: [],
  published: null,
  replies: [],
  looks: [],
  binnedAt: null,
  version,
})
const stored = (text: string) =>
  `{"id":"<id>","version":1,"title":"The train","content":{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"${text}"}]}]},"mood":4,"tags":["travel"],"writtenAt":"2026-11-18T20:40:00.000Z","files":[]}`

testStoredDrafts({
  title: 'entry of the journal',
  name: (id) => `journal-${id}`,
  stored: { newest: stored('I could not sleep'), earlier: stored('I could not ') },
  shown: {
    newest: richTextFromPlain('I could not sleep'),
    earlier: richTextFromPlain('I could not '),
    server: richTextFromPlain('I'),
  },
  use: (id, version) => {
    const editor = useEntryEditor(entry(id, version === 1 ? 'I' : 'From the phone', version), () => {})
    useEntryAutosave(editor, false)
    return editor
  },
  read: (editor) => ({ value: editor.written.content, isConflict: editor.theirs !== null }),
  save: {
    path: 'journal/save',
    input: (id) => ({ id, version: 1, content: richTextFromPlain('I could not sleep') }),
    answer: (id, version) =>
      version === 1
        ? entry(id, 'I could not sleep', 2)
        : refusalResponse(409, 'CHANGED', entry(id, 'From the phone', version)),
  },
})
