/** The most sources that are counted at a time. Further ones get no answer in that second. */
const mostSources = 50_000

/**
 * Counts answers to senders that have not proved who they are, so that the relay cannot be used to flood a forged source address. Returns whether one
 * more answer may be sent in this second.
 */
export function openSourceLimit(perSecond: number, now: () => number): (ip: string) => boolean {
  let second = 0
  let counts = new Map<string, number>()
  return (ip) => {
    const current = Math.floor(now() / 1_000)
    if (current !== second) [second, counts] = [current, new Map()]
    const source = networkOf(ip)
    const count = counts.get(source) ?? 0
    if (count >= perSecond || (count === 0 && counts.size >= mostSources)) return false
    counts.set(source, count + 1)
    return true
  }
}

/** One sender of IPv6 usually has all addresses of a network of 64 bits. */
const networkOf = (ip: string) => (ip.includes(':') ? ip.split(':', 4).join(':') : ip)
