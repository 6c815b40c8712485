import { useQuery } from '@tanstack/react-query'
import { query } from '../../platform/api.ts'

/** Loads the therapist's reusable invite code. */
export const useStandingCode = () => useQuery(query.connection.standingCode.queryOptions({ input: {} }))

/** Formats an invite code in two groups of four: `K7RM QX4D`. */
export const spelled = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`
