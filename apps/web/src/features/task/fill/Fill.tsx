import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newId } from '../../../platform/api.ts'
import { codeOf } from '../../../platform/faults.ts'
import { Note } from '../../../ui/Note.tsx'
import { Section } from '../../../ui/Section.tsx'
import { SaveState } from '../../note/note.ts'
import { AnswerView } from '../AnswerView.tsx'
import { useStart, useTaskAct, type Details } from '../acts.ts'
import { useRefusalWords } from '../refusals.ts'
import { missingOf } from './answers.ts'
import { Fields } from './Fields.tsx'
import classes from './fill.module.css'
import { useSafetyPage } from './safety.ts'
import { TwoAnswers } from './TwoAnswers.tsx'
import { longestAnswer, useAnswer } from './use-answer.ts'

type Answer = ReturnType<typeof useAnswer>['value']
type SubmittedTask = Awaited<ReturnType<typeof api.task.complete>>

/**
 * The form in which a client answers a task. Input is saved while typing, which also starts the task; a button submits
 * it.
 */
export function Fill({ details }: { details: Details }) {
  const { t } = useTranslation('taskForms')
  const words = useRefusalWords()
  const navigate = useNavigate()
  const page = useSafetyPage()
  const { task, form } = details
  const { writing, look, value, change, theirs, aside } = useAnswer(details)
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const missing = missingOf(value)
  const start = useStart(task)
  const submission = useTaskAct<{ answer: Answer }, SubmittedTask>({
    task,
    showsRefusal: true,
    async send(input) {
      await writing.saveNow()
      if (task.may.start)
        await api.task.start({ id: task.id, command: newId() }).catch((error: unknown) => {
          // The first saved draft has started the task already.
          if (codeOf(error) !== 'ILLEGAL_TRANSITION') throw error
        })
      return api.task.complete(input)
    },
    done: () => ({ variant: 'success', title: t('handedIn', { name: task.therapist.name }) }),
    onDone: ({ safety }) => {
      writing.sent()
      if (safety && page) void navigate({ href: page })
    },
  })
  const submit = () => {
    setHasSubmitted(true)
    if (!missing) submission.mutate({ answer: value })
  }
  const conflict = look.phase === 'conflict' && theirs
  return (
    <Section
      title={t(form.kind === 'plain' ? 'title.plain' : 'title.answer')}
      hint={t('hint', { name: task.therapist.name })}
      action={<SaveState look={look} maximum={longestAnswer} onTry={() => void writing.saveNow()} />}
    >
      {look.restored && <Note kind="calm">{t('restored')}</Note>}
      {conflict ? (
        <TwoAnswers form={form} mine={value} theirs={theirs} writing={writing} />
      ) : (
        <Fields form={form} value={value} onChange={change} />
      )}
      {aside.length > 0 && (
        <Note
          title={t('aside.title')}
          action={
            <Button variant="default" size="compact-sm" onClick={() => writing.dropAside()}>
              {t('aside.drop')}
            </Button>
          }
        >
          {aside.map((one, at) => (
            <AnswerView key={at} form={form} answer={one} />
          ))}
        </Note>
      )}
      <div className={classes.foot}>
        {hasSubmitted && missing && (
          <Note kind="danger" urgent>
            {typeof missing === 'object'
              ? t('missing.items', { count: missing.items.length, items: missing.items.join(', ') })
              : t(`missing.${missing}`)}
          </Note>
        )}
        {Boolean(submission.error) && (
          <Note kind="danger" urgent>
            {words(submission.error)}
          </Note>
        )}
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
