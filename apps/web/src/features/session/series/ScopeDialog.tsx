import type { Session } from '@attune/contract/features/session'
import { Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../../platform/api.ts'
import { useReader } from '../../../platform/reader.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { momentText } from '../../../ui/moment.ts'
import classes from '../AskDialogs.module.css'
import { useRuleWords } from './words.ts'

export const scopes = ['one', 'following', 'all'] as const
export type Scope = (typeof scopes)[number]
export type ScopedStep = 'move' | 'edit' | 'cancel'

type Props = { session: Session; step: ScopedStep; onScope: (scope: Scope) => void; onClose: () => void }

/** Asks which sessions of a series to change: this one, this and the following ones, or all that have not begun. */
export function ScopeDialog({ session, step, onScope, onClose }: Props) {
  const { t } = useTranslation('series')
  const reader = useReader()
  const rule = useRuleWords()
  const series = useQuery({
    ...query.series.get.queryOptions({ input: { id: session.seriesId ?? '' } }),
    enabled: session.seriesId !== null,
  })
  const when = momentText(session.startsAt, reader)
  const coming = series.data ? series.data.coming + (step === 'cancel' ? series.data.detached : 0) : null
  return (
    <Dialog title={t(`scope.${step}`)} size={460} onClose={onClose}>
      <div className={classes.choices}>
        <Text>{series.data ? rule(series.data) : '\u00a0'}</Text>
        {scopes.map((scope) => (
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
