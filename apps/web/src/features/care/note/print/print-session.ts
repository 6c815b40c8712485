/** Prints the sheet of the open session, as Ctrl+P does. */
export const openPrintDialog = () => window.print()
