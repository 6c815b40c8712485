/** The door of this room: what other rooms show of tasks. */
export { ClientTasks, OpenTasksCard, SessionTasks, TodayTasks, WaitingTasks } from './cards.tsx'
