/** The kinds of sources that a therapist can choose. `assistantSourceKinds` also contains the keywords that the therapist types. */
export const chosenSourceKinds = ['note', 'entry', 'task', 'check-in', 'message'] as const

/** The maximum number of sources of one request. */
export const maxSources = 60

/** The maximum number of characters of the texts that a therapist types, and of an edited prompt. */
export const assistantLengths = { keywords: 5000, question: 1000, text: 20_000, prompt: 400_000 } as const

/** The maximum number of questions of a conversation. */
export const maxConversationQuestions = 100

/**
 * The part of a conversation that is sent with a new question: the latest questions and answers, up to this number of questions and of characters.
 */
export const assistantHistoryLimits = { questions: 20, characters: 20_000 } as const
