import type { FormContent, FormView, OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import { afterEach } from 'vitest'
import { refusalResponse } from '../../../testing/render-page.tsx'
import { testStoredDrafts } from '../../../testing/stored-drafts.tsx'
import { useFormEditor } from './build/use-form-editor.ts'
import { useFormAnswers } from './fill/use-form-answers.ts'
import { resetPage } from '../../../testing/reset-page.ts'

afterEach(resetPage)

const at = '2026-11-19T09:44:00.000Z'
const field = '1b1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const content = (title: string): FormContent => ({
  title,
  language: 'en',
  isConsent: false,
  fields: [{ id: field, type: 'long-text', label: 'What may be shown?', hint: '', required: true, options: [] }],
})
const stored = (title: string) =>
  `{"content":{"title":"${title}","language":"en","isConsent":false,"fields":[{"id":"${field}","type":"long-text","label":"What may be shown?","hint":"","required":true,"options":[]}]},"version":1}`

testStoredDrafts({
  title: 'answers of a form',
  name: (id) => `form-answers-${id}`,
  stored: {
    newest: `{"text":"{\\"${field}\\":\\"The blue one\\"}","version":1}`,
    earlier: `{"text":"{\\"${field}\\":\\"The bl\\"}","version":1}`,
  },
  shown: { newest: { [field]: 'The blue one' }, earlier: { [field]: 'The bl' }, server: { [field]: 'The' } },
  use: (id, version) =>
    useFormAnswers({
      id,
      content: content('Photos'),
      answers: { [field]: version === 1 ? 'The' : 'From the phone' },
      draftVersion: version,
      savedAt: at,
    } as unknown as OwnFormView),
  read: ({ value, state }) => ({ value, isConflict: state.phase === 'conflict' }),
  save: {
    path: 'form/saveAnswers',
    input: (id) => ({ id, draftVersion: 1, answers: { [field]: 'The blue one' } }),
    answer: (_id, version) =>
      version === 1
        ? { draftVersion: 2, savedAt: at }
        : refusalResponse(409, 'CHANGED', { answers: { [field]: 'From the phone' }, draftVersion: version }),
  },
})

const view = (id: string, title: string, version: number) =>
  ({ id, version, content: content(title) }) as unknown as FormView

testStoredDrafts({
  title: 'form that is built',
  name: (id) => `form-${id}`,
  stored: { newest: stored('Photos and films'), earlier: stored('Photos and') },
  shown: { newest: content('Photos and films'), earlier: content('Photos and'), server: content('Photos') },
  use: (id, version) => useFormEditor(view(id, version === 1 ? 'Photos' : 'From the phone', version)),
  read: (editor) => ({ value: editor.content, isConflict: editor.theirs !== null }),
  save: {
    path: 'form/save',
    input: (id) => ({ id, version: 1, content: content('Photos and films') }),
    answer: (id, version) =>
      version === 1
        ? view(id, 'Photos and films', 2)
        : refusalResponse(409, 'CHANGED', view(id, 'From the phone', version)),
  },
})
