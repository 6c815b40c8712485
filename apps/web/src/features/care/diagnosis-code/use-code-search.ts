import type { Language } from '@attune/contract/common/text/text.schemas'
import type { FoundCode } from '@attune/contract/features/care/diagnosis-code/diagnosis-code'
import {
  codeLists,
  codeSearchLimits,
  type SearchedSystem,
} from '@attune/contract/features/care/diagnosis-code/diagnosis-code.rules'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'

const searchOptions = (input: Parameters<typeof orpc.diagnosisCode.search.queryOptions>[0]['input']) => ({
  ...orpc.diagnosisCode.search.queryOptions({ input }),
  // The therapist's own codes change with each diagnosis.
  staleTime: 0,
})

const noCodes: FoundCode[] = []

/** Searches for the typed text once the person pauses. `isSettled`: whether the items are those of the typed text. */
export function useCodeSearch(system: SearchedSystem, typed: string, enabled: boolean) {
  const language = useLocale().language as Language
  const text = typed.trim().slice(0, codeSearchLimits.search)
  const [search] = useDebouncedValue(text, 200)
  const { data, isPlaceholderData } = useQuery({
    ...searchOptions({ system, language, search }),
    placeholderData: keepPreviousData,
    enabled,
  })
  return {
    items: data?.items ?? noCodes,
    listName: data?.list ? `${codeLists[data.list.name].name} ${data.list.edition}` : null,
    isSettled: data !== undefined && !isPlaceholderData && search === text,
  }
}

/** Whether the host has loaded no list for a system. False until the answer is known. */
export function useHasNoCodeList(system: SearchedSystem): boolean {
  const language = useLocale().language as Language
  return useQuery(searchOptions({ system, language, search: '' })).data?.list === null
}
