import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import classes from './TextLink.module.css'

/** A link as words beside a title: leads to the whole of what a card shows a part of. */
export const TextLink = createLink(function Words(props: ComponentPropsWithRef<'a'>) {
  return <a {...props} className={classes.link} />
})
