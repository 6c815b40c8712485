import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../../platform/api/api.ts'

/** Loads the therapist's own terms, which contain the usual duration, location, video link and place of video calls. */
export const useOwnTerms = () => useQuery(orpc.terms.mine.queryOptions({ input: {} }))
