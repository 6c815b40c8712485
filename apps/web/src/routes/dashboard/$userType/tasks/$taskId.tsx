import { createFileRoute } from '@tanstack/react-router'
import { TaskDetailsPage } from '../../../../features/care/task/detail/TaskDetailsPage.tsx'

export const Route = createFileRoute('/dashboard/$userType/tasks/$taskId')({ component: TaskDetailsPage })
