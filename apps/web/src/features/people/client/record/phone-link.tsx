import { Anchor } from '@mantine/core'

/** Returns the `tel:` URL of a phone number. */
export const phoneHref = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`

/** Renders a phone number as a link that calls it. */
export const phoneLink = (phone: string) => (
  <Anchor inherit href={phoneHref(phone)}>
    {phone}
  </Anchor>
)
