import { isBlank } from '@attune/contract/common/rich-text'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCrumb } from '../../ui/crumb.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Note } from '../../ui/Note.tsx'
import { Columns, PageHead } from '../../ui/PageHead.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import type { Details } from './acts.ts'
import { AnswerCard } from './AnswerCard.tsx'
import { Comments } from './Comments.tsx'
import { Description } from './Description.tsx'
import { Fill } from './fill/Fill.tsx'
import { FlagCard } from './FlagCard.tsx'
import { Delivery } from './GivenRow.tsx'
import { PriorityFact, RepeatFact, TaskMark, useDueWords } from './marks.tsx'
import { TaskActions } from './TaskActions.tsx'
import { TaskFacts } from './TaskFacts.tsx'
import { TaskFiles } from './TaskFiles.tsx'
import { TaskHistory } from './TaskHistory.tsx'

type Props = { details: Details; viewer: 'therapist' | 'client' }

/** The content of a task's page: description, form or answer, comments, properties and history. */
export function TaskSheet({ details, viewer }: Props) {
  const { t } = useTranslation('tasks')
  const dueWords = useDueWords()
  const { task, description, files, answer, history } = details
  useCrumb(task.title)
  const client = viewer === 'client'
  const name = `${task.client.firstName} ${task.client.lastName}`
  const canAnswer = client && (task.may.start || task.may.complete)
  const isPaused = client && !canAnswer && (task.status === 'assigned' || task.status === 'in-progress')
  return (
    <>
      <PageHead
        title={task.title}
        facts={
          <Facts size={14}>
            {client ? (
              task.therapist.name
            ) : (
              <TextLink
                to="/dashboard/therapist/clients/$clientId/client-profile"
                params={{ clientId: task.client.id }}
                search={{ tab: 'tasks' }}
              >
                {name}
              </TextLink>
            )}
            <TaskMark task={task} />
            {dueWords(task)}
            <PriorityFact priority={task.priority} />
            <RepeatFact repeat={task.repeat} />
            {!client && <Delivery task={task} />}
          </Facts>
        }
        actions={<TaskActions task={task} viewer={viewer} />}
      />
      <Columns
        main={
          <>
            {!client && task.flag !== 'none' && <FlagCard task={task} />}
            {task.status === 'denied' && (
              <Note kind="info" title={t(client ? 'denied.mine' : 'denied.theirs', { name: task.client.firstName })}>
                <q>{task.declineReason}</q>
              </Note>
            )}
            {(!isBlank(description) || files.length > 0 || !canAnswer) && (
              <Section title={t('fields.description')}>
                {isBlank(description) ? (
                  <Text size="sm" c="dimmed">
                    {t('noDescription')}
                  </Text>
                ) : (
                  <Description of={description} />
                )}
                <TaskFiles files={files} />
              </Section>
            )}
            {canAnswer && <Fill details={details} />}
            {isPaused && <Note kind="info">{t('rests')}</Note>}
            {answer && !canAnswer && <AnswerCard details={details} viewer={viewer} />}
            {!client && !answer && <RequestedAnswer details={details} />}
            <Comments details={details} viewer={viewer} />
          </>
        }
        side={
          <>
            <TaskFacts details={details} viewer={viewer} />
            <Section title={t('history.title')}>
              <TaskHistory task={task} steps={history} viewer={viewer} />
            </Section>
          </>
        }
      />
    </>
  )
}

/** Shows the therapist what the client is asked to fill in, until there is an answer. */
function RequestedAnswer({ details: { form } }: { details: Details }) {
  const { t } = useTranslation('tasks')
  return (
    <Section title={t('asked.title')} hint={t('asked.hint')}>
      {form.kind === 'checklist' ? (
        <ul>
          {form.items.map((item) => (
            <li key={item.id}>{item.text}</li>
          ))}
        </ul>
      ) : (
        <Text size="sm">
          {form.kind === 'check-in'
            ? `${form.question} (0 ${form.low}, 10 ${form.high})`
            : t(`kindText.${form.kind === 'questionnaire' ? form.name : form.kind}`)}
        </Text>
      )}
    </Section>
  )
}
