/** Public module of the feature `client`. */
export { ClientMark } from './marks.tsx'
export { useLiveClients } from './live.ts'
