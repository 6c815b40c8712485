/** The result of a drill. */
export type DrillOutcome = { passed: boolean; figures: Record<string, string | number> }

/** What can be chosen for some drills. `gb`: the size of the database of `backup-size` in gigabytes. */
export type DrillOptions = { gb?: number }
