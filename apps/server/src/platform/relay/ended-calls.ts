import { credentialSeconds, type RelayOwner } from './relay-credentials.ts'

/** The most calls and people that are remembered. The oldest are forgotten first. */
const mostEnded = 10_000

/** A call, or one person in it, with the time at which it ended in milliseconds since 1970. */
export type EndedPart = { call: string; person?: string | undefined; at: number }

/**
 * Remembers which calls and people have ended, as long as credentials that were issued before are valid. Later credentials work: a client whose sign-in
 * ended can sign in and join again.
 */
export function openEndedCalls(now: () => number) {
  const ended = new Map<string, EndedPart>()
  return {
    /** Returns false if the same end or a later one is known already. */
    add(part: EndedPart): boolean {
      const { call, person, at: endedAt } = part
      const name = person === undefined ? call : `${call}.${person}`
      if (endedAt <= (ended.get(name)?.at ?? -Infinity)) return false
      // Inserted again, so that the most recently added entries are last.
      ended.delete(name)
      ended.set(name, part)
      for (const [oldest, { at }] of ended) {
        if (ended.size <= mostEnded && at + credentialSeconds * 1_000 > now()) break
        ended.delete(oldest)
      }
      return true
    },
    all: (): EndedPart[] => [...ended.values()],
    /** Whether credentials were issued before their call ended or their person was removed from it. */
    has({ call, person, expiresAt }: RelayOwner & { expiresAt: number }): boolean {
      const issuedAt = (expiresAt - credentialSeconds) * 1_000
      return [call, `${call}.${person}`].some((name) => issuedAt <= (ended.get(name)?.at ?? -Infinity))
    },
  }
}
