/** The public module of the feature: the jobs of tasks, and tasks as their viewer may see them. */
export { deliverDueTask } from './task.deliver.ts'
export { sendDueReminder } from './task.remind.ts'
export { tasksById } from './task.view.queries.ts'
