import { ORPCError } from '@orpc/client'
import { richTextLength } from '@attune/contract/common/rich-text/rich-text'
import { maxJournalEntryLength } from '@attune/contract/features/care/journal/journal.rules'
import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import type { EntryEditing } from './use-entry-editor.ts'

type Props = { entryEditor: EntryEditing; waitsForFiles: boolean; onClose: () => void }

/** Shows why an entry was not saved, and that the text is not lost: it is on this device or, if the device is full, on this page [8.04]. */
export function EntrySaveError({ entryEditor, waitsForFiles, onClose }: Props) {
  const { t } = useTranslation('journal')
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
  const code = failure instanceof ORPCError ? failure.code : refused
  const own =
    code === 'IN_BIN'
      ? t('error.inBin')
      : code === 'FILE_REFUSED'
        ? t('error.fileRefused')
        : failure
          ? errorText(failure)
          : t('error.refusedLater')
  return (
    <Callout kind="danger" urgent title={t('error.notSaved')}>
      {own} {t(draft.stored ? 'error.kept' : 'error.pageOnly')}
    </Callout>
  )
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
