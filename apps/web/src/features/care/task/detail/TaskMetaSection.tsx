import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dayText, momentText } from '../../../../ui/page/date-text.ts'
import { DefinitionList, Section } from '../../../../ui/page/Section.tsx'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import type { TaskDetailsData } from '../mutations.ts'

/**
 * Shows the properties of a task: the other person, type, due day, priority, and the times of assignment and
 * completion. A link opens the session in which the task was assigned.
 */
export function TaskMetaSection({ details, viewer }: { details: TaskDetailsData; viewer: 'therapist' | 'client' }) {
  const { t } = useTranslation('tasks')
  const locale = useLocale()
  const { task, form } = details
  const who: [string, ReactNode] =
    viewer === 'client'
      ? [t('fields.by'), task.therapist.name]
      : [t('fields.client'), `${task.client.firstName} ${task.client.lastName}`]
  const pairs: [string, ReactNode][] = [
    who,
    [t('fields.kind'), t(`kind.${form.kind === 'questionnaire' ? form.name : form.kind}`)],
    [t('fields.due'), task.dueDay ? dayText(task.dueDay, locale) : t('due.none')],
    [t('fields.priority'), t(`priority.${task.priority}`)],
    [t('fields.assigned'), momentText(task.assignedAt, locale)],
    ...(task.completedAt ? [[t('fields.completed'), momentText(task.completedAt, locale)] as [string, ReactNode]] : []),
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
      <DefinitionList of={pairs} />
    </Section>
  )
}
