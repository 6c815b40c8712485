import { Button, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCloudOff, IconDots, IconFileText } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../../platform/offline/use-online.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { StatusBadge } from '../../../ui/page/status/StatusBadge.tsx'
import { localDay, momentInSentence, timeText } from '../../../ui/page/date-text.ts'
import { useNow } from '../../../ui/page/use-now.ts'
import { draftPersistence } from '../../../platform/autosave/saved-value.draft.ts'
import classes from './note.module.css'
import type { AutosaveState } from '../../../platform/autosave/autosave-types.ts'

type Props = { state: AutosaveState; maximum: number; onTry: () => void }

/** Shows whether a text is saved, being saved, or stored on this device only. Screen readers announce only problems. */
export function AutosaveStatus({ state, maximum, onTry }: Props) {
  const { t } = useTranslation(['note', 'common'])
  const locale = useLocale()
  const online = useOnline()
  const now = useNow()
  const onDevice = useSyncExternalStore(draftPersistence.subscribe, draftPersistence.get)
  const { phase, savedAt, text } = state
  const trouble = phase === 'onDevice' || phase === 'refused' || (phase === 'saving' && !online)
  if (trouble) {
    const over = text.length - maximum
    const refusalText =
      phase === 'refused' ? (over > 0 ? t('state.tooLong', { count: over }) : t('state.refused')) : null
    return (
      <span className={classes.state}>
        <span role="status">
          <StatusBadge icon={IconCloudOff} tone="warning">
            {refusalText ?? t(onDevice ? 'state.kept' : 'common:outcome.pageOnly')}
          </StatusBadge>
        </span>
        {phase === 'onDevice' && (
          <Button variant="subtle" size="compact-sm" onClick={onTry}>
            {t('state.tryNow')}
          </Button>
        )}
      </span>
    )
  }
  const today = savedAt && localDay(savedAt, locale) === localDay(now.toISOString(), locale)
  const when = savedAt && (today ? timeText(savedAt, locale) : momentInSentence(savedAt, locale))
  return (
    <span className={classes.state}>
      {phase === 'saving' && <StatusBadge icon={IconDots}>{t('state.saving')}</StatusBadge>}
      {phase === 'conflict' && (
        <StatusBadge icon={IconCloudOff} tone="warning">
          {t('state.conflict')}
        </StatusBadge>
      )}
      {phase === 'saved' && when && <StatusBadge icon={IconCheck}>{t('state.saved', { when })}</StatusBadge>}
      {phase === 'saved' && !when && <StatusBadge icon={IconFileText}>{t('state.empty')}</StatusBadge>}
      <VisuallyHidden role="status">{phase === 'conflict' && t('state.conflict')}</VisuallyHidden>
    </span>
  )
}
