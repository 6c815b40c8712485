import type { JournalEntryDetail } from '@attune/contract/features/journal'
import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconChevronLeft, IconCloudOff, IconDeviceFloppy, IconPencil } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { useLocale } from '../../platform/use-locale.ts'
import { useSetPageName } from '../../ui/page/use-page-name.ts'
import { StatusBadge } from '../../ui/page/StatusBadge.tsx'
import { PendingChangeBadge } from '../../ui/page/PendingChangeBadge.tsx'
import { localDay, momentText, momentInSentence, timeText } from '../../ui/page/date-text.ts'
import { useNow } from '../../ui/page/use-now.ts'
import classes from './entry.module.css'
import { EntryMenu } from './EntryMenu.tsx'
import type { EntryEditing } from './use-entry-editor.ts'

const WhenDialog = lazyNamed(() => import('./EntryTimeDialog.tsx'), 'EntryTimeDialog')

type Props = { entry: JournalEntryDetail | null; writing: EntryEditing; onSave: () => void; onClose: () => void }

/** Shows the time of an entry, its menu and the save button. */
export function EntryToolbar({ entry, writing, onSave, onClose }: Props) {
  const { t } = useTranslation('journal')
  const reader = useLocale()
  const [asked, setAsked] = useState(false)
  const { written, change, saving, draft, waiting } = writing
  const when = momentText(written.writtenAt, reader)
  useSetPageName(written.title || when)
  return (
    <div className={classes.bar}>
      <ActionIcon className={classes.back} aria-label={t('toList')} onClick={onClose}>
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <button type="button" className={classes.when} title={t('when.change')} onClick={() => setAsked(true)}>
        {when}
      </button>
      <span className={classes.filler} />
      {entry && <EntryMenu entry={entry} onGone={onClose} />}
      <Button
        loading={saving}
        disabled={!draft.dirty && (waiting ? !waiting.refused : entry !== null)}
        onClick={onSave}
      >
        {t('save')}
      </Button>
      {asked && (
        <Suspense>
          <WhenDialog
            writtenAt={written.writtenAt}
            onClose={() => setAsked(false)}
            onWhen={(writtenAt) => change({ writtenAt })}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Shows whether an entry is saved, being saved, or stored only on this device. */
export function EntrySaveState({
  entry,
  writing: { draft, saving, waiting },
}: {
  entry: JournalEntryDetail | null
  writing: EntryEditing
}) {
  const { t } = useTranslation('journal')
  const reader = useLocale()
  const now = useNow()
  return (
    <div className={classes.state} role="status">
      {stateOf()}
    </div>
  )

  function stateOf() {
    if (saving) return <StatusBadge icon={IconDeviceFloppy}>{t('state.saving')}</StatusBadge>
    if (draft.dirty && draft.stored) return <StatusBadge icon={IconPencil}>{t('state.kept')}</StatusBadge>
    if (draft.dirty) return <StatusBadge icon={IconCloudOff}>{t('state.pageOnly')}</StatusBadge>
    if (waiting) return <PendingChangeBadge change={waiting} />
    if (!entry) return null
    const isToday = localDay(entry.updatedAt, reader) === localDay(now.toISOString(), reader)
    const when = isToday ? timeText(entry.updatedAt, reader) : momentInSentence(entry.updatedAt, reader, now)
    return <StatusBadge icon={IconCheck}>{t('state.saved', { when })}</StatusBadge>
  }
}
