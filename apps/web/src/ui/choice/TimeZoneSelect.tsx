import { TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { lazyInBoundary } from '../../platform/lazy-named.ts'

const TimeZoneCombobox = lazyInBoundary(() => import('./TimeZoneCombobox.tsx'), 'TimeZoneCombobox')

export type TimeZoneProps = {
  /** The label above the field, or only for screen readers with `bare`. */
  label: string
  /** An IANA time zone. */
  value: string
  onChange: (zone: string) => void
  description?: string
  size?: 'sm' | 'md'
  /** Whether the page shows a label elsewhere. */
  bare?: boolean
}

/**
 * A select for an IANA time zone, searched by city and region. With `bare`, `label` is only for screen readers, because the page shows a label
 * elsewhere. The list is loaded after the page; until then the current value is shown.
 */
export function TimeZoneSelect(props: TimeZoneProps) {
  const { label, value, description, size, bare = false } = props
  return (
    <Suspense
      fallback={
        <TextInput
          readOnly
          label={bare ? undefined : label}
          aria-label={bare ? label : undefined}
          description={description}
          size={size}
          value={value.replaceAll('_', ' ')}
        />
      }
    >
      <TimeZoneCombobox {...props} />
    </Suspense>
  )
}
