import { useQuery } from '@tanstack/react-query'
import { query } from '../../platform/api.ts'

/** The code that a therapist may give to anybody. */
export const useStandingCode = () => useQuery(query.connection.standingCode.queryOptions({ input: {} }))

/** In two halves, easier to read out: `K7RM QX4D`. */
export const spelled = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`
