import type { ReactNode, RefObject } from 'react'
import { Callout } from '../base/Callout.tsx'
import { focusField } from './focus-missing.ts'
import classes from './MissingFields.module.css'

type Props<Missing> = {
  title: string
  missing: readonly Missing[]
  /** Returns the `data-field` of the element in which a missing field is entered; null if this form does not contain it. */
  fieldOf: (missing: Missing) => string | null
  /** The element that contains the fields. */
  within: RefObject<HTMLElement | null>
  /** Renders the name of a missing field, as a link if it is entered on another page. */
  children: (missing: Missing) => ReactNode
}

/** Lists the fields that are missing before a document can be issued, each with a button or link that leads to it. */
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
