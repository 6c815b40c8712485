/** The sources that a therapist can choose. `assistantSourceKinds` also has the keywords, which the therapist types. */
export const chosenSourceKinds = ['note', 'entry', 'task', 'check-in', 'message'] as const

/** How many sources one request can have. */
export const maxSources = 60

/** The maximum number of characters of what the therapist types, and of an edited prompt. */
export const assistantLengths = { keywords: 5000, question: 1000, text: 20_000, prompt: 400_000 } as const

/** How many questions a conversation can have. */
export const maxConversationQuestions = 100

/** How much of a conversation goes along with a question: the latest questions with their answers, up to this many, and this many characters. */
export const assistantHistoryLimits = { questions: 20, characters: 20_000 } as const
