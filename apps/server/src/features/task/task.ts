/** The door of the room: what the jobs do with tasks, and tasks as their viewer may see them. */
export { deliverDue } from './task.deliver.ts'
export { remindDue } from './task.remind.ts'
export { tasksById } from './task.view.queries.ts'
