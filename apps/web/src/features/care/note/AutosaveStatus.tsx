import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AutosaveState } from '../../../platform/autosave/autosave-types.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { SaveStatus } from '../../../ui/editor/SaveStatus.tsx'
import { useSaveState } from '../../../ui/editor/use-save-state.ts'
import { localDay, momentInSentence, timeText } from '../../../ui/page/date-text.ts'
import { StatusBadge } from '../../../ui/page/status/StatusBadge.tsx'
import { useNow } from '../../../ui/page/use-now.ts'
import classes from './note.module.css'

type Props = { state: AutosaveState; maximum: number; onTry: () => void }

/** Shows whether a text is saved and when, or why it was refused. Screen readers announce only problems. */
export function AutosaveStatus({ state: { phase, savedAt, text }, maximum, onTry }: Props) {
  const { t } = useTranslation('note')
  const locale = useLocale()
  const now = useNow()
  const state = useSaveState({
    isSaved: phase === 'saved',
    isSaving: phase === 'saving',
    problem: (phase === 'conflict' || phase === 'refused') && phase,
  })
  if (phase === 'locked') return null
  if (state === 'saved' && !savedAt) return <StatusBadge icon={IconFileText}>{t('state.empty')}</StatusBadge>
  return (
    <span className={classes.state}>
      <SaveStatus isQuiet state={state} text={detail()} />
      {phase === 'onDevice' && (
        <Button variant="subtle" size="compact-sm" onClick={onTry}>
          {t('state.tryNow')}
        </Button>
      )}
    </span>
  )

  function detail() {
    const over = text.length - maximum
    if (state === 'refused') return over > 0 ? t('state.tooLong', { count: over }) : t('state.refused')
    if (state !== 'saved' || !savedAt) return null
    const today = localDay(savedAt, locale) === localDay(now.toISOString(), locale)
    return t('state.saved', { when: today ? timeText(savedAt, locale) : momentInSentence(savedAt, locale) })
  }
}
