/** Public module of the feature `waiting-list`: the link to the client's waiting list. */
export { WaitingListLink } from './WaitingListLink.tsx'
