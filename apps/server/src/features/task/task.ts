export { tasksById } from './task.view.queries.ts'
export { taskEmails } from './task.emails.ts'
