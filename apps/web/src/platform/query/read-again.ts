import { type Query, QueryCache } from '@tanstack/react-query'

/**
 * A query cache that loses no change that occurs while a query is being read. TanStack Query restarts a running read when the query is invalidated
 * or refetched, but only if the query has data and is in use. Reading a further page of a list also replaces a read of the whole list. In these
 * cases, an answer that is older than the change would count as current.
 */
export class LosslessQueryCache extends QueryCache {
  override add(query: Query): void {
    readAgainAfterChanges(query)
    super.add(query)
  }
}

/** Reads a query again if a change was reported during a read that was not restarted. */
function readAgainAfterChanges(query: Query) {
  const fetch = query.fetch.bind(query)
  const invalidate = query.invalidate.bind(query)
  /** Whether the answer to the running read may be older than a change. */
  let outdated = false
  /** Whether the running read loads a further page, which does not update the other pages. */
  let readsFurtherPage = false

  async function readAgain(answer: Promise<unknown>) {
    try {
      // Continues before the callers that wait for the answer, so that they find the query invalidated.
      await answer
    } catch {
      return
    }
    if (!outdated) return
    outdated = false
    invalidate()
    // A query that is not in use is read again when a component uses it.
    if (query.isActive() && !query.isDisabled()) query.fetch().catch(() => {})
  }

  query.invalidate = () => {
    outdated ||= query.promise !== undefined
    invalidate()
  }
  query.fetch = (options, fetchOptions) => {
    const running = query.promise
    const isDue = outdated || query.state.isInvalidated || (running !== undefined && !readsFurtherPage)
    const answer = fetch(options, fetchOptions)
    if (query.promise === running) {
      outdated ||= fetchOptions?.cancelRefetch === true
    } else {
      readsFurtherPage = fetchOptions?.meta?.fetchMore !== undefined
      outdated = readsFurtherPage && isDue
      void readAgain(answer)
    }
    return answer
  }
}
