export type DrillOutcome = { passed: boolean; figures: Record<string, string | number> }

/** Options of some drills. `gb` is the size of the database of `backup-size` in gigabytes, `minutes` the length of the load of `nodes`. */
export type DrillOptions = { gb?: number; minutes?: number }
