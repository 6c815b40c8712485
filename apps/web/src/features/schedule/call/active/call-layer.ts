/** The parts of a call that are beside the pages: the small window, and the bar on the lock screen. They are loaded together. */
export { CallLayer } from './CallLayer.tsx'
export { LockedCall } from './LockedCall.tsx'
