/** What a drill gave. */
export type Outcome = { passed: boolean; figures: Record<string, string | number> }
