import type { UseMutationResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../platform/offline/use-online.ts'

/**
 * The saving state of the newest values of an editor. `onDevice`: they wait for a connection and are stored in this browser. `pageOnly`: they
 * wait for a connection, and only this page has them. `unreadable`: a field cannot be read. `refused`: the last save failed.
 */
export type SaveState = 'saved' | 'saving' | 'onDevice' | 'pageOnly' | 'unreadable' | 'refused'

type Props = {
  save: Pick<UseMutationResult, 'isPending' | 'isError' | 'error'>
  draft: { dirty: boolean; stored: boolean }
  isUnreadable?: boolean
  /** Returns why a save failed. */
  refusalText: (error: unknown) => string
}

/** Says whether what was entered is saved. Screen readers announce a change. */
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
