export { openTasksOf, overdueTasksSql } from './task.queries.ts'
export { tasksById } from './task.view.queries.ts'
export { taskEmails } from './task.emails.ts'
export { ownTasksByDay, taskCounts, taskPage } from './task.queries.ts'
