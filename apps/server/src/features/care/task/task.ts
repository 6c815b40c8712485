export { answerLines, questionLines } from './answer/answer-lines.ts'
export { openTasksOf, overdueTasksSql } from './read/queries.ts'
export { tasksById } from './task.view.queries.ts'
export { ownTasksByDay, taskCounts, taskPage } from './read/queries.ts'
