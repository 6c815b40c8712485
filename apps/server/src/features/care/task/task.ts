export { answerLines, questionLines } from './answer/answer-lines.ts'
export { readOpenTasks, selectOverdueTasks } from './read/queries.ts'
export { listTasksById } from './task.view.queries.ts'
export { readOwnTasksByDay, countTasks, readTaskPage } from './read/queries.ts'
