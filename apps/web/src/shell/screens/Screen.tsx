import { createContext, useContext, type ReactNode } from 'react'
import classes from './Screens.module.css'

/** Whether a component is rendered inside the shell, which already has a main element. */
export const InShellContext = createContext(false)

/**
 * A full screen. Its element is the main element of the page unless the screen is rendered inside the shell, which
 * already has one.
 */
export function FullScreen({ children }: { children: ReactNode }) {
  return useContext(InShellContext) ? (
    <div className={classes.screen}>{children}</div>
  ) : (
    <main className={classes.screen}>{children}</main>
  )
}
