/** The highest number of lines in a part of a safety plan. */
export const maxPlanLines = 20
