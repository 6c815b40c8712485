import type { SeriesChange, SeriesScope } from '@attune/contract/features/series'
import type { Session } from '@attune/contract/features/session'
import { ORPCError } from '@orpc/client'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api.ts'
import { useAct } from '../acts.ts'
import { calledBy } from '../marks.tsx'
import { useRefusalWords } from '../refusals.ts'
import { takenDates } from './dates.ts'

export type Concerned = { session: Session; scope: SeriesScope }
type Wish = Partial<SeriesChange>

/** A change of a series: what is not named stays as it is with the session at which it is made. */
export function useSeriesChange({ session, scope }: Concerned, step: 'moved' | 'edited', onDone: () => void) {
  const { t } = useTranslation('series')
  const name = calledBy(session, 'therapist')
  return useAct<Wish, { changed: number }>({
    session,
    viewer: 'therapist',
    send: ({ command, ...wish }) => {
      const { id: sessionId, startsAt, durationMinutes, format, location, videoUrl, revision } = session
      const now = { startsAt, durationMinutes, format, location, videoUrl, revision }
      return api.series.change({ ...now, ...wish, sessionId, scope, command })
    },
    done: ({ changed }) => ({ variant: 'success', title: t(`done.${step}`, { count: changed, name }) }),
    refused: () => true,
    onDone,
  })
}

/** A refusal of a step upon a series, in words. */
export function useSeriesRefusal() {
  const { t } = useTranslation('series')
  const words = useRefusalWords('therapist')
  return (error: unknown) => {
    if (takenDates(error)) return t('refused.taken')
    return error instanceof ORPCError && error.code === 'CHANGED' ? t('refused.changed') : words(error)
  }
}
