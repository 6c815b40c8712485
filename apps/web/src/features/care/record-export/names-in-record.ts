import type { NamePlace, RecordExportOrder } from '@attune/contract/features/care/record-export/record-export'
import { partsWithNames } from '@attune/contract/features/care/record-export/record-export.rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../platform/api/api.ts'

export type NameDecision = 'keep' | 'remove'
type Content = Omit<RecordExportOrder, 'as' | 'keptNames' | 'withShared'>

/**
 * Reads the places with names of other people in the content of the export, and stores the therapist's decision about each. `isReady` is false until
 * the places of the present content are known.
 */
export function useNamesInRecord(content: Content, isValid: boolean) {
  const [withShared, setWithShared] = useState(false)
  const [rest, setRest] = useState<NameDecision>()
  const [decisions, setDecisions] = useState<Record<string, NameDecision>>({})
  const isSearched = isValid && partsWithNames.some((part) => content.parts.includes(part))
  const read = useQuery(
    orpc.recordExport.names.queryOptions({
      input: { ...content, withShared },
      enabled: isSearched,
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  )
  const found = isSearched ? read.data : undefined
  const places = found?.places ?? []
  const decisionOn = ({ id }: Pick<NamePlace, 'id'>) => decisions[id] ?? rest
  const kept = places.filter((place) => decisionOn(place) === 'keep').map(({ id }) => id)
  const isAllKept = rest === 'keep' && kept.length === places.length
  return {
    read,
    found,
    withShared,
    setWithShared,
    decisionOn,
    decide: (id: string, decision: NameDecision) => setDecisions((before) => ({ ...before, [id]: decision })),
    decideAll(decision: NameDecision) {
      setRest(decision)
      setDecisions({})
    },
    undecided: places.filter((place) => !decisionOn(place)).length,
    isReady: !isSearched || (read.data !== undefined && !read.isPlaceholderData && !read.isError),
    /** The fields of the order about shared parts and names. */
    ordered: {
      withShared: withShared && (found?.sharedWith.length ?? 0) > 0,
      keptNames: isAllKept ? ('all' as const) : kept,
    },
  }
}
export type NamesInRecord = ReturnType<typeof useNamesInRecord>
