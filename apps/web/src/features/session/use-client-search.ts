import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../platform/api.ts'

export type Picked = { id: string; name: string }

/**
 * Finds clients by typing, for a field to choose from; who is chosen already is always among them.
 * @param inactive whether inactive ones are offered: they cannot be planned with
 * @param shown what the field shows by itself, which is no search
 */
export function useClientSearch(chosen: readonly Picked[], { inactive = false, shown = '' } = {}) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed === shown ? '' : typed.trim(), 200)
  const found = useQuery({
    ...query.client.list.queryOptions({ input: { search, limit: 20 } }),
    placeholderData: keepPreviousData,
  })
  const people = (found.data?.items ?? [])
    .filter((client) => inactive || client.status !== 'inactive')
    .map((client) => ({ value: client.id, label: `${client.firstName} ${client.lastName}` }))
  const others = chosen.filter(({ id }) => !people.some((person) => person.value === id))
  return {
    people: [...others.map(({ id, name }) => ({ value: id, label: name })), ...people],
    isPending: found.isPending,
    setTyped,
  }
}

/** How a field that finds clients opens its list. */
export const clientCombobox = {
  searchable: true,
  // In a dialog it has the focus from the start: the list comes with the first letter or a press.
  openOnFocus: false,
  comboboxProps: { shadow: 'md', withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: 224, overflowY: 'auto' } },
} as const
