export { ClientStatusBadge } from './ClientStatusBadge.tsx'
export { useSubscribeToClients } from './use-client-updates.ts'
