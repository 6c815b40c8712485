import type { Conflict } from '@attune/contract/features/session'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { momentWithin, timeText } from '../../ui/moment.ts'
import { Note } from '../../ui/Note.tsx'

/** Each thing that is in the way, in words: whose session where that may be known, and when. */
export function useConflictWords() {
  const { t } = useTranslation('negotiation')
  const reader = useReader()
  return ({ name, startsAt, endsAt }: Conflict) => {
    const [when, to] = [momentWithin(startsAt, reader), timeText(endsAt, reader)]
    return name ? t('taken.by', { name, when, to }) : t('taken.time', { when, to })
  }
}

type Props = { conflicts: readonly Conflict[]; onAnyway?: () => void; busy?: boolean }

/** Says what is in the way of a time; `onAnyway` offers to take it all the same. */
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
