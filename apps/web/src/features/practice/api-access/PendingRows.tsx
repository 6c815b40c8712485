import { Skeleton } from '@mantine/core'
import classes from './api-access.module.css'

/** The placeholder of rows that are being loaded, with the inset of a row. */
export const PendingRows = ({ height }: { height: number }) => (
  <div className={classes.note}>
    <Skeleton height={height} />
  </div>
)
