/** Opens the browser's print dialog, as Ctrl+P does. */
export const openPrintDialog = () => window.print()
