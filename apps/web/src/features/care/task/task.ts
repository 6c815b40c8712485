export {
  LazyAssignTaskDialog,
  LazyClientTasksTab,
  LazyMeasuresCard,
  LazyOpenTasksCard,
  LazySessionTasks,
  LazyTodayTasks,
} from './cards/lazy-cards.tsx'
export { useLatestScore } from './progress/use-latest-score.ts'
