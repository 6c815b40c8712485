import { createFileRoute } from '@tanstack/react-router'
import { parseTaskSearch } from '../../../../features/task/task-search.ts'
import { TasksPage } from '../../../../features/task/TasksPage.tsx'

export const Route = createFileRoute('/dashboard/$userType/tasks/')({
  validateSearch: parseTaskSearch,
  component: TasksPage,
})
