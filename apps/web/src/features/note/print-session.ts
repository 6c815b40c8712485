/** Prints the sheet of the open session, like Ctrl+P. */
export const printSession = () => window.print()
