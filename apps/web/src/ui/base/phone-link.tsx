import { Anchor } from '@mantine/core'
import { phoneHref } from './phone-href.ts'

/** Renders a phone number as a link that calls it. `label` names it for assistive technology. */
export const phoneLink = (phone: string, label?: string) => (
  <Anchor inherit href={phoneHref(phone)} aria-label={label}>
    {phone}
  </Anchor>
)
