import { isBlankRichText } from '@attune/contract/common/rich-text/rich-text'
import type { Task } from '@attune/contract/features/care/task/task'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSetPageName } from '../../../../ui/page/use-page-name.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { PageColumns, PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import type { TaskDetailsData } from '../mutations.ts'
import { TaskAnswerCard } from './TaskAnswerCard.tsx'
import { TaskComments } from './TaskComments.tsx'
import { TaskDescription } from './TaskDescription.tsx'
import { FlaggedAnswerCard } from './FlaggedAnswerCard.tsx'
import { TaskDeliveryText } from '../list/AssignedTaskRow.tsx'
import { PriorityLabel, TaskRepeatLabel, TaskStatusBadge, useDueText } from '../status.tsx'
import { TaskActions } from '../actions/TaskActions.tsx'
import { TaskMetaSection } from './TaskMetaSection.tsx'
import { TaskFiles } from './TaskFiles.tsx'
import { TaskLetter } from './TaskLetter.tsx'
import { TaskHistoryTimeline } from './TaskHistoryTimeline.tsx'

type Props = { details: TaskDetailsData; viewer: 'therapist' | 'client' }

/** Shows a task: to the client as a letter, to the therapist with its properties and history beside it. */
export function TaskDetailsView({ details, viewer }: Props) {
  const { task } = details
  useSetPageName(task.title)
  return (
    <>
      <PageHeader
        title={task.title}
        facts={<TaskFacts task={task} viewer={viewer} />}
        actions={<TaskActions task={task} viewer={viewer} />}
      />
      {viewer === 'client' ? <TaskLetter details={details} /> : <TherapistView details={details} />}
    </>
  )
}

function TherapistView({ details }: Pick<Props, 'details'>) {
  const { t } = useTranslation('tasks')
  const { task, answer, history } = details
  return (
    <PageColumns
      main={
        <>
          {task.flag !== 'none' && <FlaggedAnswerCard details={details} />}
          {task.status === 'denied' && (
            <Callout kind="info" title={t('denied.theirs', { name: task.client.firstName })}>
              <q>{task.declineReason}</q>
            </Callout>
          )}
          <DescriptionSection details={details} />
          {answer ? <TaskAnswerCard details={details} viewer="therapist" /> : <RequestedAnswer details={details} />}
          <TaskComments details={details} viewer="therapist" />
        </>
      }
      side={
        <>
          <TaskMetaSection details={details} viewer="therapist" />
          <Section title={t('history.title')}>
            <TaskHistoryTimeline task={task} steps={history} viewer="therapist" />
          </Section>
        </>
      }
    />
  )
}

/**
 * Shows the other person, and the status, due day, priority and repetition of a task. Also shows the therapist the
 * delivery time of a task that is not delivered yet.
 */
function TaskFacts({ task, viewer }: { task: Task; viewer: Props['viewer'] }) {
  const dueText = useDueText()
  return (
    <MetaList size={14}>
      {viewer === 'client' ? (
        task.therapist.name
      ) : (
        <TextLink
          to="/dashboard/therapist/clients/$clientId/client-profile"
          params={{ clientId: task.client.id }}
          search={{ tab: 'tasks' }}
        >
          {`${task.client.firstName} ${task.client.lastName}`}
        </TextLink>
      )}
      <TaskStatusBadge task={task} />
      {dueText(task)}
      <PriorityLabel priority={task.priority} />
      <TaskRepeatLabel repeat={task.repeat} />
      {viewer === 'therapist' && <TaskDeliveryText task={task} />}
    </MetaList>
  )
}

function DescriptionSection({ details: { description, files } }: { details: TaskDetailsData }) {
  const { t } = useTranslation('tasks')
  return (
    <Section title={t('fields.description')}>
      {isBlankRichText(description) ? (
        <Text size="sm" c="dimmed">
          {t('noDescription')}
        </Text>
      ) : (
        <TaskDescription of={description} />
      )}
      <TaskFiles files={files} />
    </Section>
  )
}

/** Shows the therapist the form that the client will fill in. The page renders it only for a task without an answer. */
function RequestedAnswer({ details: { form } }: { details: TaskDetailsData }) {
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
