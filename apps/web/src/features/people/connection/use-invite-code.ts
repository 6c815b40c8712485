import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'

/** Loads the therapist's invite code. Any number of clients can use the same code. */
export const useInviteCode = () => useQuery(orpc.connection.inviteCode.queryOptions({ input: {} }))

/** Formats an invite code in two groups of four: `K7RM QX4D`. */
export const formatInviteCode = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`
