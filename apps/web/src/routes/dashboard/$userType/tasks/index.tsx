import { createFileRoute } from '@tanstack/react-router'
import { parseTaskSearch } from '../../../../features/care/task/task-search.ts'
import { TasksPage } from '../../../../features/care/task/TasksPage.tsx'

export const Route = createFileRoute('/dashboard/$userType/tasks/')({
  validateSearch: parseTaskSearch,
  component: TasksPage,
})
