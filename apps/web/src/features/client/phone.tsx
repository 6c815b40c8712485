import { Anchor } from '@mantine/core'

/** The address that calls a number. */
export const telOf = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`

/** A number to call with one tap. */
export const phoneLink = (phone: string) => (
  <Anchor inherit href={telOf(phone)}>
    {phone}
  </Anchor>
)
