import 'fake-indexeddb/auto'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hasUnsentText } from './unsaved.ts'
import { useDraft } from './use-draft.ts'
import { useKeptChanges } from './use-kept-changes.ts'

const draw = (name: string) =>
  renderHook(() => {
    const draft = useDraft(name, () => ({ first: '', last: '' }))
    return { draft, keepChanges: useKeptChanges(draft) }
  }).result

test('a form that was saved without further changes shows the saved value and has no draft', async () => {
  const form = draw('saved')
  act(() => form.current.draft.change({ first: ' Ana ', last: '' }))
  act(() => form.current.keepChanges({ first: ' Ana ', last: '' }, { first: 'Ana', last: '' }))
  expect(form.current.draft).toMatchObject({ value: { first: 'Ana', last: '' }, dirty: false })
  expect(await hasUnsentText()).toBe(false)
})

test('what is changed while a form is being saved stays in the form, as a draft', () => {
  const form = draw('changed')
  act(() => form.current.draft.change({ first: ' Ana ', last: '' }))
  // A save that began before the next change has the functions of that time.
  const { keepChanges } = form.current
  act(() => form.current.draft.change({ first: ' Ana ', last: 'Moreau' }))
  act(() => keepChanges({ first: ' Ana ', last: '' }, { first: 'Ana', last: '' }))
  expect(form.current.draft).toMatchObject({ value: { first: 'Ana', last: 'Moreau' }, dirty: true })
  expect(draw('changed').current.draft).toMatchObject({ value: { first: 'Ana', last: 'Moreau' }, restored: true })
})
