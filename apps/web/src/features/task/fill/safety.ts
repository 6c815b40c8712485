import { useRouter } from '@tanstack/react-router'

const page = '/dashboard/client/safety'

/** The address of the client's own safety page; null where there is none. */
export function useSafetyPage(): string | null {
  const { routesByPath } = useRouter()
  return page in routesByPath ? page : null
}
