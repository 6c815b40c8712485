import type { ReactNode, RefObject } from 'react'
import { Callout } from '../base/Callout.tsx'
import { focusField } from './focus-missing.ts'
import classes from './MissingFields.module.css'

type Props<Missing> = {
  title: string
  missing: readonly Missing[]
  /** The `data-field` of the element in which a missing field is entered; null if the form has none. */
  fieldOf: (missing: Missing) => string | null
  within: RefObject<HTMLElement | null>
  /** Names a missing field, with a link if it is entered on another page. */
  children: (missing: Missing) => ReactNode
}

/** Names each field that a document lacks before it can be issued, with a button or link that leads to it. */
export function MissingFields<Missing>({ title, missing, fieldOf, within, children }: Props<Missing>) {
  if (missing.length === 0) return null
  return (
    <Callout kind="danger" urgent title={title}>
      <ul className={classes.missing}>
        {missing.map((one, place) => {
          const field = fieldOf(one)
          return (
            <li key={place}>
              {field === null ? (
                children(one)
              ) : (
                <button type="button" onClick={() => focusField(within.current, field)}>
                  {children(one)}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </Callout>
  )
}
