import { createFileRoute } from '@tanstack/react-router'
import { TaskDetailsPage } from '../../../../features/task/TaskDetailsPage.tsx'

export const Route = createFileRoute('/dashboard/$userType/tasks/$taskId')({ component: TaskDetailsPage })
