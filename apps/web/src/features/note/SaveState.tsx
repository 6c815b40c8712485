import { Button, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCloudOff, IconDots, IconFileText } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../platform/online.ts'
import { useReader } from '../../platform/reader.ts'
import { Mark } from '../../ui/Mark.tsx'
import { dayOf, momentWithin, timeText } from '../../ui/moment.ts'
import { useNow } from '../../ui/use-now.ts'
import { stored } from './kept.ts'
import classes from './note.module.css'
import type { Look } from './shapes.ts'

type Props = { look: Look; maximum: number; onTry: () => void }

/** The save state of a text: saved, saving, or on this device only. Only problems are announced. */
export function SaveState({ look, maximum, onTry }: Props) {
  const { t } = useTranslation('note')
  const reader = useReader()
  const online = useOnline()
  const now = useNow()
  const onDevice = useSyncExternalStore(stored.subscribe, stored.get)
  const { phase, savedAt, text } = look
  const trouble = phase === 'kept' || phase === 'refused' || (phase === 'saving' && !online)
  if (trouble) {
    const over = text.length - maximum
    const words = phase === 'refused' ? (over > 0 ? t('state.tooLong', { count: over }) : t('state.refused')) : null
    return (
      <span className={classes.state}>
        <span role="status">
          <Mark icon={IconCloudOff} tone="warning">
            {words ?? t(onDevice ? 'state.kept' : 'state.pageOnly')}
          </Mark>
        </span>
        {phase === 'kept' && (
          <Button variant="subtle" size="compact-sm" onClick={onTry}>
            {t('state.tryNow')}
          </Button>
        )}
      </span>
    )
  }
  const today = savedAt && dayOf(savedAt, reader) === dayOf(now.toISOString(), reader)
  const when = savedAt && (today ? timeText(savedAt, reader) : momentWithin(savedAt, reader))
  return (
    <span className={classes.state}>
      {phase === 'saving' && <Mark icon={IconDots}>{t('state.saving')}</Mark>}
      {phase === 'conflict' && (
        <Mark icon={IconCloudOff} tone="warning">
          {t('state.conflict')}
        </Mark>
      )}
      {phase === 'saved' && when && <Mark icon={IconCheck}>{t('state.saved', { when })}</Mark>}
      {phase === 'saved' && !when && <Mark icon={IconFileText}>{t('state.empty')}</Mark>}
      <VisuallyHidden role="status">{phase === 'conflict' && t('conflict.title')}</VisuallyHidden>
    </span>
  )
}
