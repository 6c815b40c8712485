import type { Task } from '@attune/contract/features/task'
import type { TaskForm } from '@attune/contract/features/task.forms'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api.ts'
import { errorCode } from '../../../platform/errors.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { AutosaveStatus } from '../../note/note.ts'
import { TaskAnswerView } from '../TaskAnswerView.tsx'
import { useStartTask, useTaskMutation, type TaskDetailsData } from '../mutations.ts'
import { useTaskRefusalText } from '../refusals.ts'
import { missingInAnswer } from './answer-text.ts'
import { AnswerFields } from './AnswerFields.tsx'
import classes from './fill.module.css'
import { useSafetyPagePath } from './use-safety-page-path.ts'
import { AnswerConflict } from './AnswerConflict.tsx'
import { longestAnswerText, useAnswerDraft } from './use-answer-draft.ts'

type Answer = ReturnType<typeof useAnswerDraft>['value']
type SubmittedTask = Awaited<ReturnType<typeof api.task.complete>>

/**
 * The form in which a client answers a task. The input is saved as a draft while the client types. The first saved
 * draft starts the task. A button submits the answer.
 */
export function FillTask({ details }: { details: TaskDetailsData }) {
  const { t } = useTranslation('taskForms')
  const { task, form } = details
  const { writing, look, value, change, theirs, aside } = useAnswerDraft(details)
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const missing = missingInAnswer(value)
  const start = useStartTask(task)
  const submission = useSubmitAnswer(task, writing)
  const submit = () => {
    setHasSubmitted(true)
    if (!missing) submission.mutate({ answer: value })
  }
  const conflict = look.phase === 'conflict' && theirs
  return (
    <Section
      title={t(form.kind === 'plain' ? 'title.plain' : 'title.answer')}
      hint={t('hint', { name: task.therapist.name })}
      action={<AutosaveStatus look={look} maximum={longestAnswerText} onTry={() => void writing.saveNow()} />}
    >
      {look.restored && <Callout kind="calm">{t('restored')}</Callout>}
      {conflict ? (
        <AnswerConflict form={form} mine={value} theirs={theirs} writing={writing} />
      ) : (
        <AnswerFields form={form} value={value} onChange={change} />
      )}
      {aside.length > 0 && <AnswersAside form={form} answers={aside} onDiscard={() => writing.discardAside()} />}
      <div className={classes.foot}>
        {hasSubmitted && missing && <MissingCallout missing={missing} />}
        <SubmissionFailure error={submission.error} />
      </div>
      <div className={classes.foot}>
        <Button loading={submission.isPending} disabled={Boolean(conflict)} onClick={submit}>
          {t(form.kind === 'plain' ? 'markComplete' : 'handIn')}
        </Button>
        {task.may.start && (
          <Button variant="default" loading={start.isPending} onClick={() => start.mutate({})}>
            {t('start')}
          </Button>
        )}
      </div>
    </Section>
  )
}

/** Saves pending input, submits the answer, and opens the safety page if the server returns `safety`. */
function useSubmitAnswer(task: Task, writing: ReturnType<typeof useAnswerDraft>['writing']) {
  const { t } = useTranslation('taskForms')
  const navigate = useNavigate()
  const page = useSafetyPagePath()
  return useTaskMutation<{ answer: Answer }, SubmittedTask>({
    task,
    showsRefusal: true,
    async send(input) {
      await writing.saveNow()
      if (task.may.start)
        await api.task.start({ id: task.id, command: createId() }).catch((error: unknown) => {
          // The server refuses to start the task if the first saved draft has started it already.
          if (errorCode(error) !== 'ILLEGAL_TRANSITION') throw error
        })
      return api.task.complete(input)
    },
    done: () => ({ variant: 'success', title: t('handedIn', { name: task.therapist.name }) }),
    onDone: ({ safety }) => {
      writing.markSent()
      if (safety && page) void navigate({ href: page })
    },
  })
}

type AsideProps = { form: TaskForm; answers: readonly Answer[]; onDiscard: () => void }

/** The answers that were not chosen in a conflict. They are shown until the client discards them. */
function AnswersAside({ form, answers, onDiscard }: AsideProps) {
  const { t } = useTranslation('taskForms')
  return (
    <Callout
      title={t('aside.title')}
      action={
        <Button variant="default" size="compact-sm" onClick={onDiscard}>
          {t('aside.drop')}
        </Button>
      }
    >
      {answers.map((one, at) => (
        <TaskAnswerView key={at} form={form} answer={one} />
      ))}
    </Callout>
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
  const words = useTaskRefusalText()
  if (!error) return null
  return (
    <Callout kind="danger" urgent>
      {words(error)}
    </Callout>
  )
}
