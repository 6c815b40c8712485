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

/** An IANA time zone; the one that is set stands in the list even where this browser does not know it. `bare`: its name stands beside it and is only spoken. */
export function ZoneSelect({ label, value, onChange, description, size, bare = false }: Props) {
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
