import { isLongEnoughForTexts, searchLimits } from '@attune/contract/features/home/search/search.rules'
import type { Role } from '@attune/contract/features/people/account/account'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { useOnline } from '../../../platform/offline/use-online.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import type { PaletteGroup } from '../palette-items.ts'
import { searchDevice } from './device-search.ts'
import { type FoundKind, type FoundResult, resultItem } from './result-items.ts'

/** The time without a key press after which names are searched, in milliseconds. */
const nameDelay = 150
/** The time that answers stay in memory after the palette has closed, in milliseconds. */
const gcTime = 10_000

/** The reason why results are missing, shown below the results. */
export type SearchNote = 'offline' | 'failed' | 'building' | null

/**
 * Searches the names that the person may see while they type, and texts a moment later or on request. Without a connection, searches the data that
 * the app has loaded. `names` and `texts` are groups of the palette; previous results stay until new ones arrive.
 * @param listed the ids of the clients that the palette shows anyway; null while they load, so that no other client is shown in the meantime
 */
export function useSearch(role: Role, typed: string, listed: ReadonlySet<string> | null) {
  const { t } = useTranslation('palette')
  const locale = useLocale()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const online = useOnline()
  const query = typed.trim().slice(0, searchLimits.query)
  const isFinder = role !== 'admin' && query !== ''
  const names = useNames(query, isFinder && online)
  const texts = useTexts(query, isFinder && online)

  const of = role === 'admin' ? null : role
  const items = (kind: FoundKind, results: readonly FoundResult[]) =>
    of === null
      ? []
      : results.map((result) =>
          resultItem(kind, result, { of, t, locale, go: (href) => () => void navigate({ href }) }),
        )
  const device = of && query && !online ? searchDevice(cache, query, { of, locale }) : []
  const found = online ? names.groups.flatMap((group) => withoutListed(group, listed)) : device
  return {
    names: found.map(({ kind, items: results }): PaletteGroup => ({
      id: kind,
      found: true,
      items: items(kind, results),
    })),
    texts: (online ? texts.groups : []).map(({ kind, items: results }): PaletteGroup => ({
      id: `text-${kind}`,
      found: true,
      items: items(kind, results),
    })),
    note: isFinder ? noteOf(online, names.failed || texts.failed, texts.isBuilding) : null,
    retry: () => {
      void names.retry()
      void texts.retry()
    },
    searchTexts: texts.search,
  }
}

/** Removes from a group the clients that the palette shows anyway. The clients that are left have similar names. */
function withoutListed<Group extends { kind: FoundKind; items: { id: string }[] }>(
  group: Group,
  listed: ReadonlySet<string> | null,
): Group[] {
  if (group.kind !== 'client') return [group]
  return listed ? [{ ...group, items: group.items.filter(({ id }) => !listed.has(id)) }] : []
}

function noteOf(online: boolean, failed: boolean, isBuilding: boolean): SearchNote {
  if (!online) return 'offline'
  if (failed) return 'failed'
  return isBuilding ? 'building' : null
}

function useNames(query: string, wanted: boolean) {
  const [search] = useDebouncedValue(query, nameDelay)
  const enabled = wanted && search !== ''
  const read = useQuery({
    ...orpc.search.names.queryOptions({ input: { query: search } }),
    enabled,
    gcTime,
    placeholderData: keepPreviousData,
  })
  return { groups: (enabled && read.data?.groups) || [], failed: enabled && read.isError, retry: () => read.refetch() }
}

/** Searches texts when the person has not typed for a moment, or when `search` is called. */
function useTexts(query: string, wanted: boolean) {
  const [settled] = useDebouncedValue(query, searchLimits.textDelay)
  const [requested, setRequested] = useState('')
  const search = requested === query ? query : settled
  const enabled = wanted && search === query && isLongEnoughForTexts(search)
  const read = useQuery({ ...orpc.search.texts.queryOptions({ input: { query: search } }), enabled, gcTime })
  return {
    groups: (enabled && read.data?.groups) || [],
    isBuilding: enabled && read.data?.isBuilding === true,
    failed: enabled && read.isError,
    retry: async () => {
      if (enabled) await read.refetch()
    },
    search: () => setRequested(query),
  }
}
