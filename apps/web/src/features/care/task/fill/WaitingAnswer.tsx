import type { TaskId } from '@attune/contract/common/ids'
import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { indicatesSafetyRisk } from '@attune/contract/features/care/task/task.results.rules'
import { Button, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useOnline } from '../../../../platform/offline/use-online.ts'
import { discardWaiting, useWaitingChange } from '../../../../platform/outgoing/outgoing-changes.ts'
import type { PendingChange } from '../../../../platform/outgoing/outgoing-state.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { PendingChangeBadge } from '../../../../ui/page/status/PendingChangeBadge.tsx'
import { outgoingTaskKey } from '../mutations.ts'
import { TaskAnswerView } from '../detail/TaskAnswerView.tsx'
import classes from './fill.module.css'

const EmergencyNumbersAndPlan = lazyNamed(
  () => import('../../safety/safety.ts'),
  'EmergencyNumbersAndPlan',
  <Skeleton height={220} radius={14} />,
)

/** `form` is the form that was answered; null if it was not stored with the answer. */
type QueuedAnswer = { change: PendingChange; answer: TaskAnswer; form: TaskForm | null }

/** Returns the submitted answer that this device stores until it can be sent; null if there is none. */
export function useQueuedAnswer(taskId: TaskId): QueuedAnswer | null {
  const change = useWaitingChange(outgoingTaskKey(taskId))
  if (!change || change.refused !== null || change.path[1] !== 'complete') return null
  const { form = null } = (change.shownWith ?? {}) as { form?: TaskForm }
  return { change, answer: (change.input as { answer: TaskAnswer }).answer, form }
}

/** Returns the form of an answer that can be shown without its task; null if the answer does not contain its questions. */
function formOfAnswer(answer: TaskAnswer): TaskForm | null {
  if (answer.kind === 'questionnaire') return { kind: 'questionnaire', name: answer.name }
  return answer.kind === 'plain' || answer.kind === 'thought-record' ? { kind: answer.kind } : null
}

type Props = {
  queued: QueuedAnswer
  /** The form of the task; undefined if the task could not be loaded. */
  form?: TaskForm
  /** Puts the answer back into the form. Without it, the answer is only shown. */
  onEdit?: (answer: TaskAnswer) => void
}

/**
 * Shows a submitted answer that waits on this device. It can be edited only without a connection, because otherwise it is being sent. If it
 * indicates thoughts of self-harm, also shows the emergency numbers and the safety plan.
 */
export function WaitingAnswer({ queued: { change, answer, ...queued }, form, onEdit }: Props) {
  const { t } = useTranslation(['taskForms', 'common'])
  const online = useOnline()
  const shownForm = form ?? queued.form ?? formOfAnswer(answer)
  return (
    <>
      {indicatesSafetyRisk(shownForm, answer) && <EmergencyNumbersAndPlan />}
      <Section title={t('answer.mine')} action={<PendingChangeBadge change={change} />}>
        {shownForm && <TaskAnswerView form={shownForm} answer={answer} />}
        {onEdit && !online && (
          <div className={classes.foot}>
            <Button variant="default" onClick={() => void discardWaiting(change).then(() => onEdit(answer))}>
              {t('common:offline.edit')}
            </Button>
          </div>
        )}
      </Section>
    </>
  )
}

/** Shows the waiting answer of a task that could not be loaded. Renders nothing if there is none. */
export function WaitingAnswerOf({ taskId }: { taskId: TaskId }) {
  const queued = useQueuedAnswer(taskId)
  return queued && <WaitingAnswer queued={queued} />
}
