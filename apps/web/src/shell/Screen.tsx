import { createContext, useContext, type ReactNode } from 'react'
import classes from './Screens.module.css'

/** Whether a component is rendered inside the shell, which already has a main element. */
export const InShell = createContext(false)

/** A full screen. It is the main element of the page unless the shell has one. */
export function Screen({ children }: { children: ReactNode }) {
  return useContext(InShell) ? (
    <div className={classes.screen}>{children}</div>
  ) : (
    <main className={classes.screen}>{children}</main>
  )
}
