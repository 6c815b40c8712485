import { shortName } from '@attune/contract/features/account'
import type { Task } from '@attune/contract/features/task'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { Facts } from '../../ui/Facts.tsx'
import { MoreMenu } from '../../ui/MoreMenu.tsx'
import { momentWithin } from '../../ui/moment.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { useNow } from '../../ui/use-now.ts'
import { FlagMark, PriorityFact, RepeatFact, TaskMark, useDueWords } from './marks.tsx'
import classes from './TaskRow.module.css'
import { useTaskMenu } from './use-task-menu.tsx'

/** One task in a therapist's list. The title links to it; the menu contains the other actions. */
export function GivenRow({ task, withPerson }: { task: Task; withPerson: boolean }) {
  const { t } = useTranslation('tasks')
  const dueWords = useDueWords()
  const { items, dialog } = useTaskMenu(task)
  const { client } = task
  return (
    <div className={classes.row}>
      {withPerson && <PersonAvatar name={`${client.firstName} ${client.lastName}`} url={client.avatarUrl} size={36} />}
      <div className={classes.words}>
        <Link
          className={classes.link}
          to="/dashboard/$userType/tasks/$taskId"
          params={{ userType: 'therapist', taskId: task.id }}
        >
          {task.title}
        </Link>
        <Facts>
          {withPerson && shortName(client)}
          {dueWords(task)}
          <PriorityFact priority={task.priority} />
          <RepeatFact repeat={task.repeat} />
          <Delivery task={task} />
        </Facts>
        {task.status === 'denied' && task.declineReason && <q className={classes.quote}>{task.declineReason}</q>}
      </div>
      <div className={classes.marks}>
        {task.flag === 'raised' && <FlagMark />}
        <TaskMark task={task} />
      </div>
      <MoreMenu label={t('act.menuOf', { title: task.title })} items={items} />
      {dialog}
    </div>
  )
}

/** When a task that is not delivered yet reaches the client. Renders nothing once it is delivered. */
export function Delivery({ task }: { task: Pick<Task, 'deliveredAt'> }) {
  const { t } = useTranslation('tasks')
  const reader = useReader()
  const now = useNow()
  if (task.deliveredAt === null) return <>{t('delivery.waits')}</>
  if (Date.parse(task.deliveredAt) <= now.getTime()) return null
  return <>{t('delivery.at', { when: momentWithin(task.deliveredAt, reader) })}</>
}
