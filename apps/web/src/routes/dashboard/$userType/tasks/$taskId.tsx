import { createFileRoute } from '@tanstack/react-router'
import { TaskDetails } from '../../../../features/task/TaskDetails.tsx'

export const Route = createFileRoute('/dashboard/$userType/tasks/$taskId')({ component: TaskDetails })
