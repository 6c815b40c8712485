/** The sources that a therapist can choose. `assistantSourceKinds` also has the keywords, which the therapist types. */
export const chosenSourceKinds = ['note', 'entry', 'task', 'check-in', 'message'] as const

/** How many sources one request can have. */
export const maxSources = 60

/** The maximum number of characters of what the therapist types, and of an edited prompt. */
export const assistantLengths = { keywords: 5000, question: 1000, text: 20_000, prompt: 400_000 } as const
