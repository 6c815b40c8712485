/** The public module of the feature: tasks as their viewer may see them. */
export { tasksById } from './task.view.queries.ts'
export { taskEmails } from './task.emails.ts'
