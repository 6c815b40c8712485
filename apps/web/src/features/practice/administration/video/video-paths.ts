import { canPassBytes } from './try-connection.ts'

/** The paths between two browsers, in the order in which browsers try them. */
export const videoPaths = ['direct', 'udp', 'tcp', 'tls'] as const
export type VideoPath = (typeof videoPaths)[number]

/** `absent`: the server offers no relay for this path. */
export type PathResult = 'works' | 'fails' | 'absent'
export type PathResults = Record<VideoPath, PathResult>

type Relay = { urls: readonly string[]; username?: string | undefined; credential?: string | undefined }

const kindOf = (url: string): VideoPath =>
  url.startsWith('turns:') ? 'tls' : url.includes('transport=tcp') ? 'tcp' : 'udp'

/** Tests one path from this browser: the direct path, or a path that uses only the relay. Tries the addresses of the relay one at a time. */
export async function tryPath(path: VideoPath, relays: readonly Relay[], stopped: AbortSignal): Promise<PathResult> {
  if (path === 'direct') return (await canPassBytes({ iceServers: [] }, stopped)) ? 'works' : 'fails'
  const servers = relays.flatMap(({ urls, username, credential }) =>
    urls.filter((url) => kindOf(url) === path).map((url) => ({ urls: url, username, credential })),
  )
  if (servers.length === 0) return 'absent'
  for (const { urls, username = '', credential = '' } of servers)
    if (await canPassBytes({ iceServers: [{ urls, username, credential }], iceTransportPolicy: 'relay' }, stopped))
      return 'works'
  return 'fails'
}

/** The groups of people who cannot join a call if certain paths do not work. */
export const excludedPeople = ['mobile', 'groups', 'noUdp', 'onlyTls'] as const
export type ExcludedPeople = (typeof excludedPeople)[number]

/** Whether the test has passed: all can join, except from the rare networks that let only TLS through. TLS needs a certificate on this server. */
export const hasPassed = (results: PathResults): boolean =>
  results.direct === 'works' && excludedBy(results).every((who) => who === 'onlyTls')

/**
 * Returns the people who cannot join with these results. If no path through the relay works: people who have no direct path, and group calls. If
 * neither TCP nor TLS works: people whose network blocks UDP. If TLS does not work: people whose network lets only TLS through.
 */
export function excludedBy({ udp, tcp, tls }: PathResults): ExcludedPeople[] {
  const has = (result: PathResult) => result === 'works'
  const who = {
    mobile: !has(udp) && !has(tcp) && !has(tls),
    groups: !has(udp) && !has(tcp) && !has(tls),
    noUdp: !has(tcp) && !has(tls),
    onlyTls: !has(tls),
  }
  return excludedPeople.filter((each) => who[each])
}
