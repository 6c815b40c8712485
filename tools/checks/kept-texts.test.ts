import { expect, test } from 'vitest'
import { lostTexts, textsIn } from './kept-texts.mjs'

const folder = 'apps/web/src/features/care/note'
const file = (name: string, code: string) => ({ path: `${folder}/${name}`, ...textsIn(code, `${folder}/${name}`) })
const dialog = file('NoteDialog.tsx', 'export const NoteDialog = () => <Textarea />')
const lost = [expect.stringContaining('features/care/note/NoteDialog.tsx: its text is lost')]

test('a text of several lines that nothing keeps is a finding', () => {
  expect(lostTexts([dialog])).toEqual(lost)
})

test('an input of one line is no finding', () => {
  expect(lostTexts([file('NameDialog.tsx', 'const name = <TextInput />')])).toEqual([])
})

test('a text is kept by a draft in its file', () => {
  const kept = file('NoteDialog.tsx', 'const draft = useDraft("note", fresh); const text = <Textarea />')
  expect(lostTexts([kept])).toEqual([])
})

test('a text is kept by a hook of a file that renders it', () => {
  const hook = file('use-note.ts', 'export const useNote = () => useSavedValue(options)')
  const page = file('NotePage.tsx', 'import { useNote } from "./use-note.ts"; import("./NoteDialog.tsx")')
  expect(lostTexts([dialog, hook, page])).toEqual([])
})

test('a draft of another feature does not keep a text', () => {
  const other = 'apps/web/src/features/care/task/TaskPage.tsx'
  const code = 'import { NoteDialog } from "../note/NoteDialog.tsx"; const draft = useDraft("task", fresh)'
  expect(lostTexts([dialog, { path: other, ...textsIn(code, other) }])).toEqual(lost)
})
