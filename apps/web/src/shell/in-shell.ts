import { createContext, useContext } from 'react'

/** True for what is drawn inside the shell, whose main part surrounds it already. */
export const InShell = createContext(false)

/** The element of a whole screen: the main part of the page, unless it stands in one. */
export const useScreenElement = () => (useContext(InShell) ? 'div' : 'main')
