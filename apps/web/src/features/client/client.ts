export { useSubscribeToClients } from './use-client-updates.ts'
export { SendInvitationButton } from './SendInvitationButton.tsx'
