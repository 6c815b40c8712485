/** Public module of the feature `client`. */
export { ClientStatusBadge } from './ClientStatusBadge.tsx'
export { useSubscribeToClients } from './use-client-updates.ts'
