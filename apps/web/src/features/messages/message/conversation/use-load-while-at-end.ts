import { useEffect } from 'react'

type Read = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  /** Changes with each answer. An answer can come before React has rendered that the query is fetching. */
  dataUpdatedAt: number
  fetchNextPage: () => Promise<unknown>
}

/** Loads newer messages as long as there are any and the end of the list is visible. */
export function useLoadWhileAtEnd(read: Read, atEnd: boolean): void {
  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError, dataUpdatedAt } = read
  const loadsNow = atEnd && hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (loadsNow) void fetchNextPage()
  }, [loadsNow, dataUpdatedAt, fetchNextPage])
}
