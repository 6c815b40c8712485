import '../../ui/styles-overlay.ts'
import { therapyTypes } from '@attune/contract/features/session'
import { seats } from '@attune/contract/features/session.shapes'
import { MultiSelect, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { ClientPicker, type Picked } from './ClientPicker.tsx'

export type Kind = (typeof therapyTypes)[number]
export type Who = { clients: Picked[]; therapyType: Kind }
type Props = { value: Who; onChange: (who: Who) => void; error?: string }

/** Who takes part: one in individual therapy, up to two of a couple, up to twelve of a family or group. */
export function ClientsField({ value, onChange, error }: Props) {
  const { t } = useTranslation('session')
  const { clients, therapyType } = value
  const most = seats[therapyType][1]
  return (
    <>
      <NativeSelect
        label={t('plan.kind')}
        value={therapyType}
        onChange={(event) => {
          const kind = therapyTypes.find((one) => one === event.currentTarget.value) ?? 'individual'
          onChange({ therapyType: kind, clients: clients.slice(0, seats[kind][1]) })
        }}
        data={therapyTypes.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
      />
      {most === 1 ? (
        <ClientPicker
          value={clients[0] ?? null}
          onChange={(one) => onChange({ ...value, clients: one ? [one] : [] })}
          error={error}
        />
      ) : (
        <SeveralClients
          value={clients}
          most={most}
          onChange={(many) => onChange({ ...value, clients: many })}
          error={error}
        />
      )}
    </>
  )
}

type Several = { value: Picked[]; most: number; onChange: (clients: Picked[]) => void; error?: string }

function SeveralClients({ value, most, onChange, error }: Several) {
  const { t } = useTranslation(['session', 'sessionNew'])
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const found = useQuery({
    ...query.client.list.queryOptions({ input: { search, limit: 20 } }),
    placeholderData: keepPreviousData,
  })
  const people = (found.data?.items ?? [])
    .filter((client) => client.status !== 'inactive')
    .map((client) => ({ value: client.id, label: `${client.firstName} ${client.lastName}` }))
  const chosen = value.filter(({ id }) => !people.some((person) => person.value === id))
  const all = [...chosen.map(({ id, name }) => ({ value: id, label: name })), ...people]
  return (
    <MultiSelect
      label={t('sessionNew:clients', { count: most })}
      placeholder={value.length ? '' : t('plan.clientSearch')}
      nothingFoundMessage={found.isPending ? '…' : t('plan.clientNothing')}
      searchable
      required
      hidePickedOptions
      comboboxProps={{ shadow: 'md', withinPortal: false }}
      withScrollArea={false}
      styles={{ options: { maxHeight: 224, overflowY: 'auto' } }}
      maxValues={most}
      data={all}
      filter={({ options }) => options}
      value={value.map(({ id }) => id)}
      error={error}
      onSearchChange={setTyped}
      onChange={(ids) =>
        onChange(ids.map((id) => ({ id, name: all.find((person) => person.value === id)?.label ?? '' })))
      }
    />
  )
}
