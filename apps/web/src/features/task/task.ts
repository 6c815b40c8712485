export {
  LazyClientTasksTab,
  LazyMeasuresCard,
  LazyOpenTasksCard,
  LazySessionTasks,
  LazyTodayTasks,
  LazyAttentionTasks,
} from './cards/lazy-cards.tsx'
