import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useSetPageName } from '../../../../ui/page/use-page-name.ts'
import { SaveStatus } from '../../../../ui/editor/SaveStatus.tsx'
import { useSaveState } from '../../../../ui/editor/use-save-state.ts'
import { momentText } from '../../../../ui/page/date-text.ts'
import classes from './entry.module.css'
import { EntryMenu } from './EntryMenu.tsx'
import type { EntryEditing } from './use-entry-editor.ts'

const EntryTimeDialog = lazyNamed(() => import('./EntryTimeDialog.tsx'), 'EntryTimeDialog')

type Props = {
  entry: JournalEntryDetail | null
  entryEditor: EntryEditing
  isClosing: boolean
  onDone: () => void
  onClose: () => void
}

/** Shows the time of an entry, whether it is saved, its menu and the button that closes it. */
export function EntryToolbar({ entry, entryEditor, isClosing, onDone, onClose }: Props) {
  const { t } = useTranslation('journal')
  const locale = useLocale()
  const [asked, setAsked] = useState(false)
  const { written, change } = entryEditor
  const when = momentText(written.writtenAt, locale)
  useSetPageName(written.title || when)
  return (
    <div className={classes.bar}>
      <ActionIcon className={classes.back} aria-label={t('toList')} onClick={onClose}>
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <div className={classes.head}>
        <button type="button" className={classes.when} title={t('when.change')} onClick={() => setAsked(true)}>
          {when}
        </button>
        <EntrySaveStatus entry={entry} entryEditor={entryEditor} />
      </div>
      {entry && <EntryMenu entry={entry} onGone={onClose} />}
      <Button loading={isClosing} onClick={onDone}>
        {t('done')}
      </Button>
      {asked && (
        <EntryTimeDialog
          writtenAt={written.writtenAt}
          onClose={() => setAsked(false)}
          onWhen={(writtenAt) => change({ writtenAt })}
        />
      )}
    </div>
  )
}

/** Shows whether an entry is saved. An entry that was saved without a connection can be refused later. */
function EntrySaveStatus({ entry, entryEditor: { draft, waiting } }: Pick<Props, 'entry' | 'entryEditor'>) {
  const { t } = useTranslation('common')
  const isSaved = !draft.dirty && !waiting
  const state = useSaveState({
    isSaved,
    isSaving: draft.phase === 'saving',
    problem: waiting?.refused ? 'refused' : draft.phase === 'conflict' && draft.phase,
  })
  if (isSaved && !entry) return null
  return <SaveStatus state={state} text={state === 'refused' && t('offline.refused')} />
}
