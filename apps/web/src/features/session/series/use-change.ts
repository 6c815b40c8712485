import type { SeriesChange, SeriesScope } from '@attune/contract/features/series'
import type { Session } from '@attune/contract/features/session'
import { ORPCError } from '@orpc/client'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api.ts'
import { toast } from '../../../ui/toast.ts'
import { useAct, useCommands, useSessionsChanged } from '../acts.ts'
import { calledBy } from '../marks.tsx'
import { useRefusalWords } from '../refusals.ts'
import { takenDates } from './dates.ts'

export type Concerned = { session: Session; scope: SeriesScope }
type Wish = Partial<SeriesChange>
type Done = { changed: number; command: string }

/** A change of a series: what is not named stays as it is with the session at which it is made. */
export function useSeriesChange({ session, scope }: Concerned, step: 'moved' | 'edited', onDone: () => void) {
  const { t } = useTranslation(['series', 'negotiation'])
  const undo = useUndo({ session, scope })
  const name = calledBy(session, 'therapist')
  return useAct<Wish, Done>({
    session,
    viewer: 'therapist',
    send: async ({ command, ...wish }) => {
      const { id: sessionId, startsAt, durationMinutes, format, location, videoUrl, revision } = session
      const now = { startsAt, durationMinutes, format, location, videoUrl, revision }
      const { changed } = await api.series.change({ ...now, ...wish, sessionId, scope, command })
      return { changed, command }
    },
    done: ({ changed, command }, { repeat, leaveOut }) => ({
      variant: 'success',
      title: t(`done.${step}`, { count: changed, name }),
      // What gives another rhythm, or leaves dates out, is more than a move.
      ...(step === 'moved' &&
        !repeat &&
        !leaveOut?.length && { action: { label: t('negotiation:undo'), onClick: () => void undo(command) } }),
    }),
    refused: () => true,
    onDone,
  })
}

/** Takes a move back while its mails wait: everything stands as before. */
function useUndo({ session, scope }: Concerned) {
  const { t } = useTranslation('series')
  const words = useSeriesRefusal()
  const commandFor = useCommands()
  const changed = useSessionsChanged()
  const { id: sessionId, startsAt, durationMinutes, format, location, videoUrl } = session
  const was = { sessionId, scope, startsAt, durationMinutes, format, location, videoUrl }
  return async (undoes: string) => {
    try {
      await api.series.change({ ...was, undoes, command: commandFor(undoes) })
      toast.success(t('done.undone'))
    } catch (error) {
      toast.error(words(error))
    }
    await changed()
  }
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
