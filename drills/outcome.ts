/** The result of a drill. */
export type DrillOutcome = { passed: boolean; figures: Record<string, string | number> }

/** The choices of some drills. `gb`: the size of the database of `backup-size` in gigabytes. */
export type DrillOptions = { gb?: number }
