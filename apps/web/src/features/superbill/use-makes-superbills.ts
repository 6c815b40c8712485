import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../platform/api.ts'

/** Whether the acting therapist makes superbills, because the business is in the United States. False until this is known. */
export const useMakesSuperbills = (): boolean =>
  useQuery(orpc.business.own.queryOptions({ input: {} })).data?.fields.country === 'US'
