import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import classes from './TextLink.module.css'

/** A text link next to a title, to the full list of which a card shows a part. */
export const TextLink = createLink(function Words(props: ComponentPropsWithRef<'a'>) {
  return <a {...props} className={classes.link} />
})
