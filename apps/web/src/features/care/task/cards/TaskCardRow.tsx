import type { Task } from '@attune/contract/features/care/task/task'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CardRow } from '../../../../ui/page/Section.tsx'
import { TaskStatusBadge } from '../status.tsx'
import classes from './cards.module.css'

/**
 * Renders a task as a row of a card on a therapist's page. The title links to the task. `children` are shown below the
 * title, and `mark` beside it; by default, `mark` is the status.
 */
export function TaskCardRow({ task, mark, children }: { task: Task; mark?: ReactNode; children: ReactNode }) {
  return (
    <CardRow>
      <div className={classes.texts}>
        <Link
          className={classes.link}
          to="/dashboard/$userType/tasks/$taskId"
          params={{ userType: 'therapist', taskId: task.id }}
        >
          {task.title}
        </Link>
        <div className={classes.quiet}>{children}</div>
      </div>
      {mark ?? <TaskStatusBadge task={task} />}
    </CardRow>
  )
}
