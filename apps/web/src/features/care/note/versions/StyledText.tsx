import { createElement, type ReactNode } from 'react'
import classes from '../note.module.css'

const elements: Record<string, string> = {
  bold: 'strong',
  heading: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
}

/** Renders words with the formatting that `style` lists, such as 'bold italic' (see `diff.ts`). */
export function StyledText({ text, style }: { text: string; style: string }): ReactNode {
  return style.split(' ').reduce<ReactNode>((inside, name) => {
    const element = elements[name]
    if (element) return createElement(element, null, inside)
    return name === 'link' ? <span className={classes.linked}>{inside}</span> : inside
  }, text)
}
