import '../../../../ui/styles-overlay.ts'
import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { clientComboboxProps, type PickedClient, useClientSearch } from './use-client-search.ts'

type Props = {
  value: PickedClient[]
  most: number
  onChange: (clients: PickedClient[]) => void
  error?: string
  /** Whether the field can stay empty. */
  optional?: boolean
}

/** Renders a searchable select for up to `most` clients. */
export function ClientMultiSelect({ value, most, onChange, error, optional = false }: Props) {
  const { t } = useTranslation(['session', 'sessionNew'])
  const { people, isPending, setTyped } = useClientSearch(value)
  return (
    <MultiSelect
      label={t('sessionNew:clients', { count: most })}
      placeholder={value.length ? '' : t('plan.clientSearch')}
      nothingFoundMessage={isPending ? '…' : t('plan.clientNothing')}
      {...clientComboboxProps}
      required={!optional}
      hidePickedOptions
      maxValues={most}
      data={people}
      filter={({ options }) => options}
      value={value.map(({ id }) => id)}
      error={error}
      onSearchChange={setTyped}
      onChange={(ids) =>
        onChange(ids.map((id) => ({ id, name: people.find((person) => person.value === id)?.label ?? '' })))
      }
    />
  )
}
