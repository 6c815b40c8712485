import { credentialSeconds, type RelayOwner } from './relay-credentials.ts'

/** The maximum number of ended calls and removed people in the store. The oldest are dropped first. */
const mostEnded = 10_000

/** A call, or one person in it, with the time at which it ended in milliseconds since 1970. */
export type EndedPart = { call: string; person?: string | undefined; at: number }

/**
 * Creates a store of the calls that have ended and of the people who were removed from a call, for as long as credentials that were issued before are
 * valid. Later credentials work: a person whose login has ended can sign in and join again.
 */
export function openEndedCalls(now: () => number) {
  const ended = new Map<string, EndedPart>()
  return {
    /** Adds an end. Returns false if the store already contains the same end or a later one of the same call or person. */
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
