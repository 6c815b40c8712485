import '../../ui/styles-overlay.ts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'

export type Picked = { id: string; name: string }

/** Finds one client of many by typing; inactive ones cannot be planned with and are left out. */
export function ClientPicker(props: {
  value: Picked | null
  onChange: (picked: Picked | null) => void
  error?: string
  /** To look for sessions: nobody need be chosen, and inactive ones are offered. */
  optional?: boolean
}) {
  const { value, onChange, error, optional = false } = props
  const { t } = useTranslation('session')
  const [typed, setTyped] = useState('')
  // The field shows the name that was picked; that is no search.
  const [search] = useDebouncedValue(typed === value?.name ? '' : typed.trim(), 200)
  const found = useQuery({
    ...query.client.list.queryOptions({ input: { search, limit: 20 } }),
    placeholderData: keepPreviousData,
  })
  const people = (found.data?.items ?? [])
    .filter((client) => optional || client.status !== 'inactive')
    .map((client) => ({ value: client.id, label: `${client.firstName} ${client.lastName}` }))
  const known = value && !people.some((person) => person.value === value.id)
  return (
    <Select
      label={t('plan.client')}
      placeholder={t('plan.clientSearch')}
      nothingFoundMessage={found.isPending ? '…' : t('plan.clientNothing')}
      searchable
      comboboxProps={{ shadow: 'md', withinPortal: false }}
      withScrollArea={false}
      styles={{ options: { maxHeight: 224, overflowY: 'auto' } }}
      required={!optional}
      clearable={optional}
      data-autofocus={!optional || undefined}
      data={known ? [{ value: value.id, label: value.name }, ...people] : people}
      filter={({ options }) => options}
      value={value?.id ?? null}
      error={error}
      onSearchChange={setTyped}
      onChange={(id, option) => onChange(id && option ? { id, name: option.label } : null)}
    />
  )
}
