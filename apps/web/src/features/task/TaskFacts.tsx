import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { dayText, momentText } from '../../ui/moment.ts'
import { Pairs, Section } from '../../ui/Section.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import type { Details } from './acts.ts'

/** The properties of a task: the other person, type, due day, priority, dates and the session it belongs to. */
export function TaskFacts({ details, viewer }: { details: Details; viewer: 'therapist' | 'client' }) {
  const { t } = useTranslation('tasks')
  const reader = useReader()
  const { task, form } = details
  const who: [string, ReactNode] =
    viewer === 'client'
      ? [t('fields.by'), task.therapist.name]
      : [t('fields.client'), `${task.client.firstName} ${task.client.lastName}`]
  const pairs: [string, ReactNode][] = [
    who,
    [t('fields.kind'), t(`kind.${form.kind === 'questionnaire' ? form.name : form.kind}`)],
    [t('fields.due'), task.dueDay ? dayText(task.dueDay, reader) : t('due.none')],
    [t('fields.priority'), t(`priority.${task.priority}`)],
    [t('fields.assigned'), momentText(task.assignedAt, reader)],
    ...(task.completedAt ? [[t('fields.completed'), momentText(task.completedAt, reader)] as [string, ReactNode]] : []),
    ...(task.sessionId
      ? [
          [
            t('fields.session'),
            <TextLink
              key="session"
              to="/dashboard/$userType/sessions/session-details"
              params={{ userType: viewer }}
              search={{ id: task.sessionId }}
            >
              {t('fields.openSession')}
            </TextLink>,
          ] as [string, ReactNode],
        ]
      : []),
  ]
  return (
    <Section title={t('fields.title')}>
      <Pairs of={pairs} />
    </Section>
  )
}
