import { Skeleton } from '@mantine/core'
import { Pending } from '../../../ui/page/loading/RevealTogether.tsx'
import classes from './api-access.module.css'

/** The placeholder of rows that are being loaded, with the inset of a row. */
export const PendingRows = ({ height }: { height: number }) => (
  <div className={classes.note}>
    <Pending />
    <Skeleton height={height} />
  </div>
)
