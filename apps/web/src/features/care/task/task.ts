export {
  LazyAssignTaskDialog,
  LazyClientTasksTab,
  LazyMeasuresCard,
  LazyOpenTasksCard,
  LazySessionTasks,
  LazyTodayTasks,
} from './cards/lazy-cards.tsx'
export type { ChosenMeasure } from './assign/task-assignment.ts'
