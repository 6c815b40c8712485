/** The public module of the feature: the jobs of tasks, and tasks as their viewer may see them. */
export { deliverDue } from './task.deliver.ts'
export { remindDue } from './task.remind.ts'
export { tasksById } from './task.view.queries.ts'
