import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import type { PickedClient } from '../../../schedule/session/session.ts'
import { AssignTaskButton } from '../assign/AssignTaskButton.tsx'
import { type ChosenMeasure, titleOfMeasure } from '../assign/task-assignment.ts'

/** Renders a button that opens the dialog in which a measure is assigned to its client again, every two weeks. */
export function RepeatMeasureButton({ client, measure }: { client: PickedClient; measure: ChosenMeasure }) {
  const { t } = useTranslation('taskProgress')
  return (
    <AssignTaskButton
      clients={[client]}
      measure={measure}
      repeats
      label={t('repeatMeasure')}
      spokenLabel={t('repeatMeasureOf', { name: titleOfMeasure(measure) })}
      variant="subtle"
      size="compact-sm"
    />
  )
}

/**
 * Renders a `RepeatMeasureButton` for one of the therapist's own measures. Renders nothing if the measure was deleted, because it can no
 * longer be sent.
 */
export function RepeatOwnMeasureButton({ client, id }: { client: PickedClient; id: string }) {
  const read = useQuery(orpc.task.measuresToSend.queryOptions({ input: {} }))
  const measure = read.data?.items.find((one) => one.kind === 'measure' && one.measureId === id)
  return measure ? <RepeatMeasureButton client={client} measure={measure} /> : null
}
