import { Select } from '@mantine/core'
import { cityOf } from '../../ui/moment.ts'

/** All zones of this browser, with the one in use even where the browser does not list it. */
function zones(value: string) {
  const all = Intl.supportedValuesOf('timeZone')
  return (all.includes(value) ? all : [value, ...all]).map((zone) => ({ value: zone, label: `${cityOf(zone)} (${zone.split('/')[0]})` }))
}

/** Finds a zone by the name of its city. */
export function ZonePicker({ label, value, onChange }: { label: string; value: string; onChange: (zone: string) => void }) {
  return (
    <Select
      aria-label={label}
      searchable
      allowDeselect={false}
      limit={60}
      data={zones(value)}
      value={value}
      onChange={(zone) => zone && zone !== value && onChange(zone)}
    />
  )
}
