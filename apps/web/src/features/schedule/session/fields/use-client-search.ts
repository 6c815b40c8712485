import type { ClientId } from '@attune/contract/common/ids'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../../platform/api/api.ts'
import { clientFilterKey } from '../../../../platform/query/query-cache-limits.ts'

export type PickedClient = { id: ClientId; name: string }

/**
 * Searches clients by the typed text for a select. The options always contain the chosen clients.
 *
 * @param forFilter True if the select belongs to a filter. The select then also offers inactive clients, who cannot be
 *   scheduled. The query cache stores its results apart from the list of clients [3.16].
 * @param shown The name of the chosen client, which the input shows. The search ignores a text that equals this name.
 */
export function useClientSearch(chosen: readonly PickedClient[], { forFilter = false, shown = '' } = {}) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed === shown ? '' : typed.trim(), 200)
  const input = { search, limit: 20 }
  const found = useQuery({
    ...orpc.client.list.queryOptions({ input }),
    queryKey: forFilter ? clientFilterKey(input) : orpc.client.list.queryKey({ input }),
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

/** The props that all client selects have in common. */
export const clientComboboxProps = {
  searchable: true,
  // The list opens when the user types or clicks, not on focus, because a dialog focuses this field when the dialog
  // opens.
  openOnFocus: false,
  comboboxProps: { shadow: 'md', withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: 224, overflowY: 'auto' } },
} as const
