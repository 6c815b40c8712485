import { IconArrowRight } from '@tabler/icons-react'
import classes from './Change.module.css'

/** A change: old struck, new bold. The same form wherever a session was moved. */
export function Change({ before, after }: { before: string; after: string | null }) {
  return (
    <p className={classes.change}>
      {after ? (
        <>
          <s>{before}</s>
          <IconArrowRight size={16} aria-hidden />
          <strong>{after}</strong>
        </>
      ) : (
        <strong>{before}</strong>
      )}
    </p>
  )
}
