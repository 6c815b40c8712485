export { useSubscribeToClients } from './use-client-updates.ts'
export { SendInvitationButton } from './invitation/SendInvitationButton.tsx'
