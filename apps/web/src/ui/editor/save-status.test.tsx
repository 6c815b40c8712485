import { render, renderHook, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { draftPersistence } from '../../platform/autosave/saved-value.draft.ts'
import { uiText } from '../../testing/ui-text.ts'
import { SaveStatus } from './SaveStatus.tsx'
import { useSaveState, type SaveState } from './use-save-state.ts'

const unsaved = { isSaved: false, isSaving: true }
const failed = { isSaved: false, isSaving: false }

test.each<[string, Parameters<typeof useSaveState>[0], { isOnline: boolean; isStored: boolean }, SaveState]>([
  ['a saved value', { isSaved: true, isSaving: false }, { isOnline: true, isStored: true }, 'saved'],
  ['a save that runs', unsaved, { isOnline: true, isStored: true }, 'saving'],
  [
    'a save that runs in a browser that cannot store the value',
    unsaved,
    { isOnline: true, isStored: false },
    'pageOnly',
  ],
  ['an unsaved value without a connection', unsaved, { isOnline: false, isStored: true }, 'onDevice'],
  ['a save that failed', failed, { isOnline: true, isStored: true }, 'onDevice'],
  ['an unsaved value that this browser cannot store', failed, { isOnline: true, isStored: false }, 'pageOnly'],
  [
    'a value that was saved elsewhere',
    { ...failed, problem: 'conflict' },
    { isOnline: true, isStored: true },
    'conflict',
  ],
  ['a refused value', { ...failed, problem: 'refused' }, { isOnline: false, isStored: true }, 'refused'],
  ['an invalid field', { ...unsaved, problem: 'unreadable' }, { isOnline: true, isStored: true }, 'unreadable'],
])('the saving state of %s', (_, editor, { isOnline, isStored }, state) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  vi.spyOn(draftPersistence, 'get').mockReturnValue(isStored)
  expect(renderHook(() => useSaveState(editor)).result.current).toBe(state)
})

test('where a person types for long, screen readers announce only problems', () => {
  const { rerender } = render(<SaveStatus isQuiet state="saved" />)
  screen.getByText(uiText('common:outcome.saved'))
  expect(screen.queryByRole('status')).toBeNull()
  rerender(<SaveStatus isQuiet state="onDevice" />)
  expect(screen.getByRole('status').textContent).toBe(uiText('common:outcome.onDevice'))
})
