export const noteMaximum = 50_000
export const sessionTextMaximum = 10_000

/** The limits of a therapist's own templates of notes: templates, fields of one, characters of a name, a heading, a hint. */
export const noteTemplateLimits = { templates: 50, fields: 20, name: 60, heading: 80, hint: 200 } as const

/** The length of the first words of a note in a list, in characters. */
export const noteExcerptLength = 160

export const noteStates = ['signed', 'unsigned'] as const
export type NoteState = (typeof noteStates)[number]
