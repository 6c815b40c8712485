import type { Conflict } from '@attune/contract/features/session'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { momentWithin, timeText } from '../../ui/moment.ts'
import { Note } from '../../ui/Note.tsx'

/** A formatter for a conflict: its time, and the name if the viewer may know it. */
export function useConflictWords() {
  const { t } = useTranslation('negotiation')
  const reader = useReader()
  return ({ name, startsAt, endsAt }: Conflict) => {
    const [when, to] = [momentWithin(startsAt, reader), timeText(endsAt, reader)]
    return name ? t('taken.by', { name, when, to }) : t('taken.time', { when, to })
  }
}

type Props = { conflicts: readonly Conflict[]; onAnyway?: () => void; busy?: boolean }

/** Lists what conflicts with a time. With `onAnyway` it offers to book the time anyway. */
export function SlotTaken({ conflicts, onAnyway, busy = false }: Props) {
  const { t } = useTranslation('negotiation')
  const words = useConflictWords()
  return (
    <Note
      kind="danger"
      title={t('taken.title')}
      urgent
      action={
        onAnyway && (
          <Button variant="default" loading={busy} onClick={onAnyway}>
            {t('taken.anyway')}
          </Button>
        )
      }
    >
      {conflicts.map((conflict) => (
        <div key={conflict.sessionId ?? conflict.startsAt}>{words(conflict)}</div>
      ))}
      {onAnyway && <div>{t('taken.anywayHint')}</div>}
    </Note>
  )
}
