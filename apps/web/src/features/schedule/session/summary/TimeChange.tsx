import { IconArrowRight } from '@tabler/icons-react'
import classes from './TimeChange.module.css'

/** Shows a changed time: the old time struck through, the new time bold. Without a new time, the old time is bold. */
export function TimeChange({ before, after }: { before: string; after: string | null }) {
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
