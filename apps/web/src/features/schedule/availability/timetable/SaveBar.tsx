import { Button } from '@mantine/core'
import { IconFilePencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import classes from './timetable.module.css'

type Props = { changes: number; busy: boolean; onSave: () => void; onDiscard: () => void }

/**
 * Shows the number of unsaved changes with the buttons Save and Discard. On a phone the bar sticks to the bottom of the
 * screen while there are unsaved changes.
 */
export function SaveBar({ changes, busy, onSave, onDiscard }: Props) {
  const { t } = useTranslation('timetable')
  return (
    <div className={classes.bar} data-dirty={changes > 0 || undefined}>
      <span role="status">
        {changes > 0 && (
          <StatusBadge icon={IconFilePencil} tone="warning">
            {t('changes', { count: changes })}
          </StatusBadge>
        )}
      </span>
      {changes > 0 && (
        <Button variant="default" disabled={busy} onClick={onDiscard}>
          {t('discard')}
        </Button>
      )}
      <Button
        variant={changes > 0 ? 'filled' : 'default'}
        loading={busy}
        onClick={onSave}
        aria-keyshortcuts="Control+S Meta+S"
      >
        {t('save')}
      </Button>
    </div>
  )
}
