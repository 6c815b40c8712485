import { useQuery } from '@tanstack/react-query'
import { transport } from './transport.ts'

/**
 * Returns the address under which this page loads a path of the server: in a browser the path itself. The native app asks for an address
 * with its own right, and returns undefined until it has one.
 */
export function useServerAddress(path: string): string | undefined {
  const { address } = transport()
  const asked = useQuery({
    queryKey: ['server-address', path],
    queryFn: () => address?.(path) ?? path,
    enabled: address !== undefined,
    // An address ends after a minute. A picture that was loaded with it stays; one that is shown later asks again.
    staleTime: Infinity,
    gcTime: 0,
  })
  return address ? asked.data : path
}
