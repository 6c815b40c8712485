/** The result of a drill. */
export type DrillOutcome = { passed: boolean; figures: Record<string, string | number> }
