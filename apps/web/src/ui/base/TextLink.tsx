import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import classes from './TextLink.module.css'

/** A text link next to the title of a card that shows a part of a list. The link leads to the full list. */
export const TextLink = createLink(function Anchor(props: ComponentPropsWithRef<'a'>) {
  return <a {...props} className={classes.link} />
})
