import { isBlankRichText } from '@attune/contract/common/rich-text/rich-text'
import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { dayText, localDay } from '../../../../ui/page/date-text.ts'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { Card, Section } from '../../../../ui/page/Section.tsx'
import { CompletedElsewhere } from '../fill/CompletedElsewhere.tsx'
import { TaskAnswerForm } from '../fill/TaskAnswerForm.tsx'
import type { TaskDetailsData } from '../mutations.ts'
import { TaskAnswerCard } from './TaskAnswerCard.tsx'
import { TaskComments } from './TaskComments.tsx'
import { TaskDescription } from './TaskDescription.tsx'
import { TaskFiles } from './TaskFiles.tsx'
import { TaskHistoryTimeline } from './TaskHistoryTimeline.tsx'
import classes from './TaskLetter.module.css'
import { TaskMetaSection } from './TaskMetaSection.tsx'

type Props = { details: TaskDetailsData }

/** Shows a client the therapist's description and files, then the form or the answer, and the comments. Other properties are behind a button. */
export function TaskLetter({ details }: Props) {
  const { t } = useTranslation('tasks')
  const { task, answer } = details
  const canAnswer = task.may.start || task.may.complete
  const isPaused = !canAnswer && (task.status === 'assigned' || task.status === 'in-progress')
  return (
    <div className={classes.letter} data-narrow>
      {task.status === 'denied' && (
        <Callout kind="info" title={t('denied.mine')}>
          <q>{task.declineReason}</q>
        </Callout>
      )}
      <Words details={details} />
      {canAnswer ? <TaskAnswerForm details={details} /> : <CompletedElsewhere details={details} />}
      {isPaused && <Callout kind="info">{t('cannotSubmit')}</Callout>}
      {answer && !canAnswer && <TaskAnswerCard details={details} viewer="client" />}
      <TaskComments details={details} viewer="client" />
      <More details={details} />
    </div>
  )
}

/** The description and the files, with the therapist's name and the day above them. Renders nothing if there are none. */
function Words({ details: { task, description, files } }: Props) {
  const locale = useLocale()
  const { therapist, assignedAt } = task
  if (isBlankRichText(description) && files.length === 0) return null
  return (
    <Card>
      <div className={classes.words}>
        <div className={classes.from}>
          <PersonAvatar personId={therapist.id} name={therapist.name} url={therapist.avatarUrl} size={36} />
          <strong>{therapist.name}</strong>
          <time dateTime={assignedAt}>{dayText(localDay(assignedAt, locale), locale)}</time>
        </div>
        {!isBlankRichText(description) && <TaskDescription of={description} />}
        <TaskFiles files={files} />
      </div>
    </Card>
  )
}

/** Whether a step of the history is neither the assignment nor the delivery of the task. */
const isOwnStep = ({ action }: TaskDetailsData['history'][number]) => action !== 'assign' && action !== 'deliver'

/**
 * A button that shows properties and history. Renders nothing for a task that has no session and whose history contains only its assignment and
 * delivery.
 */
function More({ details }: Props) {
  const { t } = useTranslation('tasks')
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { task, history } = details
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  if (task.sessionId === null && !history.some(isOwnStep)) return null
  return (
    <div>
      <Button
        variant="subtle"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        leftSection={<Chevron size={18} aria-hidden />}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('detailsAndHistory')}
      </Button>
      <div id={id} className={classes.more}>
        {isOpen && (
          <>
            <TaskMetaSection details={details} viewer="client" />
            <Section title={t('history.title')}>
              <TaskHistoryTimeline task={task} steps={history} viewer="client" />
            </Section>
          </>
        )}
      </div>
    </div>
  )
}
