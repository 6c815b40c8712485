import type { Conflict } from '@attune/contract/features/schedule/session/session'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentInSentence, timeText } from '../../../../ui/page/date-text.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'

/**
 * Returns a formatter for a conflict. The text contains the time, and the name if the server has sent one. A busy time without a title is named
 * 'Busy'.
 */
export function useConflictText() {
  const { t } = useTranslation('negotiation')
  const locale = useLocale()
  return ({ kind, name: given, startsAt, endsAt }: Conflict) => {
    const name = given || (kind === 'event' || kind === 'imported' ? t('taken.busy') : '')
    const [when, to] = [momentInSentence(startsAt, locale), timeText(endsAt, locale)]
    return name ? t('taken.by', { name, when, to }) : t('taken.time', { when, to })
  }
}

type Props = { conflicts: readonly Conflict[]; onAnyway?: () => void; busy?: boolean }

/** Lists the conflicts of a time. If `onAnyway` is given, a button books the time despite the conflicts. */
export function SlotTakenNotice({ conflicts, onAnyway, busy = false }: Props) {
  const { t } = useTranslation('negotiation')
  const conflictText = useConflictText()
  return (
    <Callout
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
        <div key={conflict.sessionId ?? conflict.startsAt}>{conflictText(conflict)}</div>
      ))}
      {onAnyway && <div>{t('taken.anywayHint')}</div>}
    </Callout>
  )
}
