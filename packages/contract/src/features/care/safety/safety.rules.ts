/** The maximum number of lines in each part of a safety plan. */
export const maxPlanLines = 20
