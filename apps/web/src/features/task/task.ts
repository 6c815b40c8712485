/** The public module of the task feature: what other features may import. */
export {
  LazyClientTasksTab,
  LazyOpenTasksCard,
  LazySessionTasks,
  LazyTodayTasks,
  LazyAttentionTasks,
} from './cards/lazy-cards.tsx'
