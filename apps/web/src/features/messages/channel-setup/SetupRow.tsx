import type { ReactNode } from 'react'
import { CardRow } from '../../../ui/page/Section.tsx'
import classes from './channel-setup.module.css'

export function SetupRow({ name, state, children }: { name: string; state?: ReactNode; children?: ReactNode }) {
  return (
    <CardRow wraps>
      <div className={classes.texts}>
        <div className={classes.name}>{name}</div>
        {state && <div className={classes.quiet}>{state}</div>}
      </div>
      {children}
    </CardRow>
  )
}
