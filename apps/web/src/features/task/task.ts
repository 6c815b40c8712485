/** The public module of the task feature. */
export {
  LazyClientTasksTab,
  LazyOpenTasksCard,
  LazySessionTasks,
  LazyTodayTasks,
  LazyAttentionTasks,
} from './cards/lazy-cards.tsx'
