import { type Query, QueryCache } from '@tanstack/react-query'

/**
 * A query cache that loses no change while a query is being read. TanStack Query starts a running read again when the query is invalidated or
 * refetched, but only if the query already has data and is in use, and reading a further page of a list replaces a read of the whole list. In
 * the other cases the answer, which may be older than the change, would count as current.
 */
export class LosslessQueryCache extends QueryCache {
  override add(query: Query): void {
    readAgainAfterChanges(query)
    super.add(query)
  }
}

/** Reads a query once more if a change was reported during a read that was not started again. */
function readAgainAfterChanges(query: Query) {
  const fetch = query.fetch.bind(query)
  const invalidate = query.invalidate.bind(query)
  /** Whether the answer to the running read may be older than a change. */
  let outdated = false
  /** Whether the running read is that of a further page, which leaves the other pages as they are. */
  let readsFurtherPage = false

  async function readAgain(answer: Promise<unknown>) {
    try {
      // Goes on before those who wait for the answer, so that they find the query invalidated.
      await answer
    } catch {
      return
    }
    if (!outdated) return
    outdated = false
    invalidate()
    // A query that nothing shows is read again when it is shown.
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
