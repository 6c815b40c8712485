/** The door of the room: what the house, the jobs and other rooms ask of the calendar. */
export { extendEvents } from './event.extend.ts'
export { mountFeeds } from './feed.mount.ts'
export { readDueCalendar } from './import.read.ts'
export { refuseOverPlans } from './zone.ts'
