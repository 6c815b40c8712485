import { useSaveState } from './use-save-state.ts'

type Draft = {
  save: { isPending: boolean; isError: boolean; error: Error | null }
  draft: { dirty: boolean }
  unreadable: readonly unknown[]
}

/** Returns the properties of `SaveStatus` for a form that saves itself. `refusalText` returns why a save failed. */
export function useDraftSaveState({ save, draft, unreadable }: Draft, refusalText: (error: unknown) => string) {
  const state = useSaveState({
    isSaved: !save.isPending && !draft.dirty,
    isSaving: true,
    problem: unreadable.length > 0 ? 'unreadable' : save.isError && 'refused',
  })
  return { state, text: state === 'refused' ? refusalText(save.error) : null }
}
