import { useQuery } from '@tanstack/react-query'
import { transport } from './transport.ts'

/**
 * Returns the URL with which this page can load a path of the server. In a browser, this is the path itself. The native app requests a URL with a
 * pass, and the function returns undefined until there is one.
 */
export function useServerAddress(path: string): string | undefined {
  const { address } = transport()
  const asked = useQuery({
    queryKey: ['server-address', path],
    queryFn: () => address?.(path) ?? path,
    enabled: address !== undefined,
    // A URL is valid for a minute. A picture that was loaded with it stays visible; a picture that is shown later requests a new URL.
    staleTime: Infinity,
    gcTime: 0,
  })
  return address ? asked.data : path
}
