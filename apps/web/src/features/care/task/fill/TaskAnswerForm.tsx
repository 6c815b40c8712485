import type { Task } from '@attune/contract/features/care/task/task'
import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWaitingChange } from '../../../../platform/outgoing/outgoing-changes.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { PendingChangeBadge } from '../../../../ui/page/status/PendingChangeBadge.tsx'
import { AutosaveStatus } from '../../note/note.ts'
import { TaskAnswerView } from '../detail/TaskAnswerView.tsx'
import { outgoingTaskKey, useStartTask, type TaskDetailsData } from '../mutations.ts'
import { useTaskRefusalText } from '../refusals.ts'
import { missingInAnswer } from './answer-text.ts'
import { AnswerFields } from './AnswerFields.tsx'
import classes from './fill.module.css'
import { QuestionModeSwitch, useQuestionMode } from './measure/QuestionModeSwitch.tsx'
import { useAnswerSteps } from './use-answer-steps.ts'
import { useSubmitAnswer } from './use-submit-answer.ts'
import { RefusedAnswer } from './RefusedAnswer.tsx'
import { useQueuedAnswer, WaitingAnswer } from './WaitingAnswer.tsx'
import { AnswerConflict } from './AnswerConflict.tsx'
import { maxSerializedAnswerLength, useAnswerDraft } from './use-answer-draft.ts'

type AnswerDraft = ReturnType<typeof useAnswerDraft>
type Answer = AnswerDraft['value']
type AnswerSteps = ReturnType<typeof useAnswerSteps>

/**
 * Renders the form in which a client answers a task. Saves the input as a draft while the client types. The first saved
 * draft starts the task. A button submits the answer.
 */
export function TaskAnswerForm({ details }: { details: TaskDetailsData }) {
  const { t } = useTranslation('taskForms')
  const { task, form } = details
  const { autosave, state, value, change, theirs, setAsideAnswers } = useAnswerDraft(details)
  const mode = useQuestionMode(form)
  const { step, count, fields, turn, turnToMissing, isLast } = useAnswerSteps(form, value, mode.isOneByOne)
  const submission = useCheckedSubmission(details, { autosave, value }, { count, turnToMissing })
  const conflict = state.phase === 'conflict' && theirs
  const queued = useQueuedAnswer(task.id)
  if (queued) return <WaitingAnswer queued={queued} form={form} onEdit={change} />
  return (
    <Section
      title={t(form.kind === 'plain' ? 'title.plain' : 'title.answer')}
      hint={t('hint', { name: task.therapist.name })}
      action={
        <AutosaveStatus state={state} maximum={maxSerializedAnswerLength} onTry={() => void autosave.saveNow()} />
      }
    >
      <RefusedAnswer taskId={task.id} form={form} onEdit={change} />
      {state.restored && <Callout kind="calm">{t('restored')}</Callout>}
      {conflict ? (
        <AnswerConflict form={form} mine={value} theirs={theirs} autosave={autosave} />
      ) : (
        <>
          <QuestionModeSwitch mode={mode} />
          {count > 1 && <StepProgress step={step} count={count} isQuestions={mode.isOneByOne} />}
          <div ref={fields}>
            <AnswerFields
              {...{ form, value, step, isOneByOne: mode.isOneByOne, marksMissing: submission.isTried }}
              onChange={change}
            />
          </div>
        </>
      )}
      <SetAsideAnswers form={form} answers={setAsideAnswers} onDiscard={() => autosave.discardSetAside()} />
      <div className={classes.foot}>
        {submission.isTried && submission.missing && <MissingCallout missing={submission.missing} />}
        <SubmissionFailure error={submission.error} />
      </div>
      <AnswerFoot
        details={details}
        steps={{ step, isLast, turn }}
        submission={submission}
        hasConflict={Boolean(conflict)}
        onSubmit={submission.submit}
      />
    </Section>
  )
}

/** Returns a function that submits the answer if it is complete. Otherwise a form of several steps turns to the first missing answer. */
function useCheckedSubmission(
  { task, form }: TaskDetailsData,
  { autosave, value }: Pick<AnswerDraft, 'autosave' | 'value'>,
  { count, turnToMissing }: Pick<AnswerSteps, 'count' | 'turnToMissing'>,
) {
  const [isTried, setIsTried] = useState(false)
  const missing = missingInAnswer(form, value)
  const { mutate, isPending, error } = useSubmitAnswer(task, form, autosave)
  const submit = () => {
    setIsTried(true)
    if (missing && count > 1) turnToMissing()
    if (!missing) mutate({ answer: value })
  }
  return { isTried, missing, isPending, error, submit }
}

type FootProps = {
  details: TaskDetailsData
  steps: Pick<AnswerSteps, 'step' | 'isLast' | 'turn'>
  submission: { isPending: boolean }
  hasConflict: boolean
  onSubmit: () => void
}

/** The buttons below the fields: back, next or submit, and start for a form of one step. */
function AnswerFoot({ details: { task, form }, steps, submission, hasConflict, onSubmit }: FootProps) {
  const { t } = useTranslation('taskForms')
  const { step, isLast, turn } = steps
  const waiting = useWaitingChange(outgoingTaskKey(task.id))
  const waits = waiting !== undefined && waiting.refused === null
  return (
    <div className={classes.foot}>
      {waits && <PendingChangeBadge change={waiting} />}
      {step > 0 && (
        <Button variant="default" onClick={() => turn(step - 1)}>
          {t('steps.back')}
        </Button>
      )}
      {isLast ? (
        <Button loading={submission.isPending} disabled={hasConflict || waits} onClick={onSubmit}>
          {t(form.kind === 'plain' ? 'markComplete' : 'submit')}
        </Button>
      ) : (
        <Button disabled={hasConflict} onClick={() => turn(step + 1)}>
          {t('steps.next')}
        </Button>
      )}
      {task.may.start && !waits && step === 0 && isLast && <StartButton task={task} onStarted={() => turn(0)} />}
    </div>
  )
}

/** The button that starts the task. The button disappears after the start, so `onStarted` moves the focus. */
function StartButton({ task, onStarted }: { task: Task; onStarted: () => void }) {
  const { t } = useTranslation('taskForms')
  const start = useStartTask(task, onStarted)
  return (
    <Button variant="default" loading={start.isPending} onClick={() => start.mutate({})}>
      {t('start')}
    </Button>
  )
}

type SetAsideAnswersProps = { form: TaskForm; answers: readonly Answer[]; onDiscard: () => void }

/** Shows the answers that were not chosen in a conflict, until the client discards them. */
function SetAsideAnswers({ form, answers, onDiscard }: SetAsideAnswersProps) {
  const { t } = useTranslation('taskForms')
  if (answers.length === 0) return null
  return (
    <Callout
      title={t('aside.title')}
      action={
        <Button variant="default" size="compact-sm" onClick={onDiscard}>
          {t('aside.discard')}
        </Button>
      }
    >
      {answers.map((one, at) => (
        <TaskAnswerView key={at} form={form} answer={one} />
      ))}
    </Callout>
  )
}

type StepProgressProps = { step: number; count: number; isQuestions: boolean }

/** Shows the number of the current step and a progress bar. */
function StepProgress({ step, count, isQuestions }: StepProgressProps) {
  const { t } = useTranslation('taskForms')
  return (
    <div className={classes.progress}>
      <span aria-live="polite">{t(isQuestions ? 'mode.at' : 'steps.at', { step: step + 1, count })}</span>
      <progress aria-hidden value={step + 1} max={count} />
    </div>
  )
}

function MissingCallout({ missing }: { missing: NonNullable<ReturnType<typeof missingInAnswer>> }) {
  const { t } = useTranslation('taskForms')
  return (
    <Callout kind="danger" urgent>
      {typeof missing === 'object'
        ? t('missing.items', { count: missing.items.length, items: missing.items.join(', ') })
        : t(`missing.${missing}`)}
    </Callout>
  )
}

function SubmissionFailure({ error }: { error: unknown }) {
  const refusalText = useTaskRefusalText()
  if (!error) return null
  return (
    <Callout kind="danger" urgent>
      {refusalText(error)}
    </Callout>
  )
}
