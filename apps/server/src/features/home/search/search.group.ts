import { searchLimits } from '@attune/contract/features/home/search/search.rules'

/** Returns a group of results: the first of those that were found, and whether there are more. */
export const groupOf = <Kind extends string, Result>(kind: Kind, found: Result[]) => ({
  kind,
  items: found.slice(0, searchLimits.perKind),
  more: found.length > searchLimits.perKind,
})
