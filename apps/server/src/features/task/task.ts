/** The public module of the feature: reads tasks as the actor may see them. */
export { tasksById } from './task.view.queries.ts'
export { taskEmails } from './task.emails.ts'
