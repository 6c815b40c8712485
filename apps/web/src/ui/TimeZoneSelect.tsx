import './styles-overlay.ts'
import { Group, Select, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { browserZone } from '../platform/login.ts'
import { useLocale } from '../platform/use-locale.ts'
import { cityOf } from './page/date-text.ts'
import { zoneMatcher, zoneOffset, zoneRegion } from './time-zones.ts'

const zones = Intl.supportedValuesOf('timeZone')

type Props = {
  label: string
  value: string
  onChange: (zone: string) => void
  description?: string
  size?: 'sm' | 'md'
  bare?: boolean
}

/**
 * Selects an IANA time zone, searched by city and region. Offers the current value and the zone of the browser first. With
 * `bare`, the page shows a label elsewhere, and only screen readers get `label`.
 */
export function TimeZoneSelect({ label, value, onChange, description, size, bare = false }: Props) {
  const { t } = useTranslation()
  const { language } = useLocale()
  const known = [...new Set([value, browserZone(), ...zones])]
  return (
    <Select
      searchable
      label={bare ? undefined : label}
      aria-label={bare ? label : undefined}
      description={description}
      size={size}
      value={value}
      allowDeselect={false}
      nothingFoundMessage={t('entry.noZone')}
      limit={60}
      maxDropdownHeight={280}
      data={known.map((zone) => ({
        value: zone,
        label: [cityOf(zone), zoneRegion(zone)].filter(Boolean).join(', '),
      }))}
      filter={({ options, search }) => {
        const isValue = options.some((option) => 'label' in option && option.label === search)
        const matches = zoneMatcher(isValue ? '' : search, language)
        return options.filter((option) => 'value' in option && matches(option.value))
      }}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" w="100%" gap="sm">
          <span>{option.label}</span>
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {zoneOffset(option.value, new Date())}
          </Text>
        </Group>
      )}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(zone) => zone && onChange(zone)}
    />
  )
}
