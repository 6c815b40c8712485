import { Anchor } from '@mantine/core'

/** The `tel:` URL of a phone number. */
export const phoneHref = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`

/** A phone number as a link. */
export const phoneLink = (phone: string) => (
  <Anchor inherit href={phoneHref(phone)}>
    {phone}
  </Anchor>
)
