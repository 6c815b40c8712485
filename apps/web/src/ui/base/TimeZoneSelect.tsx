import { NativeSelect } from '@mantine/core'

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
 * Selects an IANA time zone. The current value is offered even if this browser does not know the zone. With `bare`, the
 * page shows a label elsewhere, and only screen readers get `label`.
 */
export function TimeZoneSelect({ label, value, onChange, description, size, bare = false }: Props) {
  const known = zones.includes(value) ? zones : [value, ...zones]
  return (
    <NativeSelect
      label={bare ? undefined : label}
      aria-label={bare ? label : undefined}
      description={description}
      size={size}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={known.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
    />
  )
}
