import type { RecurrenceScope } from '@attune/contract/common/time/recurrence'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { RecurrenceScopeDialog, useRecurrenceText } from '../../recurrence/recurrence.ts'

export type SeriesDialogName = 'move' | 'edit' | 'cancel'

type Props = {
  session: Session
  step: SeriesDialogName
  onScope: (scope: RecurrenceScope) => void
  onClose: () => void
}

/**
 * Asks which sessions of a series to move, edit or cancel. Shows the recurrence rule and the number of affected
 * sessions.
 */
export function SeriesScopeDialog({ session, step, onScope, onClose }: Props) {
  const { t } = useTranslation('series')
  const rule = useRecurrenceText()
  const { data: series } = useQuery({
    ...orpc.series.get.queryOptions({ input: { id: session.seriesId ?? '' } }),
    enabled: session.seriesId !== null,
  })
  // A cancellation also affects the sessions that were moved individually.
  const affected = series && series.coming + (step === 'cancel' ? series.detached : 0)
  return (
    <RecurrenceScopeDialog
      title={t(`scope.${step}`)}
      about={series ? rule(series) : null}
      startsAt={session.startsAt}
      allHint={affected === undefined ? null : t('scope.allHint', { count: affected })}
      onScope={onScope}
      onClose={onClose}
    />
  )
}
