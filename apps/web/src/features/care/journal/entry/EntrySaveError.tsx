import { richTextLength } from '@attune/contract/common/rich-text/rich-text'
import { maxJournalEntryLength } from '@attune/contract/features/care/journal/journal.rules'
import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorCode, isRetryable, isStorageError } from '../../../../platform/api/errors.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import type { EntryEditing } from './use-entry-editor.ts'

const TrashedEntry = lazyNamed(() => import('./TrashedEntry.tsx'), 'TrashedEntry')

type Props = { entryEditor: EntryEditing; waitsForFiles: boolean; onSaveAgain: () => void; onClose: () => void }

/**
 * Shows the reason why an entry was not saved, and that the text is not lost: it is on this device or, if the device is full, on this page [8.04].
 */
export function EntrySaveError({ entryEditor, waitsForFiles, onSaveAgain, onClose }: Props) {
  const { t } = useTranslation(['journal', 'common'])
  const errorText = useErrorMessage()
  const { problem, failure, written, waiting, draft } = entryEditor
  if (waitsForFiles) return <Callout urgent>{t('error.files')}</Callout>
  if (problem === 'empty') {
    return (
      <Callout kind="warning" urgent>
        {t('error.empty')}
      </Callout>
    )
  }
  if (problem === 'tooLong') {
    return (
      <Callout kind="warning" urgent>
        {t('error.tooLong', { count: richTextLength(written.content) - maxJournalEntryLength })}
      </Callout>
    )
  }
  const refused = entryEditor.theirs ? null : (waiting?.refused ?? null)
  if (!failure && !refused) return null
  if (entryEditor.erased) return <ErasedEntry entryEditor={entryEditor} onClose={onClose} />
  const code = failure ? errorCode(failure) : refused
  if (code === 'IN_BIN') return <TrashedEntry entryEditor={entryEditor} onRestored={onSaveAgain} />
  return (
    <Callout kind="danger" urgent title={t('error.notSaved')}>
      {reason()}
    </Callout>
  )

  function reason() {
    // The editor retries automatically, so the person has nothing to do. A sentence states where the text is stored in the meantime.
    const retries = isStorageError(failure) || isRetryable(failure)
    if (retries && !draft.stored) return t('error.pageOnly')
    if (isStorageError(failure)) return t('error.kept')
    const cause =
      code === 'FILE_REFUSED' ? t('error.fileRefused') : failure ? errorText(failure) : t('error.refusedLater')
    return `${cause} ${t(draft.stored ? 'error.kept' : 'common:outcome.pageOnly')}`
  }
}

/** Offers to save the text of an entry that was deleted permanently elsewhere as a new entry, or to discard it. */
function ErasedEntry({ entryEditor, onClose }: Pick<Props, 'entryEditor' | 'onClose'>) {
  const { t } = useTranslation(['journal', 'common'])
  const discard = () => {
    entryEditor.discard()
    onClose()
  }
  return (
    <Callout kind="danger" urgent title={t('error.notSaved')}>
      {t('error.erased')} {t(entryEditor.draft.stored ? 'error.kept' : 'common:outcome.pageOnly')}
      <Group gap="xs" mt="sm">
        <Button variant="default" loading={entryEditor.saving} onClick={entryEditor.saveAsNew}>
          {t('erased.saveAsNew')}
        </Button>
        <Button variant="subtle" c="var(--attune-danger)" disabled={entryEditor.saving} onClick={discard}>
          {t('erased.discard')}
        </Button>
      </Group>
    </Callout>
  )
}
