import { createContext, useContext, type ReactNode } from 'react'
import classes from './Screens.module.css'

/** True for what is drawn inside the shell, whose main part surrounds it already. */
export const InShell = createContext(false)

/** A screen of its own, which is the main part of the page unless it stands in one. */
export function Screen({ children }: { children: ReactNode }) {
  return useContext(InShell) ? (
    <div className={classes.screen}>{children}</div>
  ) : (
    <main className={classes.screen}>{children}</main>
  )
}
