import type { Session } from '@attune/contract/features/session'
import { Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api.ts'
import { useLocale } from '../../../platform/use-locale.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { momentText } from '../../../ui/page/date-text.ts'
import classes from '../dialogs/choices.module.css'
import { useRecurrenceText } from './recurrence-text.ts'

export const seriesScopeChoices = ['one', 'following', 'all'] as const
export type SeriesScopeChoice = (typeof seriesScopeChoices)[number]
export type SeriesDialogName = 'move' | 'edit' | 'cancel'

type Props = {
  session: Session
  step: SeriesDialogName
  onScope: (scope: SeriesScopeChoice) => void
  onClose: () => void
}

/** Asks which sessions of a series to change: this one, this and the following ones, or all that have not begun. */
export function SeriesScopeDialog({ session, step, onScope, onClose }: Props) {
  const { t } = useTranslation('series')
  const reader = useLocale()
  const rule = useRecurrenceText()
  const series = useQuery({
    ...orpc.series.get.queryOptions({ input: { id: session.seriesId ?? '' } }),
    enabled: session.seriesId !== null,
  })
  const when = momentText(session.startsAt, reader)
  const coming = series.data ? series.data.coming + (step === 'cancel' ? series.data.detached : 0) : null
  return (
    <Dialog title={t(`scope.${step}`)} size={460} onClose={onClose}>
      <div className={classes.choices}>
        <Text>{series.data ? rule(series.data) : '\u00a0'}</Text>
        {seriesScopeChoices.map((scope) => (
          <UnstyledButton key={scope} className={classes.choice} onClick={() => onScope(scope)}>
            <strong>{t(`scope.${scope}`)}</strong>
            <span>
              {scope === 'all' && coming !== null
                ? t('scope.allHint', { count: coming })
                : t(scope === 'following' ? 'scope.followingHint' : 'scope.oneHint', { when })}
            </span>
          </UnstyledButton>
        ))}
      </div>
    </Dialog>
  )
}
