import type { GuardedClient } from '@attune/contract/features/people/guardian/guardian'
import { createContext, use } from 'react'

/** The client for whom the guardian acts on this page, as determined by the page's URL. */
export const ActingForContext = createContext<GuardedClient | null>(null)

/** Returns the client for whom the guardian acts on this page. Only for pages below `/for/$clientId`. */
export function useActingFor(): GuardedClient {
  const client = use(ActingForContext)
  if (!client) throw new Error('This page is not below /for/$clientId.')
  return client
}
