import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Dialog.module.css'

type Props = {
  /** A notice above the buttons, such as the reason why the form was refused. */
  notice?: ReactNode
  /** The buttons. */
  children: ReactNode
}

/** The buttons at the end of a dialog. They stay in sight while the content of the dialog scrolls behind them. */
export function DialogFoot({ notice, children }: Props) {
  return (
    <div className={classes.foot}>
      {notice}
      <Group justify="flex-end" gap="xs">
        {children}
      </Group>
    </div>
  )
}
