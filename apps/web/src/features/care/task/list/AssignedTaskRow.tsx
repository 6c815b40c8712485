import { shortName } from '@attune/contract/features/people/account/account.rules'
import type { ListedTask, Task } from '@attune/contract/features/care/task/task'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import { MeasureResultLine, QuestionnaireResult } from '../detail/QuestionnaireScore.tsx'
import { FlaggedAnswerBadge, PriorityLabel, TaskRepeatLabel, TaskStatusBadge, useDueText } from '../status.tsx'
import classes from './TaskRow.module.css'
import { useTaskMenu } from '../actions/use-task-menu.tsx'

type Props = { task: ListedTask; withPerson: boolean }

/** Renders one task in a therapist's list. The title links to the task. A menu contains the other actions. */
export function AssignedTaskRow({ task, withPerson }: Props) {
  const { t } = useTranslation('tasks')
  const { items, dialog } = useTaskMenu(task)
  const { client } = task
  return (
    <div className={classes.row}>
      {withPerson && (
        <PersonAvatar
          personId={client.personId}
          name={`${client.firstName} ${client.lastName}`}
          url={client.avatarUrl}
          size={36}
        />
      )}
      <TaskTexts task={task} withPerson={withPerson} />
      <div className={classes.marks}>
        {task.flag === 'raised' && <FlaggedAnswerBadge />}
        <TaskStatusBadge task={task} />
      </div>
      <ActionMenu label={t('act.menuOf', { title: task.title })} items={items} />
      {dialog}
    </div>
  )
}

/** Shows the title of a task, its facts in one line, and the reason why the client declined it. */
function TaskTexts({ task, withPerson }: Props) {
  const dueText = useDueText()
  return (
    <div className={classes.texts}>
      <Link
        className={classes.link}
        to="/dashboard/$userType/tasks/$taskId"
        params={{ userType: 'therapist', taskId: task.id }}
      >
        {task.title}
      </Link>
      <MetaList>
        {withPerson && shortName(task.client)}
        {dueText(task)}
        <PriorityLabel priority={task.priority} />
        <TaskRepeatLabel repeat={task.repeat} />
        <TaskDeliveryText task={task} />
        {task.measure && (
          <Suspense fallback={null}>
            <MeasureResultLine {...task.measure} />
          </Suspense>
        )}
        {task.result && (
          <Suspense fallback={null}>
            <QuestionnaireResult {...task.result} />
          </Suspense>
        )}
      </MetaList>
      {task.status === 'denied' && task.declineReason && <q className={classes.quote}>{task.declineReason}</q>}
    </div>
  )
}

/** Shows when the client will receive a task. Renders nothing if the task is already delivered. */
export function TaskDeliveryText({ task }: { task: Pick<Task, 'deliveredAt'> }) {
  const { t } = useTranslation('tasks')
  const locale = useLocale()
  const now = useNow()
  if (task.deliveredAt === null) return <>{t('delivery.waits')}</>
  if (Date.parse(task.deliveredAt) <= now.getTime()) return null
  return <>{t('delivery.at', { when: momentInSentence(task.deliveredAt, locale) })}</>
}
