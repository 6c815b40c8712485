/** Whether something looks like an e-mail address; the server decides. */
export const isAddress = (typed: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim())
