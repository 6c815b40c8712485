import { useRouter } from '@tanstack/react-router'

const page = '/dashboard/client/safety'

/** Returns the path of the client's safety page. Returns null if the app has no such route. */
export function useSafetyPagePath(): string | null {
  const { routesByPath } = useRouter()
  return page in routesByPath ? page : null
}
