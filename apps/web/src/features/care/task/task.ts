export {
  LazyAssignTaskDialog,
  LazyClientTasksTab,
  LazyMeasuresCard,
  LazyOpenTasksCard,
  LazySessionTasks,
  LazyTodayTasks,
} from './cards/lazy-cards.tsx'
