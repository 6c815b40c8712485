import type { Entry } from '@attune/contract/features/journal'
import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconChevronLeft, IconCloudOff, IconDeviceFloppy, IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { useCrumb } from '../../ui/crumb.ts'
import { Mark } from '../../ui/Mark.tsx'
import { dayOf, momentText, momentWithin, timeText } from '../../ui/moment.ts'
import { useNow } from '../../ui/use-now.ts'
import classes from './entry.module.css'
import { ToBin } from './ToBin.tsx'
import type { Writing } from './use-entry.ts'

const WhenDialog = lazy(() => import('./WhenDialog.tsx').then((file) => ({ default: file.WhenDialog })))

type Props = { entry: Entry | null; writing: Writing; onSave: () => void; onClose: () => void }

/** The time of an entry, a menu and the save button. */
export function EntryBar({ entry, writing, onSave, onClose }: Props) {
  const { t } = useTranslation('journal')
  const reader = useReader()
  const [asked, setAsked] = useState(false)
  const { written, change, saving, draft } = writing
  const when = momentText(written.writtenAt, reader)
  useCrumb(written.title || when)
  return (
    <div className={classes.bar}>
      <ActionIcon className={classes.back} aria-label={t('toList')} onClick={onClose}>
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <button type="button" className={classes.when} title={t('when.change')} onClick={() => setAsked(true)}>
        {when}
      </button>
      <span className={classes.filler} />
      {entry && <ToBin entry={entry} onGone={onClose} />}
      <Button loading={saving} disabled={!draft.dirty && entry !== null} onClick={onSave}>
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

/** The save state of an entry. */
export function SaveState({ entry, writing: { draft, saving } }: { entry: Entry | null; writing: Writing }) {
  const { t } = useTranslation('journal')
  const reader = useReader()
  const now = useNow()
  return (
    <div className={classes.state} role="status">
      {stateOf()}
    </div>
  )

  function stateOf() {
    if (saving) return <Mark icon={IconDeviceFloppy}>{t('state.saving')}</Mark>
    if (draft.dirty && draft.stored) return <Mark icon={IconPencil}>{t('state.kept')}</Mark>
    if (draft.dirty) return <Mark icon={IconCloudOff}>{t('state.pageOnly')}</Mark>
    if (!entry) return null
    const isToday = dayOf(entry.updatedAt, reader) === dayOf(now.toISOString(), reader)
    const when = isToday ? timeText(entry.updatedAt, reader) : momentWithin(entry.updatedAt, reader, now)
    return <Mark icon={IconCheck}>{t('state.saved', { when })}</Mark>
  }
}
