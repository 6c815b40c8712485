export {
  LazyClientTasksTab,
  LazyOpenTasksCard,
  LazySessionTasks,
  LazyTodayTasks,
  LazyAttentionTasks,
} from './cards/lazy-cards.tsx'
