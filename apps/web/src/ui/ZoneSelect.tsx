import { NativeSelect } from '@mantine/core'

const zones = Intl.supportedValuesOf('timeZone')

type Props = { label: string; value: string; onChange: (zone: string) => void; description?: string; size?: 'sm' | 'md' }

/** An IANA time zone; the one that is set stands in the list even where this browser does not know it. */
export function ZoneSelect({ label, value, onChange, description, size }: Props) {
  const known = zones.includes(value) ? zones : [value, ...zones]
  return (
    <NativeSelect
      label={label}
      description={description}
      size={size}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={known.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
    />
  )
}
