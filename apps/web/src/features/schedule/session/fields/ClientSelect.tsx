import '../../../../ui/styles-overlay.ts'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { clientComboboxProps, type PickedClient, useClientSearch } from './use-client-search.ts'

/**
 * Renders a searchable select for one client. Offers inactive clients only with `optional`, because inactive clients
 * cannot be scheduled.
 */
export function ClientSelect(props: {
  value: PickedClient | null
  onChange: (picked: PickedClient | null) => void
  error?: string
  /** Whether the field can stay empty and offers inactive clients too. For filters. */
  optional?: boolean
}) {
  const { value, onChange, error, optional = false } = props
  const { t } = useTranslation('session')
  const { people, isPending, setTyped } = useClientSearch(value ? [value] : [], {
    forFilter: optional,
    shown: value?.name,
  })
  return (
    <Select
      label={t('plan.client')}
      placeholder={t('plan.clientSearch')}
      nothingFoundMessage={isPending ? '…' : t('plan.clientNothing')}
      {...clientComboboxProps}
      required={!optional}
      clearable={optional}
      data-autofocus={!optional || undefined}
      data={people}
      filter={({ options }) => options}
      value={value?.id ?? null}
      error={error}
      onSearchChange={setTyped}
      onChange={(id, option) => onChange(id && option ? { id, name: option.label } : null)}
    />
  )
}
