import type { Task } from '@attune/contract/features/care/task/task'
import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useWaitingChange } from '../../../../platform/outgoing/outgoing-changes.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { checkInSteps, checkInStepLabel } from '../fill/check-in-steps.ts'
import { useSubmitCheckIn } from '../fill/use-submit-answer.ts'
import { MyTaskRow } from '../list/MyTaskRow.tsx'
import { outgoingTaskKey } from '../mutations.ts'
import { useTaskRefusalText } from '../refusals.ts'
import classes from './CheckInRow.module.css'

/** Whether a task is a check-in that can be answered with one press. A begun answer is continued on the page of the task. */
export const isCheckInToAnswer = ({ kind, hasDraft, may }: Task): boolean =>
  kind === 'check-in' && !hasDraft && (may.start || may.complete)

/** Renders a check-in with its scale. A press on a number submits it. The title links to the page, where a note can be added. */
export function CheckInRow({ task }: { task: Task }) {
  // Loads the texts of the scale together with the form.
  useTranslation('taskForms')
  const read = useQuery(orpc.task.get.queryOptions({ input: { id: task.id } }))
  const change = useWaitingChange(outgoingTaskKey(task.id))
  if (read.isPending && read.fetchStatus !== 'paused')
    return (
      <>
        <Pending />
        <RowSkeletons rows={1} avatar={false} />
      </>
    )
  const form = read.data?.form
  if (change || form?.kind !== 'check-in' || read.data?.draft) return <MyTaskRow task={task} menu={false} />
  return <CheckIn task={task} form={form} />
}

type Props = { task: Task; form: Extract<TaskForm, { kind: 'check-in' }> }

function CheckIn({ task, form }: Props) {
  const { t } = useTranslation('taskForms')
  const refusalText = useTaskRefusalText()
  const question = useId()
  const submission = useSubmitCheckIn(task)
  // A second press can come before the first one is rendered.
  const isSending = useRef(false)
  const submit = (value: number) => {
    if (isSending.current) return
    isSending.current = true
    const onSettled = () => void (isSending.current = false)
    submission.mutate({ answer: { kind: 'check-in', value, note: '' } }, { onSettled })
  }
  return (
    <div className={classes.row}>
      <Link
        className={classes.link}
        to="/dashboard/$userType/tasks/$taskId"
        params={{ userType: 'client', taskId: task.id }}
      >
        {task.title}
      </Link>
      <p id={question} className={classes.question}>
        {form.question}
      </p>
      <Scale form={form} question={question} isBusy={submission.isPending} onChoose={submit} />
      <div className={classes.ends} aria-hidden>
        <span>{form.low}</span>
        <span>{form.high}</span>
      </div>
      <p className={classes.hint}>{t('checkInHint', { name: task.therapist.name })}</p>
      {submission.error && (
        <Callout kind="danger" urgent>
          {refusalText(submission.error)}
        </Callout>
      )}
    </div>
  )
}

type ScaleProps = Pick<Props, 'form'> & { question: string; isBusy: boolean; onChoose: (value: number) => void }

function Scale({ form, question, isBusy, onChoose }: ScaleProps) {
  return (
    <div role="group" aria-labelledby={question} className={classes.steps}>
      {checkInSteps.map((step) => (
        <button
          key={step}
          type="button"
          className={classes.step}
          aria-label={checkInStepLabel(form, step)}
          aria-disabled={isBusy || undefined}
          onClick={() => onChoose(step)}
        >
          {step}
        </button>
      ))}
    </div>
  )
}
