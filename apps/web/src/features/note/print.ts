/** Prints the sheet of the session that is open, as Ctrl+P does. */
export const printSession = () => window.print()
