export const noteMaximum = 50_000
export const sessionTextMaximum = 10_000

/**
 * The limits for a therapist's own note templates: the number of templates and of fields per template, and the length of a name, a heading and a
 * hint.
 */
export const noteTemplateLimits = { templates: 50, fields: 20, name: 60, heading: 80, hint: 200 } as const

/** The length of a note's excerpt in a list, in characters. */
export const noteExcerptLength = 160

export const noteStates = ['signed', 'unsigned'] as const
export type NoteState = (typeof noteStates)[number]
