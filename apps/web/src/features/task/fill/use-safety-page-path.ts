import { useRouter } from '@tanstack/react-router'

const page = '/dashboard/client/safety'

/** The path of the client's safety page; null if the route does not exist. */
export function useSafetyPagePath(): string | null {
  const { routesByPath } = useRouter()
  return page in routesByPath ? page : null
}
