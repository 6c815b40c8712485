import { createFileRoute } from '@tanstack/react-router'
import { searchOf } from '../../../../features/task/search.ts'
import { TasksPage } from '../../../../features/task/TasksPage.tsx'

export const Route = createFileRoute('/dashboard/$userType/tasks/')({
  validateSearch: searchOf,
  component: TasksPage,
})
