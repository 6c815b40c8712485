import type { SeriesChange, SeriesScope } from '@attune/contract/features/schedule/series/series'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { ORPCError } from '@orpc/client'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useSessionMutation, useCommandIds, useInvalidateSessions } from '../summary/mutations.ts'
import { counterpartName } from '../summary/status.tsx'
import { useSessionRefusalText } from '../summary/refusals.ts'
import { takenSeriesDates } from './date-decisions.ts'

export type SeriesTarget = { session: Session; scope: SeriesScope }
type ChangeInput = Partial<SeriesChange>
type ChangeResult = { changed: number; command: string }

/** Returns a mutation that changes sessions of a series. Fields that the input omits keep the values of `session`. */
export function useSeriesChange({ session, scope }: SeriesTarget, step: 'moved' | 'edited', onDone: () => void) {
  const { t } = useTranslation(['series', 'negotiation'])
  const undo = useUndo({ session, scope })
  const name = counterpartName(session, 'therapist')
  return useSessionMutation<ChangeInput, ChangeResult>({
    session,
    viewer: 'therapist',
    send: async ({ command, ...input }) => {
      const { id: sessionId, startsAt, durationMinutes, format, location, videoUrl, callInAttune, revision } = session
      const current = { startsAt, durationMinutes, format, location, videoUrl, callInAttune, revision }
      const { changed } = await api.series.change({ ...current, ...input, sessionId, scope, command })
      return { changed, command }
    },
    done: ({ changed, command }, { repeat, leaveOut }) => ({
      variant: 'success',
      title: t(`done.${step}`, { count: changed, name }),
      // A move can be undone only if it kept the recurrence rule and left out no dates.
      ...(step === 'moved' &&
        !repeat &&
        !leaveOut?.length && { action: { label: t('negotiation:undo'), onClick: () => void undo(command) } }),
    }),
    refused: () => true,
    onDone,
  })
}

/**
 * Returns a function that undoes a move of a series. The server refuses the undo once it has sent the emails about the
 * move.
 */
function useUndo({ session, scope }: SeriesTarget) {
  const { t } = useTranslation('series')
  const refusalText = useSeriesRefusalText()
  const commandFor = useCommandIds()
  const changed = useInvalidateSessions()
  const { id: sessionId, startsAt, durationMinutes, format, location, videoUrl, callInAttune } = session
  const previous = { sessionId, scope, startsAt, durationMinutes, format, location, videoUrl, callInAttune }
  return async (undoes: string) => {
    try {
      await api.series.change({ ...previous, undoes, command: commandFor(undoes) })
      toast.success(t('done.undone'))
    } catch (error) {
      toast.error(refusalText(error))
    }
    await changed()
  }
}

/** Returns a formatter for errors of series mutations. */
export function useSeriesRefusalText() {
  const { t } = useTranslation('series')
  const refusalText = useSessionRefusalText('therapist')
  return (error: unknown) => {
    if (takenSeriesDates(error)) return t('refused.taken')
    return error instanceof ORPCError && error.code === 'CHANGED' ? t('refused.changed') : refusalText(error)
  }
}
