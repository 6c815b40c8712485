import '../styles-overlay.ts'
import { Group, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { browserZone } from '../../platform/login/login.ts'
import { useLocale } from '../../platform/settings/use-locale.ts'
import type { TimeZoneProps } from './TimeZoneSelect.tsx'
import { zoneLabel, zoneMatcher, zoneOffset } from './time-zones.ts'

const zones = Intl.supportedValuesOf('timeZone')

/** The searchable list of time zones. Offers the current value and the zone of the browser first. */
export function TimeZoneCombobox({ label, value, onChange, description, size, bare = false }: TimeZoneProps) {
  const { t } = useTranslation()
  const { language } = useLocale()
  const [now] = useState(() => new Date())
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
        label: zoneLabel(zone, language),
      }))}
      filter={({ options, search, limit }) => {
        const isValue = options.some((option) => 'label' in option && option.label === search)
        const matches = zoneMatcher(isValue ? '' : search, language)
        return options.filter((option) => 'value' in option && matches(option.value)).slice(0, limit)
      }}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" w="100%" gap="sm">
          <span>{option.label}</span>
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {zoneOffset(option.value, now)}
          </Text>
        </Group>
      )}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(zone) => zone && onChange(zone)}
    />
  )
}
