import { Anchor } from '@mantine/core'

/** A number to call with one tap. */
export const phoneLink = (phone: string) => (
  <Anchor inherit href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
    {phone}
  </Anchor>
)
