import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../platform/api.ts'
import { filterPersonsKey } from '../../../platform/query-cache-limits.ts'

export type PickedClient = { id: string; name: string }

/**
 * Searches clients for a select by the typed text. The chosen clients are always among the options.
 * @param forFilter whether the select belongs to a filter. It then also offers inactive clients, who cannot be
 *   scheduled, and its results are cached apart from the list of clients [3.16].
 * @param shown the name of the chosen client, which the input shows and which is therefore not searched for
 */
export function useClientSearch(chosen: readonly PickedClient[], { forFilter = false, shown = '' } = {}) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed === shown ? '' : typed.trim(), 200)
  const input = { search, limit: 20 }
  const found = useQuery({
    ...orpc.client.list.queryOptions({ input }),
    queryKey: forFilter ? filterPersonsKey(input) : orpc.client.list.queryKey({ input }),
    placeholderData: keepPreviousData,
  })
  const people = (found.data?.items ?? [])
    .filter((client) => forFilter || client.status !== 'inactive')
    .map((client) => ({ value: client.id, label: `${client.firstName} ${client.lastName}` }))
  const others = chosen.filter(({ id }) => !people.some((person) => person.value === id))
  return {
    people: [...others.map(({ id, name }) => ({ value: id, label: name })), ...people],
    isPending: found.isPending,
    setTyped,
  }
}

/** Common props of the client selects. */
export const clientComboboxProps = {
  searchable: true,
  // In a dialog this field has the focus from the start. The list opens when the user types or clicks, not on focus.
  openOnFocus: false,
  comboboxProps: { shadow: 'md', withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: 224, overflowY: 'auto' } },
} as const
