/** The result of a drill. */
export type Outcome = { passed: boolean; figures: Record<string, string | number> }
