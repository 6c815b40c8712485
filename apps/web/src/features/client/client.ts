/** The door of this room: what other rooms may show of clients. */
export { ClientMark } from './marks.tsx'
export { useLiveClients } from './live.ts'
