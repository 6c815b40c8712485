import type { UseMutationResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../platform/offline/use-online.ts'

/**
 * The saving state of an editor's newest values. `onDevice`: stored in this browser until there is a connection. `pageOnly`: waiting for a
 * connection, only in memory. `unreadable`: the text of a field is invalid. `refused`: the last save failed.
 */
export type SaveState = 'saved' | 'saving' | 'onDevice' | 'pageOnly' | 'unreadable' | 'refused'

type Props = {
  save: Pick<UseMutationResult, 'isPending' | 'isError' | 'error'>
  draft: { dirty: boolean; stored: boolean }
  isUnreadable?: boolean
  /** Returns why a save failed. */
  refusalText: (error: unknown) => string
}

/** Shows whether the input is saved. Screen readers announce changes. */
export function SaveStatus({ refusalText, ...editor }: Props) {
  const { t } = useTranslation('common')
  const state = saveStateOf(editor, useOnline())
  return <span role="status">{state === 'refused' ? refusalText(editor.save.error) : t(`outcome.${state}`)}</span>
}

function saveStateOf({ save, draft, isUnreadable }: Omit<Props, 'refusalText'>, isOnline: boolean): SaveState {
  if (isUnreadable) return 'unreadable'
  if (save.isError) return 'refused'
  if (!save.isPending && !draft.dirty) return 'saved'
  if (isOnline) return 'saving'
  return draft.stored ? 'onDevice' : 'pageOnly'
}
