import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ChoiceList.module.css'

/** A list of large buttons of which the user chooses one. */
export function ChoiceList({ children }: { children: ReactNode }) {
  return <div className={classes.choices}>{children}</div>
}

type ChoiceProps = { title: string; icon?: ReactNode; onClick: () => void; children: ReactNode }

/** A button of a `ChoiceList`: the name of the choice, and an explanation below it. */
export function Choice({ title, icon, onClick, children }: ChoiceProps) {
  return (
    <UnstyledButton className={classes.choice} onClick={onClick}>
      <strong>
        {icon}
        {title}
      </strong>
      {children}
    </UnstyledButton>
  )
}
