/** The public module of the task feature: what other features may import. */
export { ClientTasks, OpenTasksCard, SessionTasks, TodayTasks, WaitingTasks } from './cards.tsx'
