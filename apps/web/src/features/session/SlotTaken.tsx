import { ORPCError } from '@orpc/client'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { momentWithin, timeText } from '../../ui/moment.ts'
import { Note } from '../../ui/Note.tsx'

type Conflict = { startsAt: string; endsAt: string; sessionId: string; name: string }

/** What stands in the way of a time, or null where the error is another one. */
export function conflictsOf(error: unknown): Conflict[] | null {
  if (!(error instanceof ORPCError) || error.code !== 'SLOT_TAKEN') return null
  return (error.data as { conflicts?: Conflict[] } | undefined)?.conflicts ?? []
}

/** Says in words what is in the way. */
export function SlotTaken({ conflicts }: { conflicts: Conflict[] }) {
  const { t } = useTranslation('session')
  const reader = useReader()
  return (
    <Note kind="danger" title={t('plan.taken')} urgent>
      {conflicts.map((conflict) => (
        <div key={conflict.sessionId}>
          {t('plan.takenBy', {
            name: conflict.name,
            when: momentWithin(conflict.startsAt, reader),
            to: timeText(conflict.endsAt, reader),
          })}
        </div>
      ))}
    </Note>
  )
}
